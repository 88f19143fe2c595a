import { IDEMPOTENCY_KEY_HEADER } from '@mailsift/contract'
import type { FastifyRequest } from 'fastify'
import { AppError } from './problem.ts'
import { countField } from './raw-fields.ts'

/** Which of two keys was meant cannot be known. */
export function idempotencyKeyOf(request: FastifyRequest): string | undefined {
  if (countField(request.raw.rawHeaders, IDEMPOTENCY_KEY_HEADER) > 1)
    throw new AppError('invalid_request', 'Idempotency-Key was sent more than once.')
  return request.headers[IDEMPOTENCY_KEY_HEADER] as string | undefined
}
