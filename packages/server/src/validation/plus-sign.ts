import type { FastifyRequest } from 'fastify'
import { AppError } from '../platform/http/problem.ts'

/**
 * In a query a plus sign stands for a space, as forms send it. An address that is refused because of such a space was
 * probably meant with its label, and its sender cannot know what became of it.
 */
export function hintAtPlusSign<Answer>(request: FastifyRequest, email: string, work: Promise<Answer>): Promise<Answer> {
  if (!email.includes(' ') || !request.raw.url!.includes('+')) return work
  return work.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.code !== 'invalid_email') throw error
    throw new AppError(error.code, `${error.message} Send a plus sign as %2B; otherwise it arrives as a space.`)
  })
}
