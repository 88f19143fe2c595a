/** An account's allow and deny rules for addresses and domains. */
import { sentenceOf } from '../address/problem.ts'
import { parseDomainName } from '../domain/domain-name.ts'
import type { Accepted, Verdict } from '../verdict/verdict.ts'

/** The keys of the entries, made by `keyOfEntry`. Plain data: a policy is sent to workers and stored as JSON. */
export type AddressLists = { readonly allow: readonly string[]; readonly deny: readonly string[] }

type Sets = { readonly allow: ReadonlySet<string>; readonly deny: ReadonlySet<string> }
/** Made once for each policy: there are thousands of entries, and a file has many rows. */
const SETS = new WeakMap<AddressLists, Sets>()

export type Listing = { readonly list: 'allow' | 'deny'; readonly entry: string }

/** The key of an entry, or why it is neither an address nor a domain. Addresses of one mailbox have the same key. */
export function keyOfEntry(
  validate: (address: string) => Verdict,
  text: string,
): { readonly key: string } | { readonly message: string } {
  const entry = text.trim()
  if (entry.includes('@') && !entry.startsWith('@')) {
    const verdict = validate(entry)
    return verdict.ok ? { key: normalizedOf(verdict) } : { message: verdict.error.message }
  }
  const domain = parseDomainName(entry.replace(/^@/, ''))
  return domain.ok ? { key: domain.ascii } : { message: sentenceOf(domain.message, 'entry') }
}

/**
 * The keys under which an address can be listed, most specific first: the address, its domain, the parents of the
 * domain.
 */
export function keysOf(verdict: Accepted): string[] {
  const name = parseDomainName(verdict.domain.inbound)
  const domains: string[] = []
  for (let at = name.ok ? name.ascii : ''; at.includes('.'); at = at.slice(at.indexOf('.') + 1)) domains.push(at)
  return [normalizedOf(verdict), ...domains]
}

/** The most specific entry decides: an allowed address of a denied domain is allowed. */
export function findListing(verdict: Accepted, lists: AddressLists): Listing | undefined {
  if (lists.allow.length === 0 && lists.deny.length === 0) return undefined
  const { allow, deny } = setsOf(lists)
  for (const entry of keysOf(verdict)) {
    if (deny.has(entry)) return { list: 'deny', entry }
    if (allow.has(entry)) return { list: 'allow', entry }
  }
  return undefined
}

function setsOf(lists: AddressLists): Sets {
  const known = SETS.get(lists)
  if (known) return known
  const made = { allow: new Set(lists.allow), deny: new Set(lists.deny) }
  SETS.set(lists, made)
  return made
}

const normalizedOf = ({ normalizedLocal, domain }: Accepted) => `${normalizedLocal}@${domain.normalized}`
