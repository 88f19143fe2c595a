import { type Static, Type } from 'typebox'
import { count, dateTime, nullable, oneOf, oneOfOrNull, strict } from './schema.ts'
import { MxRecord } from './validation.ts'

const text = (description: string) => nullable(Type.String({ description }))
const texts = (description: string) => Type.Array(Type.String(), { description })

/** `unknown`: could not be determined. It never means `absent`. */
export const POSTURE_STATES = ['present', 'absent', 'invalid', 'unknown'] as const
const found = {
  state: oneOf(POSTURE_STATES, {
    description: 'unknown means that it could not be found out, which is not the same as absent.',
  }),
  problems: texts('Problems of the record, or why nothing could be found out.'),
}
const record = text('The record as published; null if there is none, or several.')

export const MailPosture = strict({
  spf: strict({
    ...found,
    record,
    all: oneOfOrNull(['pass', 'neutral', 'softfail', 'fail'], 'What the record says of all other senders.'),
  }),
  dmarc: strict({
    ...found,
    record,
    domain: text('Where the record is: the domain, or the registrable domain above it.'),
    policy: oneOfOrNull(['none', 'quarantine', 'reject'], 'Policy that applies to this domain.'),
    percent: nullable(count('Share of messages that the policy applies to.')),
    reports_to: texts('Addresses of aggregate reports.'),
  }),
  mta_sts: strict({
    ...found,
    record,
    mode: oneOfOrNull(['enforce', 'testing', 'none'], 'Mode of the policy file.'),
    max_age_seconds: nullable(count('Lifetime of the policy file.')),
    mx: texts('Mail servers of the policy file.'),
  }),
  tls_rpt: strict({ ...found, record, reports_to: texts('Addresses of TLS reports.') }),
  bimi: strict({ ...found, record, logo: text('URL of the logo.'), certificate: text('URL of the certificate.') }),
  dane: strict({
    ...found,
    hosts: Type.Array(strict({ host: Type.String(), state: oneOf(POSTURE_STATES) }), {
      description: 'TLSA records of each mail host. Signatures are not verified.',
    }),
  }),
  starttls: strict({ ...found }, { description: 'Always unknown: reports do not connect to mail servers.' }),
  blocklists: strict(
    {
      state: oneOf(['on', 'off'], { description: 'Whether DNSBL names lists.' }),
      entries: Type.Array(
        strict({
          list: Type.String({ description: 'Zone of the list.' }),
          terms: Type.String({ description: 'Terms of use of the list.' }),
          target: Type.String({ description: 'The domain, or the address of a mail host.' }),
          state: oneOf(['listed', 'not_listed', 'unknown']),
          codes: texts('Addresses that the list returned.'),
        }),
      ),
    },
    { description: 'DNS blocklists that the operator chose.' },
  ),
})
export type MailPosture = Static<typeof MailPosture>

export const DomainReport = strict({
  domain: Type.String({ description: 'The domain in ASCII.' }),
  checked_at: dateTime('When the posture was looked up.'),
  mail: strict({
    state: oneOf(['accepts', 'refuses', 'unknown'], { description: 'Whether the domain accepts mail, by its DNS.' }),
    mail_hosts: Type.Array(MxRecord),
  }),
  registration: strict({
    state: oneOf(['known', 'not_registered', 'not_published', 'unknown'], {
      description:
        '`not_published`: the registry of this ending publishes no registration data. `unknown`: it did not answer in time, or registry lookups are off.',
    }),
    registrar: text('Name of the registrar.'),
    registered_at: text('Date of registration.'),
    expires_at: text('Date of expiry.'),
    nameservers: texts('Name servers.'),
  }),
  posture: MailPosture,
})
export type DomainReport = Static<typeof DomainReport>

export const DomainPath = strict({
  domain: Type.String({ minLength: 1, maxLength: 255, description: 'Domain, such as contoso.com.' }),
})
