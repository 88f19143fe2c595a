// Why an address is not safe to send to. The wire has flags only; the engine here says which rule or list raised them.
import type { ValidationResult } from '@mailsift/sdk'
import { explainAddress, type LocalEngine } from './local-engine.ts'
import type { Reason } from './reason.ts'

type Flags = ValidationResult['validations']
type Domain = ValidationResult['metadata']['domain']

/** In the order of the verdict. The service may know more than the engine here: look-ups, and its operator's lists. */
const REASONS: { code: string; isGiven(flags: Flags): boolean; sentence: string; evidence(domain: Domain): string }[] =
  [
    {
      code: 'disposable',
      isGiven: (flags) => flags.is_disposable,
      sentence: 'The domain gives out disposable inboxes.',
      evidence: ({ disposable_sources = [] }) => `lists: ${disposable_sources.join(', ')}`,
    },
    {
      code: 'no_reply',
      isGiven: (flags) => flags.is_no_reply,
      sentence: 'A no-reply mailbox: what is sent there is not read.',
      evidence: byService,
    },
    {
      code: 'role',
      isGiven: (flags) => flags.is_role_based,
      sentence: 'A shared role mailbox, not a person.',
      evidence: byService,
    },
    {
      code: 'irregular',
      isGiven: (flags) => flags.has_irregular_pattern,
      sentence: 'It looks machine-made.',
      evidence: byService,
    },
    {
      code: 'unicode',
      isGiven: (flags) => flags.has_uncommon_unicode,
      sentence: 'It holds characters that are not usual together.',
      evidence: byService,
    },
    {
      code: 'no_mx',
      isGiven: (flags) => flags.has_valid_mx_records === false,
      sentence: 'The domain has no usable mail host.',
      evidence: ({ mx_records = [] }) => `${mx_records.length} MX records`,
    },
    {
      code: 'undeliverable',
      isGiven: (flags) => flags.domain_is_deliverable === false,
      sentence: 'The domain takes no mail.',
      evidence: ({ epp_statuses = [] }) => `status of the registry: ${epp_statuses.join(', ') || 'not known'}`,
    },
    {
      code: 'parked',
      isGiven: (flags) => flags.domain_is_parking_nameserver === true,
      sentence: 'The domain is parked.',
      evidence: ({ nameservers = [] }) => `name servers: ${nameservers.join(', ')}`,
    },
  ]

/** Empty when the address is safe. */
export function explainResult(engine: LocalEngine, { inbound, validations, metadata }: ValidationResult): Reason[] {
  if (validations.safe_to_send) return []
  const known = explainAddress(engine, inbound)
  const given = REASONS.filter(({ isGiven }) => isGiven(validations)).map(
    ({ code, sentence, evidence }) =>
      known.find((reason) => reason.code === code) ?? { code, sentence, evidence: evidence(metadata.domain) },
  )
  // The reasons without a flag on the wire. The service knows one more: a mail host that only serves parked domains.
  const unflagged = known.filter(({ code }) => !REASONS.some((reason) => reason.code === code))
  const isLast = given.length + unflagged.length === 0 && validations.has_valid_mx_records
  return [...given, ...unflagged, ...(isLast ? [parkedHost(metadata.domain)] : [])]
}

function parkedHost({ mx_records = [] }: Domain): Reason {
  const hosts = mx_records.map(({ host }) => host).join(', ')
  return {
    code: 'parked',
    sentence: 'The mail host of this domain only serves parked domains.',
    evidence: `mail hosts: ${hosts}`,
  }
}

function byService(): string {
  return 'says the service'
}
