import { AsyncLocalStorage } from 'node:async_hooks'

/** The trace context of the present work, as a W3C traceparent; entered only where traces are sent. */
const storage = new AsyncLocalStorage<string>()

export function currentTrace(): string | undefined {
  return storage.getStore()
}

export function withinTrace<Result>(traceparent: string, work: () => Result): Result {
  return storage.run(traceparent, work)
}
