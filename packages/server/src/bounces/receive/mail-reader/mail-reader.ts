import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Classified, Failure } from '../../reports/classify.ts'
import type { MailReading } from '../../reports/report.ts'
import type { Report } from '../reported.ts'
import type { WebhookKind } from '../webhooks/webhooks.ts'
import type { Foreign } from './foreign.ts'

/** Undefined for what is not read in time; it would not be the next time either. */
export type MailReader = {
  read(mail: Uint8Array): Promise<MailReading | undefined>
  /** The reports in a request of a mail provider, whose signature was verified. */
  readWebhook(service: WebhookKind, body: Uint8Array): Promise<Report[] | undefined>
  /** In the order of the failures. */
  classify(failures: readonly Failure[]): Promise<Classified[] | undefined>
  stop(): Promise<void>
}

/** Reading takes linear time, a fraction of a second for the largest mail. The limit only ends what hangs: a busy machine loses no bounce. */
const READ_MAX_MS = 30_000
/** A thread costs memory; most processes read no mail for hours. */
const IDLE_MS = 60_000

/**
 * One text at a time, in a thread, within a deadline: whatever it contains, the process goes on to answer requests. A thread that misses the
 * deadline, or ends, is replaced.
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

  async function readNow(foreign: Foreign): Promise<unknown> {
    clearTimeout(idle)
    if (!thread) {
      thread = start()
      // A thread that ends instead sends no message.
      await Promise.race([once(thread, 'message'), once(thread, 'exit')])
    }
    const current = thread
    const reading = await new Promise<unknown>((resolve) => {
      const done = (found?: unknown) => {
        clearTimeout(timer)
        current.off('message', done).off('exit', failed)
        resolve(found)
      }
      const failed = () => done()
      const timer = setTimeout(failed, readMaxMs)
      current.on('message', done).on('exit', failed)
      current.postMessage(foreign)
    })
    if (reading === undefined) await end()
    else idle = setTimeout(end, IDLE_MS).unref()
    return reading
  }

  /** The thread returns what `Foreign` says. */
  function inTurn<T>(foreign: Foreign): Promise<T | undefined> {
    const turn = last.then(() => readNow(foreign))
    last = turn.catch(() => undefined)
    return turn as Promise<T | undefined>
  }

  return {
    read: (mail) => inTurn({ kind: 'mail', mail }),
    readWebhook: (service, body) => inTurn({ kind: 'webhook', service, body }),
    classify: (failures) => inTurn({ kind: 'failures', failures }),
    async stop() {
      await last
      await end()
    },
  }
}
