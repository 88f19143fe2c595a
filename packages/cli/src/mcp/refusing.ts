import { ERRORS, type ErrorCode } from '@mailsift/contract'
import { Refusal } from '@mailsift/mcp'
import { ApiError } from '@mailsift/sdk'
import { EXIT, Failure, readFailure } from '../exit.ts'

/**
 * Converts an error of the service or of this machine into one for the tool's caller. A bug in this program is thrown
 * on.
 */
export async function refusing<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof ApiError && error.code in ERRORS) {
      const { code, message, errors, retryAfterSeconds } = error
      throw new Refusal(code as ErrorCode, message, { errors, retryAfterSeconds })
    }
    if (error instanceof Failure) throw new Refusal('local', error.withoutContent)
    const { exitCode, message } = readFailure(error)
    throw exitCode === EXIT.bug ? error : new Refusal('local', message)
  }
}
