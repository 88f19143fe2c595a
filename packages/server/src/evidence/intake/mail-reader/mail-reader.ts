import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { MailReading } from '../../reports/report.ts'

export type MailReader = {
  /** Undefined for a mail that is not read in time; the same mail would not be the next time either. */
  read(mail: Uint8Array): Promise<MailReading | undefined>
  stop(): Promise<void>
}

/** Reading takes linear time, a fraction of a second for the largest mail. The limit only ends what hangs: a busy machine loses no bounce. */
const READ_MAX_MS = 30_000
/** A thread costs memory; most processes read no mail for hours. */
const IDLE_MS = 60_000

/**
 * One mail at a time, in a thread, within a deadline: whatever a mail contains, the process goes on to answer requests. A thread that misses
 * the deadline, or ends, is replaced.
 */
export function createMailReader({ readMaxMs = READ_MAX_MS } = {}): MailReader {
  let thread: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let last: Promise<unknown> = Promise.resolve()

  const start = (): Worker => {
    const started = new Worker(new URL('./thread.ts', import.meta.url), {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
    })
    started.unref()
    started.on('error', () => undefined)
    return started
  }
  const end = async () => {
    clearTimeout(idle)
    const ended = thread
    thread = undefined
    await ended?.terminate()
  }

  async function readNow(mail: Uint8Array): Promise<MailReading | undefined> {
    clearTimeout(idle)
    if (!thread) {
      thread = start()
      // A thread that ends instead sends no message.
      await Promise.race([once(thread, 'message'), once(thread, 'exit')])
    }
    const current = thread
    const reading = await new Promise<MailReading | undefined>((resolve) => {
      const done = (found?: MailReading) => {
        clearTimeout(timer)
        current.off('message', done).off('exit', failed)
        resolve(found)
      }
      const failed = () => done()
      const timer = setTimeout(failed, readMaxMs)
      current.on('message', done).on('exit', failed)
      current.postMessage(mail)
    })
    if (reading === undefined) await end()
    else idle = setTimeout(end, IDLE_MS).unref()
    return reading
  }

  return {
    read(mail) {
      const turn = last.then(() => readNow(mail))
      last = turn.catch(() => undefined)
      return turn
    },
    async stop() {
      await last
      await end()
    },
  }
}
