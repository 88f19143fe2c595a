import { Worker } from 'node:worker_threads'
import type { Batch, StreamSettings } from './settings.ts'

export type Threads = { handle(batch: Batch): Promise<Uint8Array>; stop(): Promise<void> }

type Waiting = { resolve(bytes: Uint8Array): void; reject(error: unknown): void }

/** A thread returns batches in order; each new batch goes to the thread with the fewest. */
export function startThreads(count: number, settings: StreamSettings): Threads {
  const threads = Array.from({ length: count }, () => startThread(settings))
  return {
    handle(batch) {
      return threads.reduce((least, next) => (next.load() < least.load() ? next : least)).handle(batch)
    },
    async stop() {
      await Promise.all(threads.map((thread) => thread.stop()))
    },
  }
}

function startThread(settings: StreamSettings) {
  const worker = new Worker(new URL('./thread.ts', import.meta.url), { workerData: settings })
  const waiting: Waiting[] = []
  let failure: unknown
  const fail = (error: unknown) => {
    failure = error
    for (const each of waiting.splice(0)) each.reject(error)
  }
  worker.on('message', (bytes: Uint8Array) => waiting.shift()!.resolve(bytes))
  worker.on('error', fail)
  worker.on('exit', () => fail(failure ?? new Error('A thread ended before its work.')))
  return {
    load: () => waiting.length,
    handle({ bytes, fault }: Batch): Promise<Uint8Array> {
      if (failure) return Promise.reject(failure)
      // A copy: the rest of the piece is still in use here.
      const copy = new Uint8Array(bytes)
      worker.postMessage({ bytes: copy, fault }, [copy.buffer])
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
      })
    },
    stop: () => worker.terminate(),
  }
}
