// Rate limits: the number of requests in a window of time, counted over all processes of a fleet. The name is sent in
// RateLimit and RateLimit-Policy.

export type RateLimit = { readonly name: string; readonly limit: number; readonly windowSeconds: number }

const HOUR = 3_600

/** Makes guessing hopeless from one network and against one account, but lets a forgetful owner in. */
export const SIGN_INS_PER_NETWORK = { name: 'sign-in', limit: 30, windowSeconds: 60 } satisfies RateLimit
export const SIGN_INS_PER_ACCOUNT = { name: 'sign-in-account', limit: 10, windowSeconds: 300 } satisfies RateLimit
export const SIGN_UPS_PER_NETWORK = { name: 'sign-up', limit: 10, windowSeconds: HOUR } satisfies RateLimit
/** An identity provider ends many sessions at once. */
export const LOGOUT_TOKENS_PER_NETWORK = { name: 'logout-token', limit: 600, windowSeconds: 60 } satisfies RateLimit
export const SIGN_UPS_PER_ADDRESS = { name: 'sign-up-address', limit: 3, windowSeconds: HOUR } satisfies RateLimit
export const TOKENS_PER_ACCOUNT = { name: 'issue-token', limit: 60, windowSeconds: HOUR } satisfies RateLimit
export const INVITATIONS_PER_ACCOUNT = { name: 'invite', limit: 60, windowSeconds: HOUR } satisfies RateLimit
/** Strangers must not be able to flood a mailbox. */
export const INVITATION_MAILS_PER_ADDRESS = {
  name: 'invite-address',
  limit: 5,
  windowSeconds: 24 * HOUR,
} satisfies RateLimit
export const RESETS_PER_ADDRESS = { name: 'reset-address', limit: 3, windowSeconds: HOUR } satisfies RateLimit
export const CONFIRMATION_MAILS_PER_PERSON = {
  name: 'confirmation-mail',
  limit: 5,
  windowSeconds: HOUR,
} satisfies RateLimit
export const RESET_LINKS_PER_ACCOUNT = { name: 'reset-link', limit: 30, windowSeconds: HOUR } satisfies RateLimit
export const TEST_MAILS_PER_ACCOUNT = { name: 'test-mail', limit: 10, windowSeconds: HOUR } satisfies RateLimit
export const SITE_KEYS_PER_ACCOUNT = { name: 'make-site-key', limit: 60, windowSeconds: HOUR } satisfies RateLimit
export const BOUNCE_SOURCES_PER_ACCOUNT = {
  name: 'make-bounce-source',
  limit: 60,
  windowSeconds: HOUR,
} satisfies RateLimit
/** Reports of one source. Its address is in the return path of every mail that the account sends, so it is public. */
export const MAILS_PER_BOUNCE_SOURCE = { name: 'bounce-mail', limit: 1_200, windowSeconds: 60 } satisfies RateLimit
/** Requests of a provider, each with one or more events. */
export const EVENTS_PER_BOUNCE_SOURCE = { name: 'bounce-event', limit: 12_000, windowSeconds: 60 } satisfies RateLimit
/** A mail server sends few bounces to one sender. */
export const MAILS_PER_BOUNCE_CLIENT = { name: 'bounce-client', limit: 120, windowSeconds: 60 } satisfies RateLimit
/** A site key is public: this limits what its abuse can cost the account. */
export const ANSWERS_PER_SITE_KEY = { name: 'guard-key', limit: 3_000, windowSeconds: HOUR } satisfies RateLimit
export const ANSWERS_PER_VISITOR = { name: 'guard-network', limit: 20, windowSeconds: 60 } satisfies RateLimit
export const TICKETS_PER_NETWORK = { name: 'playground', limit: 30, windowSeconds: 60 } satisfies RateLimit
