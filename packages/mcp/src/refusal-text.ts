import { ERROR_HELP, type ErrorCode } from '@mailsift/contract'
import { visible } from './foreign-text.ts'
import { Refusal } from './service.ts'

/** Where the advice of the API is for those who write requests. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  invalid_request: 'Change the value that is named, and call again.',
  invalid_email: 'Correct the address, or leave it out.',
  not_found: 'Check the id. Only what belongs to this account is found.',
  internal: 'Call again. If it stays, tell the owner of the instance.',
  unavailable: 'Wait, and call again.',
}

/** The error and its remedy. */
export function explain(error: unknown): string {
  if (!(error instanceof Refusal)) return 'The call was cancelled.'
  const { code, message, options } = error
  const { errors = [], retryAfterSeconds } = options
  const parts = [
    code === 'local' ? message : `${code}: ${message}`,
    ...errors.map(({ path, message }) => `${path} ${message}.`),
    ...(retryAfterSeconds === undefined ? [] : [`Wait ${retryAfterSeconds} seconds.`]),
    ...(code === 'local' ? [] : [`What to do: ${ADVICE[code] ?? ERROR_HELP[code].fix}`]),
  ]
  return visible(parts.join(' '))
}
