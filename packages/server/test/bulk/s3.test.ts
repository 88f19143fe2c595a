import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import process from 'node:process'
import type { Problem } from '@mailsift/contract'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../support/program.ts'
import { startService } from './service.ts'

const JSON_BODY = { 'content-type': 'application/json' }

test.each([
  ['overwrites what it has', true],
  ['cannot be reached', false],
])('a store that %s gets no uploads: 503, and lists are taken all the same', async (_name, answers) => {
  let asked = 0
  const store = createServer((request, reply) => {
    asked++
    request.resume().on('end', () => reply.writeHead(200, { etag: '"x"' }).end())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => store.once('listening', resolve))
  onTestFinished(() => void store.close())
  const port = answers ? (store.address() as AddressInfo).port : await freePort()
  process.env.AWS_ACCESS_KEY_ID ??= 'none'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'none'
  const env = { BLOBS: 's3://bucket', S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_PATH_STYLE: 'on' }
  const service = await startService(env, { worker: false })
  onTestFinished(() => service.stop())
  if (answers) await expect.poll(() => asked).toBeGreaterThanOrEqual(3)
  const caller = await service.newCaller()
  const refused = await service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    headers: JSON_BODY,
    body: JSON.stringify({ filename: 'a.csv', size_bytes: 10 }),
  })
  expect([refused.status, ((await refused.json()) as Problem).code]).toEqual([503, 'bulk_disabled'])
  expect(refused.headers.get('retry-after')).not.toBeNull()
  expect((await service.submit(caller, { emails: ['a@b.de'] })).status).toBe(202)
})
