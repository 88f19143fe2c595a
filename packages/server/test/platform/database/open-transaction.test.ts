import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { slowPasswords } from '../../../src/identity/users/passwords.ts'
import { createDiskBlobs } from '../../../src/platform/blobs/disk.ts'
import { createS3Blobs } from '../../../src/platform/blobs/s3.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { createDnsClient } from '../../../src/platform/dns/client.ts'
import { createGuardedDial } from '../../../src/platform/outbound/guarded-dial.ts'
import { createGuardedFetch } from '../../../src/platform/outbound/guarded-fetch.ts'
import { useTestDatabase } from '../../support/database.ts'

async function useCalls(): Promise<[string, () => Promise<unknown>][]> {
  const folder = await mkdtemp(join(tmpdir(), 'open-transaction-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const disk = createDiskBlobs({ folder, linkBaseUrl: '', secrets: [Buffer.from('a')], uploadStallMs: 0 })
  const s3 = createS3Blobs({
    bucket: 'bucket',
    prefix: '',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9',
    forcePathStyle: true,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
    spoolFolder: folder,
    clock: systemClock,
  })
  onTestFinished(() => s3.close())
  const resolveHost = async () => []
  const web = createGuardedFetch({ resolveHost, userAgent: 'test' })
  onTestFinished(() => web.close())
  const dns = createDnsClient({ servers: ['127.0.0.1:9'], fallbackServers: [], timeoutMs: 1, tries: 1, budgetMs: 1 })
  onTestFinished(() => dns.close())
  const first = async (list: AsyncIterable<unknown>) => {
    for await (const entry of list) return entry
  }
  return [
    ...[disk, s3].flatMap((blobs): [string, () => Promise<unknown>][] => [
      ['stat', () => blobs.stat('a')],
      ['read', () => blobs.read('a')],
      ['delete', () => blobs.delete('a')],
      ['write', () => blobs.write('a', (async function* () {})())],
      ['list', () => first(blobs.list('a'))],
    ]),
    ['fetch', () => web.fetch('https://example.com')],
    ['dial', () => createGuardedDial({ resolveHost, ports: [43] })('example.com', 43)],
    ['name server', () => dns.ask('example.com', 'A')],
    ['password', () => slowPasswords.hash('a')],
  ]
}

const REFUSED = /^A transaction must not wait:/
const failureOf = (call: () => Promise<unknown>) =>
  call().then(
    () => '',
    (error: Error) => error.message,
  )

test('a call of a file store, a name server or another host, or a hash of a password, inside an open transaction is refused, and after it is not', async () => {
  const { db } = await useTestDatabase()
  const calls = await useCalls()
  for (const [name, call] of calls) {
    const inside = await db.transaction().execute(() => failureOf(call))
    expect(inside, name).toMatch(REFUSED)
  }
  // Started inside, and going on after the end.
  const ended = Promise.withResolvers<void>()
  const later = await db
    .transaction()
    .execute(async () => ({ failure: ended.promise.then(() => failureOf(calls[0]![1])) }))
  ended.resolve()
  expect(await later.failure).toBe('')
})
