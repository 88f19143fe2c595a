// How many validated addresses bounced later. Outside of /v1.
import { type Static, Type } from 'typebox'
import { count, dateTime, nullable, oneOf, strict } from './schema.ts'

/** Reasons of a verdict that are not safe, as the console and `/insight` name them. */
export const CALIBRATION_REASONS = [
  'typo',
  'disposable',
  'reserved',
  'unknown_tld',
  'not_issued',
  'no_mx',
  'undeliverable',
  'parked',
  'no_reply',
  'role',
  'irregular',
  'unicode',
] as const
export type CalibrationReason = (typeof CALIBRATION_REASONS)[number]

const share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }))

const group = {
  addresses: count('Different addresses.'),
  bounced: count('Those with a hard bounce.'),
  no_such_mailbox: count('Bounced because the mailbox does not exist.'),
  domain_gone: count('Bounced because the domain does not exist or accepts no mail.'),
  share: share('Share of them that bounced. Null below 100 addresses, which are too few to tell.'),
  share_low: share('Lower end of the 95 % interval.'),
  share_high: share('Upper end of the 95 % interval.'),
}

export const CalibrationGroup = strict(group)
export type CalibrationGroup = Static<typeof CalibrationGroup>

export const CalibrationOfReason = strict({
  reason: oneOf(CALIBRATION_REASONS, { description: 'Why the address was not safe. It may have several reasons.' }),
  ...group,
})

export const Calibration = strict({
  state: oneOf(['counted', 'not_counted', 'no_reports', 'off'], {
    description:
      '`no_reports`: no bounce or delivery was reported in the last 30 days, so nothing is known. `not_counted`: wait up to an hour. `off`: the service does not keep what it needs.',
  }),
  counted_at: nullable(dateTime()),
  validated_days: count('Addresses that were validated in this many days are compared.'),
  bounced_days: count('With the hard bounces of this many days.'),
  safe: CalibrationGroup,
  safe_domain_checked: CalibrationGroup,
  safe_domain_unchecked: CalibrationGroup,
  not_safe: CalibrationGroup,
  reasons: Type.Array(CalibrationOfReason),
})
export type Calibration = Static<typeof Calibration>
