// Separate from the schemas, for programs that need only these values.

/**
 * The codes that a policy decides on: reasons why an address is not safe, and facts that are reasons for some purposes
 * only.
 */
export const REASON_CODES = [
  'invalid',
  'typo',
  'disposable',
  'free_dns',
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
  'young_domain',
  'relay',
  'free_mail',
] as const
export type ReasonCode = (typeof REASON_CODES)[number]
