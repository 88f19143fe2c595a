// A probe queries a mail server about a mailbox. Outside of /v1, whose validations never cause one.
import { type Static, Type } from 'typebox'
import { LIST_PROBES_MAX_COUNT } from './limits.ts'
import { count, dateTime, nullable, oneOf, oneOfOrNull, strict } from './schema.ts'

export const PROBE_STATES = ['pending', 'ended', 'not_needed', 'not_available'] as const

/** Why a probe ended without a result. */
export const PROBE_REASONS = [
  'refused',
  'temporary',
  'timeout',
  'unreachable',
  'other_family',
  'tls',
  'protocol',
  'unclear',
  'provider',
  'no_mail_host',
  'not_possible',
  'not_ready',
  'not_allowed',
  'known',
] as const
export type ProbeReason = (typeof PROBE_REASONS)[number]

export const MailboxProbe = strict({
  state: oneOf(PROBE_STATES, {
    description:
      '`pending`: a worker asks the mail server; request the address again later. `ended`: `mailbox` has the answer, or `reason` says why there is none. ' +
      '`not_needed`: other evidence answers. `not_available`: probes are off, or your account may not probe.',
  }),
  reason: oneOfOrNull(PROBE_REASONS, 'Why the probe ended without an answer; null otherwise.'),
  at: nullable(dateTime('When it was requested, or when it ended.')),
})
export type MailboxProbe = Static<typeof MailboxProbe>

export const Probe = Type.Unsafe<0 | 1>({
  type: 'integer',
  enum: [0, 1],
  description:
    'With 1, a worker asks the mail server of the address whether the mailbox exists, if nothing else says so and your administrator allows it. Default: 0.',
})

export const ListProbe = strict({
  state: oneOf(['ready', 'running', 'not_available'], {
    description:
      '`ready`: a request can begin. `running`: mail servers are being queried. `not_available`: probes are off, or your account may not probe.',
  }),
  cost: count(
    'Probes that a request would make now, at most: addresses whose mailbox is unknown, within what is left of the day. A probe uses no credits.',
  ),
  left_today: count('Probes of the day that are neither used nor requested yet, for the whole installation.'),
  requested: count('Probes of the last request for this list.'),
  ended: count('Those of them that have ended.'),
  answered: count('Those of them whose mail server answered.'),
  at: nullable(dateTime('When the last request was made.')),
})
export type ListProbe = Static<typeof ListProbe>

export const ProbeListBody = strict({
  probes_max: Type.Integer({
    minimum: 1,
    maximum: LIST_PROBES_MAX_COUNT,
    description: 'Maximum number of probes: the `cost` that you were shown, or less.',
  }),
})
export type ProbeListBody = Static<typeof ProbeListBody>
