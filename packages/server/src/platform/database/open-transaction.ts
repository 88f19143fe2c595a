// A transaction holds a connection and locks. Waiting for another machine inside one takes both from everyone else.
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

/** Every call of a file store, a name server or another host starts here: inside a transaction it is a mistake of ours. */
export function refuseInTransaction(call: string): void {
  if (transactions.getStore()?.isOpen)
    throw new Error(`A transaction must not wait for the network: ${call} before it begins or after it has ended.`)
}
