import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { describe, expect } from 'vitest'
import { CsvRefusedError, type CsvSource, Mailsift } from '../src/index.ts'
import { TOKEN } from './stand-in.ts'
import { test } from './with-service.ts'

const CSV = 'name,E-Mail\nJürgen,j@contoso.com\n'

describe('every kind of source is uploaded byte for byte', () => {
  const bytes = new TextEncoder().encode(CSV)
  const sources: Record<string, (path: string) => CsvSource> = {
    path: (path) => path,
    'file URL': (path) => pathToFileURL(path),
    Blob: () => new Blob([CSV]),
    File: () => new File([CSV], 'a/b.csv'),
    'Node stream': (path) => createReadStream(path, { highWaterMark: 3 }),
    'web stream': () => new Blob([CSV]).stream(),
    'text chunks': async function* () {
      yield* CSV
    },
    'a source that reuses its buffer': async function* () {
      const shared = new Uint8Array(1)
      for (const byte of bytes) yield shared.fill(byte)
    },
  }

  test.for(Object.entries(sources))('%s', async ([_, open], { service, mailsift, folder }) => {
    const path = join(folder, 'März 100% #1.csv')
    await writeFile(path, CSV)
    const { group, csv } = await mailsift.csv.clean(open(path), { emailColumn: 'E-Mail' })
    expect(group).toMatchObject({ status: 'completed', download_ready: true })
    expect([...service.uploads.values()][0]?.bytes?.toString()).toBe(CSV)
    expect(await new Response(csv).text()).toBe(`${CSV}end`)
  })
})

test('a missing file is named in the error', async ({ mailsift }) => {
  await expect(mailsift.csv.submit('missing.csv', { emailColumn: 'E-Mail' })).rejects.toThrow('missing.csv')
})

test('the file keeps its own name, without folders', async ({ service, mailsift, folder }) => {
  const path = join(folder, 'März 100% #1.csv')
  await writeFile(path, CSV)
  const submit = (source: CsvSource, filename?: string) =>
    mailsift.csv.submit(source, { emailColumn: 'E-Mail', ...(filename && { filename }) })
  await submit(path)
  await submit(pathToFileURL(path))
  await submit(new File([CSV], 'a/b.csv'))
  await submit(new Blob([CSV]))
  await submit(path, 'other.csv')
  const names = [...service.uploads.values()].map(({ filename }) => filename)
  expect(names).toEqual(['März 100% #1.csv', 'März 100% #1.csv', 'b.csv', 'upload.csv', 'other.csv'])
})

test('without progress events, the start and the end of the upload are reported', async ({ mailsift }) => {
  const told: number[] = []
  const onUploadProgress = ({ sentBytes }: { sentBytes: number }) => told.push(sentBytes)
  await mailsift.csv.submit(new Blob([CSV]), { emailColumn: 'E-Mail', onUploadProgress })
  expect(told).toEqual([0, new Blob([CSV]).size])
})

test('signed links are requested without the token', async ({ service, mailsift }) => {
  const { csv } = await mailsift.csv.clean(new Blob([CSV]), { emailColumn: 'E-Mail' })
  await new Response(csv).text()
  for (const { operation, headers } of service.seen) {
    const signed = operation === 'put' || operation === 'file'
    expect([operation, headers['service-email-api-token']]).toEqual([operation, signed ? undefined : TOKEN])
  }
})

test('the download starts only when it is read, and ends when it is cancelled', async ({ service, mailsift }) => {
  const { csv } = await mailsift.csv.clean(new Blob([CSV]), { emailColumn: 'E-Mail' })
  expect(service.count('group link')).toBe(0)
  const reader = csv.getReader()
  await reader.read()
  await reader.cancel()
  expect(service.count('file')).toBe(1)
})

test.for(['cancelled', 'aborted'])(
  'a download that has fallen silent ends at once when it is %s',
  async (how, { service, mailsift }) => {
    const stop = new AbortController()
    service.faults.push({ on: 'file', how: 'fall silent amid the answer' })
    const source = new Blob([CSV])
    const { csv } = await mailsift.csv.clean(source, { emailColumn: 'E-Mail', signal: stop.signal })
    const reader = csv.getReader()
    await reader.read()
    const silent = reader.read()
    // Until the client itself waits for the network.
    await nextTurn()
    if (how === 'cancelled') {
      await reader.cancel()
      expect(await silent).toEqual({ done: true, value: undefined })
    } else {
      stop.abort(new Error('enough'))
      await expect(silent).rejects.toThrow('enough')
    }
    await expect.poll(() => service.openAnswers()).toBe(0)
  },
)

test('a stalled source is released when the call is aborted', async ({ service, mailsift }) => {
  const stop = new AbortController()
  let isCancelled = false
  const silent = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode(CSV)),
    // The client has read all there is, and waits for more.
    pull: () => stop.abort(new Error('enough')),
    cancel: () => {
      isCancelled = true
    },
  })
  const submission = mailsift.csv.submit(silent, { emailColumn: 'E-Mail', signal: stop.signal })
  await expect(submission).rejects.toThrow('enough')
  expect(isCancelled).toBe(true)
  expect(service.seen).toEqual([])
})

test('an abort during the upload discards it before the call ends', async ({ service, mailsift }) => {
  const stop = new AbortController()
  const submission = mailsift.csv.submit(new Blob([CSV]), {
    emailColumn: 'E-Mail',
    signal: stop.signal,
    onUploadProgress: () => stop.abort(new Error('enough')),
  })
  await expect(submission).rejects.toThrow('enough')
  expect([service.count('prepare'), service.count('discard')]).toEqual([1, 1])
  expect(await mailsift.uploads.list()).toEqual([])
})

test('an abort that loses the answer to the preparation discards the upload all the same', async ({
  service,
  mailsift,
}) => {
  const stop = new AbortController()
  const aborting: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    stop.abort(new Error('enough'))
    return response
  }
  const aborted = new Mailsift({ token: TOKEN, baseUrl: service.origin, fetch: aborting })
  const submission = aborted.csv.submit(new Blob([CSV]), { emailColumn: 'E-Mail', signal: stop.signal })
  await expect(submission).rejects.toThrow('enough')
  expect(service.count('discard')).toBe(1)
  expect(await mailsift.uploads.list()).toEqual([])
})

test('an upload that failed without an abort is kept, and a later call with the same key resumes it', async ({
  service,
}) => {
  const mailsift = new Mailsift({ token: TOKEN, baseUrl: service.origin, maxRetries: 0 })
  const options = { emailColumn: 'E-Mail', filename: 'contacts.csv', idempotencyKey: 'a key' }
  service.faults.push({ on: 'put', how: 'drop before handling' })
  await expect(mailsift.csv.submit(new Blob([CSV]), options)).rejects.toThrow('The connection to the service failed')
  const [pending] = await mailsift.uploads.list()
  expect(pending).toMatchObject({ filename: 'contacts.csv', size_bytes: new Blob([CSV]).size })
  await mailsift.csv.submit(new Blob([CSV]), options)
  expect([service.uploads.size, service.count('discard')]).toEqual([1, 0])
})

test('a stream of many megabytes in odd pieces arrives byte for byte', async ({ service, mailsift }) => {
  const bytes = Uint8Array.from({ length: 3_500_000 }, (_, index) => (index * 7919) % 251)
  async function* pieces() {
    for (let at = 0, length = 1; at < bytes.length; at += length, length = ((length * 3) % 1_500_000) + 1)
      yield bytes.subarray(at, at + length)
  }
  await mailsift.csv.submit(pieces(), { emailColumn: 'E-Mail' })
  expect([...service.uploads.values()][0]?.bytes?.equals(bytes)).toBe(true)
})

test('a file that the service refuses is an error that says why', async ({ mailsift }) => {
  const refused = await mailsift.csv.clean(new Blob([CSV]), { emailColumn: 'mail' }).catch((error) => error)
  expect(refused).toBeInstanceOf(CsvRefusedError)
  expect(refused.message).toBe('line 1: there is no such column')
  expect(refused.group.status).toBe('failed')
})

test('the same key returns the same group, even after a crash between any two steps', async ({ service, mailsift }) => {
  const options = { emailColumn: 'E-Mail', idempotencyKey: 'nightly' }
  const first = await mailsift.csv.submit(new Blob([CSV]), options)
  const again = await mailsift.csv.submit(new Blob([CSV]), options)
  expect(again.id).toBe(first.id)
  expect(service.groups.size).toBe(1)
})

test('an endless stream is refused before it fills the memory', async ({ service, mailsift }) => {
  const endless = (async function* () {
    const chunk = new Uint8Array(4 << 20)
    for (;;) yield chunk
  })()
  await expect(mailsift.csv.submit(endless, { emailColumn: 'E-Mail' })).rejects.toThrow(RangeError)
  expect(service.seen).toEqual([])
})

test('progress is reported at every poll', async ({ mailsift }) => {
  const seen: string[] = []
  await mailsift.csv.clean(new Blob([CSV]), { emailColumn: 'E-Mail', onProgress: ({ status }) => seen.push(status) })
  expect(seen).toEqual(['parsing', 'completed'])
})
