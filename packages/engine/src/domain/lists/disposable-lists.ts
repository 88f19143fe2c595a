/** The lists that contain a domain as disposable: the operator's, then the compiled ones, then those added at run time. */
import { parse } from 'tldts'
import type { EngineData } from '../../data/engine-data.ts'
import { findUpwards } from '../../data/string-table.ts'
import { createHashedText } from '../../text/hashed-text.ts'
import { OPERATOR_SOURCE } from '../../verdict/mail-domain.ts'
import { nameServerOwner } from '../lookup/name-server-owner.ts'
import { ICANN_ONLY } from '../registrable-domain.ts'
import type { TypoTarget } from '../suggest/typo-target.ts'
import type { FreshLists } from './fresh-lists.ts'
import { findOperatorListing, type OperatorLists } from './operator-lists.ts'

export type DisposableLists = {
  /** The lists that contain the domain, or a parent down to its root. */
  readonly sourcesOf: (ascii: string, root: string) => readonly string[]
  /** Whether a mail host is in a list, or below a domain that is. */
  readonly isListedHost: (host: string) => boolean
  /** The owner of all these name servers, if only disposable domains use them. */
  readonly listedNameServers: (nameservers: readonly string[]) => string | undefined
}

export function createDisposableLists(
  data: EngineData,
  operator: OperatorLists,
  fresh: () => FreshLists,
  typoTarget: TypoTarget,
): DisposableLists {
  const buffer = createHashedText()
  const brands = new Set(data.brandDomains)
  /** Many domains are in the same lists. */
  const sourcesByMask = new Map<number, readonly string[]>()

  function sourcesOf(ascii: string, root: string): readonly string[] {
    const listing = findOperatorListing(operator, ascii)
    if (listing !== undefined) return listing === 'deny' ? [OPERATOR_SOURCE] : []
    const mask = findUpwards(data.disposable, buffer, ascii, root)
    return mask >= 0 ? compiledSources(mask) : freshSources(ascii, root)
  }

  function compiledSources(mask: number): readonly string[] {
    const known = sourcesByMask.get(mask)
    if (known !== undefined) return known
    const sources = data.disposableSources.filter((_, bit) => ((mask >>> bit) & 1) !== 0)
    sourcesByMask.set(mask, sources)
    return sources
  }

  /** Fresh lists are not curated: providers, brands and known misspellings in them are mistakes. */
  function freshSources(ascii: string, root: string): readonly string[] {
    const { disposable } = fresh()
    if (disposable.size === 0) return []
    for (let name = ascii; ; name = name.slice(name.indexOf('.') + 1)) {
      const named = disposable.get(name)
      if (named !== undefined) return isExempt(ascii, root) || isSharedSuffix(name) ? [] : named
      if (name.length <= root.length) return []
    }
  }

  function isExempt(ascii: string, root: string): boolean {
    return brands.has(root) || findUpwards(data.providers, buffer, ascii, root) >= 0 || typoTarget(ascii) !== undefined
  }

  function isListedHost(host: string): boolean {
    const root = parse(host, ICANN_ONLY).domain ?? host
    return host.includes('.') && (fresh().mailHosts.has(host) || sourcesOf(host, root).length > 0)
  }

  function listedNameServers(nameservers: readonly string[]): string | undefined {
    const { nameServers } = fresh()
    if (nameServers === undefined || nameServers.size === 0) return undefined
    const owners = nameservers.map(nameServerOwner)
    return owners.every((owner) => owner !== undefined && nameServers.has(owner)) ? owners[0] : undefined
  }

  return { sourcesOf, isListedHost, listedNameServers }
}

/** The owner of a suffix such as `github.io` does not own the names below it. */
function isSharedSuffix(ascii: string): boolean {
  return parse(ascii, { ...ICANN_ONLY, allowPrivateDomains: true }).publicSuffix === ascii
}
