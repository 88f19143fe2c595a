import type { Engine } from '@mailsift/engine'
import { AppError } from '../platform/http/problem.ts'

/** An input that is no address may be one with a typo (`john@gmail`): the refusal then names the domain that was probably meant. */
export function hintAtMeantDomain<Answer>(engine: Engine, email: string, work: Promise<Answer>): Promise<Answer> {
  return work.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'invalid_email') throw error
    const meant = engine.suggest(email)?.domain
    throw meant === undefined ? error : new AppError(error.code, `${error.message} Did you mean ${meant}?`)
  })
}
