import type { ValidateQuery } from '@mailsift/contract'
import type { FastifyReply } from 'fastify'
import { AppError } from '../platform/http/problem.ts'

/**
 * Whether the caller wants domain checks, by `validate_domain` or its deprecated twin. Using the twin is pointed out by
 * `Deprecation: true`, as the drafts of RFC 9745 wrote it: the final form wants a date, and §9 gives none.
 */
export function wantsDomainChecks({ validate_domain, validate_mx }: ValidateQuery, reply: FastifyReply): boolean {
  if (validate_mx === undefined) return validate_domain === 1
  reply.header('deprecation', 'true')
  if (validate_domain !== undefined && validate_domain !== validate_mx)
    throw new AppError('invalid_request', 'validate_domain and validate_mx differ. Send only validate_domain.', {
      errors: [{ path: '/querystring/validate_mx', message: 'must agree with validate_domain' }],
    })
  return validate_mx === 1
}
