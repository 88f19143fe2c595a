import { ApiError, type ApiErrorCode, ConnectionError } from '@mailsift/sdk'
import { expect, test } from 'vitest'
import { readFailure } from '../src/exit.ts'

const answer = (status: number, code: ApiErrorCode, headers: Record<string, string> = {}) =>
  new ApiError(code, 'No.', new Response(null, { status, headers }))

test.for([
  [400, 'invalid_request', 2],
  [401, 'unauthenticated', 3],
  [402, 'subscription_required', 3],
  [403, 'write_permission_required', 3],
  [404, 'not_found', 2],
  [409, 'idempotency_in_progress', 4],
  [410, 'job_expired', 2],
  [429, 'too_many_unfinished', 4],
  [500, 'internal', 4],
  [502, 'unexpected_response', 4],
  [200, 'unexpected_response', 4],
] as const)('%i %s ends with exit code %i', ([status, code, exitCode]) => {
  expect(readFailure(answer(status, code)).exitCode).toBe(exitCode)
})

test('a body refused by a proxy is reported as such, with the next step', () => {
  const { exitCode, message } = readFailure(answer(413, 'unexpected_response'))
  expect(exitCode).toBe(4)
  expect(message).toMatch(/proxy.*client_max_body_size/)
})

test('a failed connection ends with exit code 4', () => {
  expect(readFailure(new ConnectionError('x')).exitCode).toBe(4)
})

test('a rate limit is reported with the time to wait', () => {
  const limited = answer(429, 'rate_limited', { 'retry-after': '90', 'request-id': 'r-1' })
  expect(readFailure(limited).message).toBe('No.\n  Try again in 2 min.\n  Request ID: r-1')
})
