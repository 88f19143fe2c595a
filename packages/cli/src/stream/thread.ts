// One thread of `mailsift stream`: it has its own engine and answers batches one after the other.
import { parentPort, workerData } from 'node:worker_threads'
import { loadEngine } from '@mailsift/engine/node'
import { createBatchAnswers } from './answer-batch.ts'
import type { Batch, StreamSettings } from './settings.ts'

const answer = createBatchAnswers(loadEngine(), workerData as StreamSettings)
parentPort!.on('message', (batch: Batch) => {
  // Its own copy: small buffers share their memory with others, and could not be passed on.
  const bytes = new Uint8Array(answer(batch))
  parentPort!.postMessage(bytes, [bytes.buffer])
})
