// A worker thread of `mailsift stream`: it has its own engine and processes batches one after another.
import { parentPort, workerData } from 'node:worker_threads'
import { loadEngine } from '@mailsift/engine/node'
import { createBatchProcessor } from './process-batch.ts'
import type { Batch, StreamSettings } from './settings.ts'

const process = createBatchProcessor(loadEngine(), workerData as StreamSettings)
parentPort!.on('message', (batch: Batch) => {
  // A copy: small buffers share their memory, so they cannot be transferred.
  const bytes = new Uint8Array(process(batch))
  parentPort!.postMessage(bytes, [bytes.buffer])
})
