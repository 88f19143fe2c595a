// Why an address is unsafe or risky. The API returns flags only; the local engine finds the rule or list behind each.
import { TIERS, type Tier, tierOfCode, YOUNG_DOMAIN_DAYS } from '@mailsift/engine/policy'
import { DETAILED_SENTENCES, labelOf, REASON_TEXTS } from '@mailsift/engine/reason-texts'
import type { ValidationResult } from '@mailsift/sdk'
import { explainAddress, type LocalEngine } from './local-engine.ts'
import type { Reason } from './reason.ts'

type Flags = ValidationResult['validations']
type Domain = ValidationResult['metadata']['domain']

/** In the order of the verdict. The service may know more than the local engine: lookups, and its operator's lists. */
const FLAGGED: {
  code: keyof typeof REASON_TEXTS
  isGiven(flags: Flags): boolean
  evidence(domain: Domain): string
}[] = [
  {
    code: 'disposable',
    isGiven: (flags) => flags.is_disposable,
    evidence: ({ disposable_sources = [] }) => `lists: ${disposable_sources.join(', ')}`,
  },
  { code: 'no_reply', isGiven: (flags) => flags.is_no_reply, evidence: byService },
  { code: 'role', isGiven: (flags) => flags.is_role_based, evidence: byService },
  { code: 'irregular', isGiven: (flags) => flags.has_irregular_pattern, evidence: byService },
  { code: 'unicode', isGiven: (flags) => flags.has_uncommon_unicode, evidence: byService },
  {
    code: 'no_mx',
    isGiven: (flags) => flags.has_valid_mx_records === false,
    evidence: ({ mx_records = [] }) => `MX records: ${mx_records.map(({ host }) => host).join(', ') || 'none'}`,
  },
  {
    code: 'undeliverable',
    isGiven: (flags) => flags.domain_is_deliverable === false,
    evidence: ({ epp_statuses = [] }) => `registry status: ${epp_statuses.join(', ') || 'not available'}`,
  },
  {
    code: 'parked',
    isGiven: (flags) => flags.domain_is_parking_nameserver === true,
    evidence: ({ nameservers = [] }) => `name servers: ${nameservers.join(', ')}`,
  },
]

/** The labels of the reasons that the service flags. */
export function labelsOfFlags({ validations: flags }: ValidationResult): string[] {
  return (
    FLAGGED.filter(({ isGiven }) => isGiven(flags))
      // Every no-reply address is also role-based.
      .filter(({ code }) => code !== 'role' || !flags.is_no_reply)
      .map(({ code }) => labelOf(code))
  )
}

/** The default purpose of `clean` and the console. It makes every address unsafe that is not safe to send to. */
const PURPOSE = 'marketing'

/** Facts that matter only for a purpose, not for `safe_to_send`. The local engine knows them without a lookup. */
const FACTS = new Set<string>(['free_dns', 'relay', 'free_mail'])

/** The tier of a result and its reasons; a safe address has none. */
export function tierResult(engine: LocalEngine, result: ValidationResult): { tier: Tier; reasons: Reason[] } {
  if (!result.validations.safe_to_send) return { tier: 'unsafe', reasons: explainUnsafe(engine, result) }
  const { tier, reasons } = engine.tier(engine.validate(result.inbound), PURPOSE)
  const facts = tier === 'safe' ? [] : reasons.filter(({ code }) => FACTS.has(code))
  const { domain_age_days: days = YOUNG_DOMAIN_DAYS } = result.metadata.domain
  const young = days < YOUNG_DOMAIN_DAYS ? [youngDomain(result.metadata.domain, days)] : []
  const tiered = [...facts, ...young]
  const worst = TIERS.findLast((known) => tiered.some((reason) => reason.tier === known)) ?? 'safe'
  return { tier: worst, reasons: tiered.map(({ tier: _, ...reason }) => reason) }
}

function youngDomain(domain: Domain, days: number) {
  const reason = reasonOf('young_domain', domain, `registered ${days} days ago`)
  return { ...reason, tier: tierOfCode('young_domain', { preset: PURPOSE }) }
}

function explainUnsafe(engine: LocalEngine, { inbound, validations, metadata }: ValidationResult): Reason[] {
  const known = explainAddress(engine, inbound)
  const given = FLAGGED.filter(({ isGiven }) => isGiven(validations)).map(
    ({ code, evidence }) =>
      known.find((reason) => reason.code === code) ?? reasonOf(code, metadata.domain, evidence(metadata.domain)),
  )
  // The reasons without a flag on the wire. Only the service knows the last one: a mail host that only serves parked
  // domains.
  const unflagged = known.filter(({ code }) => !FLAGGED.some((reason) => reason.code === code))
  const isLast = given.length + unflagged.length === 0 && validations.has_valid_mx_records
  return [...given, ...unflagged, ...(isLast ? [parkedHost(metadata.domain)] : [])]
}

function parkedHost(domain: Domain): Reason {
  const hosts = (domain.mx_records ?? []).map(({ host }) => host).join(', ')
  return reasonOf('parked', domain, `mail hosts: ${hosts}`, DETAILED_SENTENCES.parked.mail_host)
}

function reasonOf(
  code: keyof typeof REASON_TEXTS,
  { inbound }: Domain,
  evidence: string,
  sentence: string = REASON_TEXTS[code].sentence,
): Reason {
  return { code, sentence: sentence.replace('{domain}', () => inbound), advice: REASON_TEXTS[code].advice, evidence }
}

function byService(): string {
  return 'reported by the service'
}
