import { type Static, Type } from 'typebox'
import { HOST_NAME_MAX_CHARACTERS } from './limits.ts'
import { REASON_CODES } from './reason-codes.ts'
import { emailAddress, nullable, oneOf, strict, uri } from './schema.ts'

const { Boolean: flag, Number: number, Optional: optional, String: string } = Type

const ZeroOrOne = (description: string) => Type.Unsafe<0 | 1>({ type: 'integer', enum: [0, 1], description })

/** 0 or 1; in a query as well as in a body. */
export const ValidateDomain = ZeroOrOne('With 1 the MX and registry checks run as well. Default 0.')
export type ValidateDomain = Static<typeof ValidateDomain>

/** §4.8. Whether the address is well-formed is decided by the engine, which also says why it is not. */
export const ValidateQuery = strict({
  email: string({ description: 'The address to validate.' }),
  validate_domain: optional(ValidateDomain),
  validate_mx: optional({
    ...ZeroOrOne('The former name of validate_domain, with the same effect. If both are sent they must agree.'),
    deprecated: true,
  }),
})
export type ValidateQuery = Static<typeof ValidateQuery>

/** Codes between commas, since a query has no arrays. The service checks them one by one, and names the one that does not exist. */
const switches = (effect: string) =>
  optional(
    string({
      pattern: '^[a-z_]+(?:,[a-z_]+)*$',
      maxLength: 255,
      description: `Codes of reasons, separated by commas, that ${effect}, whatever the policy says: ${REASON_CODES.join(', ')}.`,
    }),
  )

/** Beside §4.8: the same question, asked for a purpose. */
export const InsightQuery = strict({
  ...ValidateQuery.properties,
  policy: optional(
    oneOf(['sign-up', 'marketing', 'b2b'], { description: 'The purpose that decides what is risky. Default sign-up.' }),
  ),
  allow: switches('count for nothing'),
  caution: switches('make an address risky'),
  refuse: switches('make an address unsafe'),
})
export type InsightQuery = Static<typeof InsightQuery>

const label = '[a-zA-Z0-9_](?:[a-zA-Z0-9_-]{0,61}[a-zA-Z0-9_])?'

/** Underscores are outside RFC 952, but occur in real MX records. */
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
    description: 'The domain gives out disposable inboxes, by one of the lists or by its mail host.',
  }),
  has_label: flag({ description: 'The user name carries a label, such as +news, which its provider ignores.' }),
  is_subdomain: flag({ description: 'There is a label below the registrable domain.' }),
  is_no_reply: flag({ description: 'The user name says that replies are not read.' }),
  is_role_based: flag({
    description: 'The user name names a role, such as info or sales, and no person; no-reply names count too.',
  }),
  has_irregular_pattern: flag({
    description: 'The user name looks machine-made: random letters, long numbers, keyboard walks, repetition.',
  }),
  has_uncommon_unicode: flag({
    description: 'The address has invisible, disguised or unusually mixed characters.',
  }),
  safe_to_send: flag({
    description: 'Nothing speaks against the address. Sending only to addresses with true lowers bounces.',
  }),
  has_valid_mx_records: optional(flag({ description: 'The domain has a mail host that can be reached by name.' })),
  domain_is_expired: optional(flag({ description: 'The registration has ended.' })),
  domain_is_expiring_soon: optional(flag({ description: 'The registration ends within 30 days.' })),
  domain_transfer_locked: optional(
    flag({ description: 'The registry or registrar forbids moving the domain, which is usual.' }),
  ),
  domain_update_locked: optional(flag({ description: 'The registry or registrar forbids changes of the domain.' })),
  domain_delete_locked: optional(flag({ description: 'The registry or registrar forbids deleting the domain.' })),
  domain_on_registry_hold: optional(
    flag({ description: 'The registry or registrar has taken the domain out of the DNS.' }),
  ),
  domain_pending_create: optional(flag({ description: 'The registration is not finished.' })),
  domain_pending_delete: optional(flag({ description: 'The domain is about to be deleted.' })),
  domain_pending_transfer: optional(flag({ description: 'The domain is moving to another registrar.' })),
  domain_pending_update: optional(flag({ description: 'A change of the domain is not finished.' })),
  domain_is_registry_reserved: optional(flag({ description: 'The registry keeps the name for itself.' })),
  domain_is_parking_nameserver: optional(
    flag({ description: 'The name servers are those of a service that parks domains.' }),
  ),
  domain_is_deliverable: optional(
    flag({ description: 'The overall answer of the domain checks: mail for the domain can arrive.' }),
  ),
})
export type Validations = Static<typeof Validations>

export const UsernameMetadata = strict({
  inbound: string(),
  normalized: string(),
  has_label: flag(),
  label: string({ description: 'The label without its separator; empty when there is none.' }),
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
    Type.Array(string(), { deprecated: true, description: 'Names of the lists that know the domain.' }),
  ),
  has_valid_mx_records: optional(flag()),
  mx_records: optional(Type.Array(MxRecord)),
  domain_age_days: optional(number({ description: 'Absent when the registry does not tell.' })),
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
  first_name: string({ description: 'Taken from the address; empty when not known.' }),
  last_name: string({ description: 'Taken from the address; empty when not known.' }),
  normalized: emailAddress('By the rules of the provider, without labels.'),
  smtp_provider: string({ description: '`unknown` when not known.' }),
  validations: Validations,
  metadata: strict({ username: UsernameMetadata, domain: DomainMetadata }),
})
export type ValidationResult = Static<typeof ValidationResult>

export const InsightReason = strict({
  code: string({ description: 'Short and stable, such as role or disposable.' }),
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
})

/** Not a part of the contract's results: what to do with an address, and why. */
export const Insight = strict({
  result: ValidationResult,
  tier: oneOf(['safe', 'risky', 'unsafe']),
  reasons: Type.Array(InsightReason, { description: 'Those that the policy counts, the heaviest first.' }),
  suggestion: nullable(emailAddress('The address that was probably meant.')),
  facts: InsightFacts,
})
export type Insight = Static<typeof Insight>
