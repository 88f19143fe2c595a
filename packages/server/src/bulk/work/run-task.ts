// One run of a bulk task. Whatever it throws is judged in one place: tried again later, or given up.
import type { Log } from '../../platform/log.ts'
import { judgeFailure } from './failure.ts'

export type Run = {
  log: Log
  /** For the log: what the task works on, and what it says when that fails. Neither may hold addresses. */
  subject: Readonly<Record<string, string>>
  complaint: string
  /** How often the task has failed before. */
  failures: number | undefined
  /** The task ended its process too often; it fails without another run. */
  isQuarantined: boolean
  work(): Promise<void>
  again(failures: number, delaySeconds: number): Promise<void>
  giveUp(): Promise<void>
}

export async function runTask(run: Run): Promise<void> {
  try {
    if (run.isQuarantined) await run.giveUp()
    else await run.work()
  } catch (error) {
    const { name, code } = error as { name?: string; code?: string }
    run.log.warn({ ...run.subject, error: name, code }, run.complaint)
    const consequence = judgeFailure(error, run.failures ?? 0)
    if (consequence.kind === 'give_up') await run.giveUp()
    else await run.again(consequence.failures, consequence.delaySeconds)
  }
}
