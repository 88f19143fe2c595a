import process from 'node:process'
import { expect, onTestFinished, test } from 'vitest'
import { callAdmin } from '../admin/run-admin.ts'
import { startLossyProxy, startMemoryStore } from '../platform/blobs/lossy-store.ts'
import { startService } from './service.ts'

const JSON_BODY = { 'content-type': 'application/json' }

test('an S3 proxy that loses the first answer does not keep CSV uploads off', async () => {
  const proxy = await startLossyProxy(await startMemoryStore(), { method: 'PUT', lost: 1 })
  process.env.AWS_ACCESS_KEY_ID ??= 'none'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'none'
  const env = { BLOBS: 's3://bucket', S3_ENDPOINT: proxy.endpoint, S3_PATH_STYLE: 'on', CONSOLE: 'off' }
  const service = await startService(env, { worker: false })
  onTestFinished(() => service.stop())
  const caller = await service.newCaller()
  const body = JSON.stringify({ filename: 'a.csv', size_bytes: 10 })
  const prepare = async () =>
    (await service.request(caller, '/emails/bulk/upload', { method: 'POST', headers: JSON_BODY, body })).status
  await expect.poll(prepare).toBe(201)
  expect(proxy.seen.lost).toBe(1)
  expect(await (await fetch(`${service.origin}/readyz`)).json()).toEqual({ status: 'ready' })
})

test('a store that is not proven is named by /readyz and by admin status', async () => {
  // Both attempts of every write are lost.
  const proxy = await startLossyProxy(await startMemoryStore(), { method: 'PUT', lost: Number.POSITIVE_INFINITY })
  process.env.AWS_ACCESS_KEY_ID ??= 'none'
  process.env.AWS_SECRET_ACCESS_KEY ??= 'none'
  const env = { BLOBS: 's3://bucket', S3_ENDPOINT: proxy.endpoint, S3_PATH_STYLE: 'on', CONSOLE: 'off' }
  const service = await startService(env, { worker: false })
  onTestFinished(() => service.stop())
  const readStore = async () => ((await (await fetch(`${service.origin}/readyz`)).json()) as { store?: string }).store
  expect(await readStore()).toMatch(/CSV uploads are off until a check succeeds$/)
  await expect.poll(readStore).toMatch(/^unavailable: it cannot be reached/)
  const status = async () => (await callAdmin(service.url, ['status'])).output
  await expect.poll(status).toContain('! The object store: unavailable: it cannot be reached')
})
