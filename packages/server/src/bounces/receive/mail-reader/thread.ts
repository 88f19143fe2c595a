// Reads what strangers wrote beside the event loop of its process.
import { parentPort } from 'node:worker_threads'
import { classify } from '../../reports/classify.ts'
import { readMail } from '../../reports/read-mail.ts'
import { WEBHOOKS } from '../webhooks/webhooks.ts'
import type { Foreign } from './foreign.ts'

function read(foreign: Foreign) {
  if (foreign.kind === 'mail') return readMail(foreign.mail)
  if (foreign.kind === 'failures') return foreign.failures.map(classify)
  // A copy of a buffer arrives as plain bytes.
  const { buffer, byteOffset, byteLength } = foreign.body
  return WEBHOOKS[foreign.service].read(Buffer.from(buffer, byteOffset, byteLength))
}

parentPort?.on('message', async (foreign: Foreign) => {
  parentPort?.postMessage(await read(foreign))
})
// Loading the reader is not part of the time.
parentPort?.postMessage('ready')
