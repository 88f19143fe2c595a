// Sites that the rules of enrichment have not been written against: what is measured on them is what to expect of strangers.
import type { Web } from '../website.ts'
import { LATER_SITES } from './later-sites.ts'
import { NAMED_SITES } from './named-sites.ts'
import { NAMELESS_SITES } from './nameless-sites.ts'

export type UnseenSite = {
  what: string
  domain: string
  web: Web
  /** Each spelling of the owner's name that a reader would take, the most natural first; none where a reader could not tell. */
  names: readonly string[]
  absent?: readonly string[]
}

export const UNSEEN_SITES: readonly UnseenSite[] = [...NAMED_SITES, ...NAMELESS_SITES, ...LATER_SITES]
