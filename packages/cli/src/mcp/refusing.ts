import { ERRORS, type ErrorCode } from '@mailsift/contract'
import { Refusal } from '@mailsift/mcp'
import { ApiError } from '@mailsift/sdk'
import { EXIT, Failure, readFailure } from '../exit.ts'

/** Turns a refusal of the service, or of this machine, into that of a tool. A fault of this program stays one. */
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
