// Apart from the schemas: programs that only offer these words load this alone.

/** The codes that a policy decides on: why an address is not safe, and facts that are a reason for some purposes only. */
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
