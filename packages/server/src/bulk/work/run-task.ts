// One run of a bulk task. Whatever it throws is classified in one place: retried later, or final.
import type { Log } from '../../platform/log.ts'
import { classifyFailure } from './failure.ts'

export type Run = {
  log: Log
  /** For the log: what the task works on, and what it says when that fails. Neither may hold addresses. */
  subject: Readonly<Record<string, string>>
  complaint: string
  failures: number | undefined
  /** The task ended its process too often; it fails without another run. */
  isQuarantined: boolean
  work(): Promise<void>
  again(failures: number, delaySeconds: number): Promise<void>
  fail(): Promise<void>
}

export async function runTask(run: Run): Promise<void> {
  try {
    if (run.isQuarantined) await run.fail()
    else await run.work()
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string }
    run.log.warn({ ...run.subject, error: name, code }, run.complaint)
    const consequence = classifyFailure(error, run.failures ?? 0)
    if (consequence.kind === 'fail') await run.fail()
    else await run.again(consequence.failures, consequence.delaySeconds)
  }
}
