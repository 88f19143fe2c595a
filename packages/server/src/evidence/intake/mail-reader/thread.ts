// Reads mails of strangers beside the event loop of its process.
import { parentPort } from 'node:worker_threads'
import { readMail } from '../../reports/read-mail.ts'

parentPort?.on('message', async (mail: Uint8Array) => {
  parentPort?.postMessage(await readMail(mail))
})
// Loading the reader is not part of a mail's time.
parentPort?.postMessage('ready')
