// Sites that the rules of enrichment have not been written against: what is measured on them is what to expect of strangers.
import { LATER_SITES } from './later-sites.ts'
import { NAMED_SITES } from './named-sites.ts'
import { NAMELESS_SITES } from './nameless-sites.ts'
import type { UnseenSite } from './unseen-site.ts'

export const UNSEEN_SITES: readonly UnseenSite[] = [...NAMED_SITES, ...NAMELESS_SITES, ...LATER_SITES]
