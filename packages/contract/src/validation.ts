import { type Static, Type } from 'typebox'
import { mailboxFields } from './evidence.ts'
import { HOST_NAME_MAX_CHARACTERS } from './limits.ts'
import { MailboxProbe, Probe } from './probe.ts'
import { REASON_CODES } from './reason-codes.ts'
import { Listed, PolicyName } from './rules.ts'
import { emailAddress, nullable, oneOf, strict, uri } from './schema.ts'

const { Boolean: flag, Number: number, Optional: optional, String: string } = Type

const ZeroOrOne = (description: string) => Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], description })

/** 0 or 1; in a query and in a body. */
export const ValidateDomain = ZeroOrOne('With 1, the domain is checked in DNS and its registry. Default: 0.')
export type ValidateDomain = Static<typeof ValidateDomain>

/** §4.8. The engine decides whether the address is well-formed, and gives the reason if it is not. */
export const ValidateQuery = strict({
  email: string({ description: 'The address to validate.' }),
  validate_domain: optional(ValidateDomain),
  validate_mx: optional({
    ...ZeroOrOne('The former name of validate_domain, with the same effect. If both are sent they must agree.'),
    deprecated: true,
  }),
})
export type ValidateQuery = Static<typeof ValidateQuery>

/** Comma-separated codes, because a query has no arrays. The service checks each and names an unknown one. */
const switches = (effect: string) =>
  optional(
    string({
      pattern: '^[a-z_]+(?:,[a-z_]+)*$',
      maxLength: 255,
      description: `Reason codes, separated by commas, that ${effect}, whatever the policy says: ${REASON_CODES.join(', ')}.`,
    }),
  )

/** Outside of §4.8: the same validation, for a purpose. */
export const InsightQuery = strict({
  ...ValidateQuery.properties,
  policy: optional({
    ...PolicyName,
    description:
      'Purpose that decides what is risky: sign-up, marketing, b2b, or the name of a policy that you saved. Default: sign-up.',
  }),
  allow: switches('count for nothing'),
  caution: switches('make an address risky'),
  refuse: switches('make an address unsafe'),
  probe: optional(Probe),
})
export type InsightQuery = Static<typeof InsightQuery>

const label = '[a-zA-Z0-9_](?:[a-zA-Z0-9_-]{0,61}[a-zA-Z0-9_])?'

/** RFC 952 does not allow underscores, but real MX records contain them. */
export const MxRecord = strict({
  priority: number(),
  host: string({ pattern: `^${label}(?:\\.${label})*$`, maxLength: HOST_NAME_MAX_CHARACTERS }),
})
export type MxRecord = Static<typeof MxRecord>

export const DsRecord = strict({ keyTag: number(), algorithm: number(), digestType: number() })
export type DsRecord = Static<typeof DsRecord>

/** The optional fields are present only when the domain was checked. */
export const Validations = strict({
  is_disposable: flag({
    description: 'The domain provides disposable addresses, according to a list or its mail server.',
  }),
  has_label: flag({ description: 'The address contains a tag, such as +news, which the provider ignores.' }),
  is_subdomain: flag({ description: 'The domain is a subdomain of its registrable domain.' }),
  is_no_reply: flag({ description: 'The address is a no-reply address.' }),
  is_role_based: flag({
    description: 'The address belongs to a role, such as info or sales, not to a person. Includes no-reply addresses.',
  }),
  has_irregular_pattern: flag({
    description: 'The name looks random: unlikely letters, long numbers, keyboard patterns or repetition.',
  }),
  has_uncommon_unicode: flag({
    description: 'The address contains invisible, look-alike or unusually mixed characters.',
  }),
  safe_to_send: flag({
    description: 'No problems were found. Send only to addresses with true to reduce bounces.',
  }),
  has_valid_mx_records: optional(flag({ description: 'The domain has a valid mail server (MX record).' })),
  domain_is_expired: optional(flag({ description: 'The registration has expired.' })),
  domain_is_expiring_soon: optional(flag({ description: 'The registration expires within 30 days.' })),
  domain_transfer_locked: optional(flag({ description: 'Transfers of the domain are locked, which is common.' })),
  domain_update_locked: optional(flag({ description: 'Changes to the domain are locked.' })),
  domain_delete_locked: optional(flag({ description: 'Deletion of the domain is locked.' })),
  domain_on_registry_hold: optional(flag({ description: 'The registry or registrar has suspended the domain.' })),
  domain_pending_create: optional(flag({ description: 'The registration is not complete.' })),
  domain_pending_delete: optional(flag({ description: 'The domain is about to be deleted.' })),
  domain_pending_transfer: optional(flag({ description: 'The domain is being transferred to another registrar.' })),
  domain_pending_update: optional(flag({ description: 'A change to the domain is in progress.' })),
  domain_is_registry_reserved: optional(flag({ description: 'The registry has reserved the name.' })),
  domain_is_parking_nameserver: optional(flag({ description: 'The name servers belong to a domain parking service.' })),
  domain_is_deliverable: optional(
    flag({ description: 'Overall result of the domain checks: the domain can receive mail.' }),
  ),
})
export type Validations = Static<typeof Validations>

export const UsernameMetadata = strict({
  inbound: string(),
  normalized: string(),
  has_label: flag(),
  label: string({ description: 'The tag without its separator. Empty if there is none.' }),
})
export type UsernameMetadata = Static<typeof UsernameMetadata>

const isoDate = (description: string) => optional(nullable(string({ description: `${description} ISO 8601.` })))
const link = () => optional(nullable(uri()))

/** The optional fields from `has_valid_mx_records` on are present only when the domain was checked. */
export const DomainMetadata = strict({
  is_disposable: flag(),
  is_subdomain: flag(),
  root: string({ description: 'The registrable domain.' }),
  inbound: string({ description: 'The domain as received.' }),
  disposable_sources: optional(
    Type.Array(string(), { deprecated: true, description: 'Names of the lists that contain the domain.' }),
  ),
  has_valid_mx_records: optional(flag()),
  mx_records: optional(Type.Array(MxRecord)),
  domain_age_days: optional(number({ description: 'Absent if the registry does not provide it.' })),
  provider: optional(nullable(string({ description: 'The registry provider.' }))),
  provider_link: link(),
  registered_at: isoDate('When the domain was registered.'),
  expires_at: isoDate('When the registration ends.'),
  last_changed_at: isoDate('When the registration last changed.'),
  last_checked_at: isoDate('When the registry last refreshed its answer.'),
  expires_in_days: optional(nullable(number())),
  registrar_name: optional(nullable(string())),
  registrar_iana_id: optional(nullable(string())),
  abuse_email: optional(nullable(emailAddress())),
  abuse_phone: optional(nullable(string())),
  has_abuse_contact: optional(flag()),
  epp_statuses: optional(Type.Array(string())),
  dnssec_signed: optional(flag()),
  dnssec_ds_records_count: optional(number()),
  dnssec_ds_records: optional(Type.Array(DsRecord)),
  nameservers: optional(Type.Array(string())),
  nameserver_count: optional(number()),
  policy_registry_terms: link(),
  policy_icann_epp_info: link(),
  policy_icann_wicf: link(),
})
export type DomainMetadata = Static<typeof DomainMetadata>

/** §2.3, in the order of its fields. */
export const ValidationResult = strict({
  id: string({ description: 'Unique for every operation.' }),
  inbound: emailAddress('The address as received, without surrounding white space.'),
  first_name: string({ description: 'Derived from the address. Empty if unknown.' }),
  last_name: string({ description: 'Derived from the address. Empty if unknown.' }),
  normalized: emailAddress('Normalized by the rules of the provider, without tags.'),
  smtp_provider: string({ description: '`unknown` if not known.' }),
  validations: Validations,
  metadata: strict({ username: UsernameMetadata, domain: DomainMetadata }),
})
export type ValidationResult = Static<typeof ValidationResult>

export const InsightReason = strict({
  code: string({ description: 'Stable code, such as role or disposable. `denied`: on your deny list.' }),
  sentence: string({ description: 'The problem in one sentence, for people.' }),
  advice: string({ description: 'What to do about it, in one sentence.' }),
  evidence: string({ description: 'The list, rule or record that decided.' }),
  tier: oneOf(['risky', 'unsafe']),
})

export const InsightFacts = strict({
  free_mail: flag(),
  relay: flag(),
  free_dns: flag(),
  domain_age_days: nullable(number()),
  registry: oneOf(['not_requested', 'found', 'not_published', 'not_looked_up'], {
    description:
      'What the registry of the domain returned. `not_published`: it publishes nothing. `not_looked_up`: it did not answer in time; validate again later.',
  }),
})

/** Not part of the contract's results: what to do with an address, and why. */
export const Insight = strict({
  result: ValidationResult,
  tier: oneOf(['safe', 'risky', 'unsafe']),
  reasons: Type.Array(InsightReason, { description: 'Reasons that the policy does not ignore, most severe first.' }),
  suggestion: nullable(emailAddress('Suggested correction of the address.')),
  facts: InsightFacts,
  ...mailboxFields,
  listed: nullable(Listed),
  mailbox_probe: optional(MailboxProbe),
})
export type Insight = Static<typeof Insight>
