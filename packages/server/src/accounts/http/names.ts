import { AppError } from '../../platform/http/problem.ts'

/** Names are shown in terminals and tables, and PostgreSQL cannot store U+0000. */
export function refuseControlCharacters(path: string, name: string): void {
  if (!/\p{Cc}/u.test(name)) return
  throw new AppError('invalid_request', 'The request is invalid. See errors for each invalid value.', {
    errors: [{ path, message: 'must not contain control characters' }],
  })
}
