import { Type } from 'typebox'
import { IDEMPOTENCY_KEY_MAX_CHARACTERS, IDEMPOTENCY_KEY_MIN_CHARACTERS } from './limits.ts'

/** Header names in lower case, as Node and fetch return them. */
export const API_TOKEN_HEADER = 'service-email-api-token'
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key'
export const IDEMPOTENCY_REPLAYED_HEADER = 'idempotency-replayed'
export const PLAYGROUND_TICKET_HEADER = 'playground-ticket'
/** Credits left in the month, if the plan limits them. */
export const QUOTA_REMAINING_HEADER = 'x-quota-remaining'
export const REQUEST_ID_HEADER = 'request-id'

/** Request headers are not restricted: every client and proxy adds its own. */
export const IdempotencyHeaders = Type.Object({
  [IDEMPOTENCY_KEY_HEADER]: Type.Optional(
    Type.String({
      minLength: IDEMPOTENCY_KEY_MIN_CHARACTERS,
      maxLength: IDEMPOTENCY_KEY_MAX_CHARACTERS,
      description: 'The same key with the same input returns the original response and does no further work.',
    }),
  ),
})
