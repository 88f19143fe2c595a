// A transaction holds a connection and locks. Waiting inside one, for another machine or a slow hash, takes both from everyone else, and
// after five seconds the server ends it.
import { AsyncLocalStorage } from 'node:async_hooks'

type OpenTransaction = { isOpen: boolean }

const transactions = new AsyncLocalStorage<OpenTransaction>()

export async function runInTransaction<Result>(body: () => Promise<Result>): Promise<Result> {
  const transaction: OpenTransaction = { isOpen: true }
  try {
    return await transactions.run(transaction, body)
  } finally {
    // Work that the body has started and not waited for may go on, and is free.
    transaction.isOpen = false
  }
}

/** Every call of a file store, a name server or another host, and every hash of a password, starts here: inside a transaction it is a mistake of ours. */
export function refuseInTransaction(call: string): void {
  if (transactions.getStore()?.isOpen)
    throw new Error(`A transaction must not wait: ${call} before it begins or after it has ended.`)
}
