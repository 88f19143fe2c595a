import { UNKNOWN_PROVIDER } from '../provider/mail-provider.ts'
import type { UnicodeRule } from '../verdict/flags.ts'
import { createMailDomain, type DomainLookup, type MailDomain } from '../verdict/mail-domain.ts'

/** A domain as a JSON array. 0 is the value of most domains; trailing zeros are omitted: `["example.com"]`. */
export type PackedDomain = readonly [
  inbound: string,
  root?: string | 0,
  normalized?: string | 0,
  flags?: number,
  provider?: string | 0,
  disposableSources?: readonly string[] | 0,
  unicodeRule?: UnicodeRule | 0,
  lookup?: DomainLookup,
]

export function packDomain(domain: MailDomain): PackedDomain {
  const { inbound, root, normalized, flags, provider, disposableSources, unicodeRule, lookup } = domain
  const packed = [
    inbound,
    root === inbound ? 0 : root,
    normalized === inbound ? 0 : normalized,
    flags,
    provider === UNKNOWN_PROVIDER ? 0 : provider,
    disposableSources.length === 0 ? 0 : disposableSources,
    unicodeRule === 'none' ? 0 : unicodeRule,
    lookup ?? 0,
  ]
  while (packed.at(-1) === 0) packed.pop()
  return packed as unknown as PackedDomain
}

export function unpackDomain([
  inbound,
  root,
  normalized,
  flags,
  provider,
  sources,
  rule,
  lookup,
]: PackedDomain): MailDomain {
  return createMailDomain({
    inbound,
    root: root || inbound,
    normalized: normalized || inbound,
    flags: flags ?? 0,
    disposableSources: sources || [],
    unicodeRule: rule || 'none',
    provider: provider || UNKNOWN_PROVIDER,
    ...(lookup && { lookup }),
  })
}
