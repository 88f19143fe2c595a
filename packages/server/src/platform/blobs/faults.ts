import { Counter } from 'prom-client'
import type { Metrics } from '../metrics/metrics.ts'
import { type BlobStore, BlobsUnavailableError } from './blobs.ts'

/** Wraps a store and counts each call that fails because of the store. */
export function countBlobFaults<Store extends BlobStore>(blobs: Store, metrics: Metrics): Store {
  const faults = new Counter({
    name: 'mailsift_blob_faults_total',
    help: 'File store operations that failed because the store was unreachable, full or denied access.',
    labelNames: ['operation'],
    registers: [metrics],
  })
  // A rate begins with the first fault only if there was a sample before it.
  for (const operation of ['write', 'read', 'stat', 'delete', 'list']) faults.inc({ operation }, 0)
  const note = (operation: string, error: unknown) => {
    if (error instanceof BlobsUnavailableError) faults.inc({ operation })
  }
  return new Proxy(blobs, {
    get(store, name: string) {
      const value: unknown = Reflect.get(store, name)
      if (typeof value !== 'function') return value
      return (...given: unknown[]) => {
        const result: unknown = value.apply(store, given)
        if (result instanceof Promise) result.catch((error: unknown) => note(name, error))
        return isIterable(result) ? watched(result, (error) => note(name, error)) : result
      }
    },
  })
}

function isIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

async function* watched(source: AsyncIterable<unknown>, onError: (error: unknown) => void): AsyncGenerator<unknown> {
  try {
    yield* source
  } catch (error) {
    onError(error)
    throw error
  }
}
