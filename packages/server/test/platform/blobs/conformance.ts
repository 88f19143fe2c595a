// What every blob store must do, tried over real HTTP where clients meet it.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, test } from 'vitest'
import { eventually } from '../../../../../scripts/eventually.ts'
import { type BlobStore, probeImmutability } from '../../../src/platform/blobs/blobs.ts'

const CONTENT = Buffer.from('email\na@x.example\n')

export function blobStoreConformance(open: () => BlobStore): void {
  let blobs: BlobStore
  let key: string
  beforeEach(() => {
    blobs = open()
    key = `conformance/${randomUUID()}.csv`
  })

  const bytesOf = async (name = key) => {
    const stream = await blobs.read(name)
    return stream && (await text(stream))
  }
  const inAnHour = () => Date.now() + 3_600_000
  const reserve = (size = CONTENT.length, expiresAtMs = inAnHour()) => blobs.reserveUpload(key, { size, expiresAtMs })

  describe('writing', () => {
    test('answers the size and SHA-256 of what was stored, and reading gives the same bytes', async () => {
      const content = randomBytes(3_000_000)
      const written = await blobs.write(key, pieces(content))
      expect(written).toMatchObject({ outcome: 'stored', size: content.length })
      expect({ outcome: 'stored', ...(await digestOf(blobs, key)) }).toEqual(written)
      expect(await blobs.stat(key)).toMatchObject({ key, size: content.length })
    })

    test('a second time changes nothing and says so', async () => {
      await blobs.write(key, pieces('first'))
      expect(await blobs.write(key, pieces('second'))).toEqual({ outcome: 'exists' })
      expect(await bytesOf()).toBe('first')
    })

    test('by eight racers has one winner, and its bytes stay', async () => {
      const outcomes = await Promise.all(Array.from({ length: 8 }, (_, at) => blobs.write(key, pieces(`racer ${at}`))))
      const winners = outcomes.flatMap(({ outcome }, at) => (outcome === 'stored' ? [at] : []))
      expect(winners.length).toBe(1)
      expect(await bytesOf()).toBe(`racer ${winners[0]}`)
    })

    test('shows nothing before the last byte, and nothing at all when the source fails', async () => {
      let seen: unknown = 'not asked'
      async function* failing() {
        yield Buffer.from('half')
        seen = await blobs.stat(key)
        throw new Error('source failed')
      }
      await expect(blobs.write(key, failing())).rejects.toThrow('source failed')
      expect(seen).toBeUndefined()
      expect(await blobs.stat(key)).toBeUndefined()
    })

    test('keeps its promise when it is probed', async () => {
      expect(await probeImmutability(blobs)).toBe('kept')
      for await (const { key } of blobs.list('probe/')) expect(key).toBeUndefined()
    })

    test.each(['', '/a', 'a/', 'a//b', '..', '../a', 'a/../b', 'a/./b', 'a\\b', 'a\0', 'A', 'a b', '.hidden'])(
      'under the malformed key %j is refused',
      async (malformed) => {
        await expect(blobs.write(malformed, pieces('x'))).rejects.toThrow('malformed')
        await expect(blobs.read(malformed)).rejects.toThrow('malformed')
        await expect(blobs.delete(malformed)).rejects.toThrow('malformed')
      },
    )
  })

  describe('reading', () => {
    test('gives any range of bytes', async () => {
      await blobs.write(key, pieces('0123456789'))
      const range = async (start?: number, end?: number) =>
        text((await blobs.read(key, { ...(start !== undefined && { start }), ...(end !== undefined && { end }) }))!)
      expect([await range(2, 5), await range(7), await range(undefined, 1), await range(9, 99)]).toEqual([
        '234',
        '789',
        '0',
        '9',
      ])
    })

    test('a pinned version gives the object, another version nothing', async () => {
      await blobs.write(key, pieces('pinned'))
      const { version } = (await blobs.stat(key))!
      expect(await text((await blobs.read(key, { version }))!)).toBe('pinned')
      expect(await blobs.read(key, { version: '"other"' })).toBeUndefined()
    })

    test('what is not there gives nothing, and deleting it is fine', async () => {
      expect(await blobs.read(key)).toBeUndefined()
      expect(await blobs.stat(key)).toBeUndefined()
      expect(await digestOf(blobs, key)).toBeUndefined()
      await blobs.delete(key)
    })

    test('after deleting gives nothing, and the key can be written again', async () => {
      await blobs.write(key, pieces('one'))
      await blobs.delete(key)
      expect(await bytesOf()).toBeUndefined()
      expect(await blobs.write(key, pieces('two'))).toMatchObject({ outcome: 'stored' })
    })

    test('a list has every object below a prefix with its size and age', async () => {
      const folder = `list-${randomUUID()}`
      const names = ['a/1', 'a/2', 'ab', 'b/1'].map((name) => `${folder}/${name}`)
      const startedAtMs = Date.now()
      for (const name of names) await blobs.write(name, pieces(name))
      const listed = async (prefix: string) => {
        const keys: string[] = []
        for await (const info of blobs.list(prefix)) {
          expect(info.size).toBe(info.key.length)
          // A store may have another clock, and S3 has whole seconds.
          expect(info.modifiedAtMs).toBeGreaterThan(startedAtMs - 60_000)
          expect(info.modifiedAtMs).toBeLessThan(Date.now() + 60_000)
          expect(info).toEqual({ ...(await blobs.stat(info.key)), modifiedAtMs: info.modifiedAtMs })
          keys.push(info.key)
        }
        return keys.sort()
      }
      expect(await listed(`${folder}/`)).toEqual(names)
      expect(await listed(`${folder}/a`)).toEqual(names.slice(0, 3))
      expect(await listed(`${folder}/a/`)).toEqual(names.slice(0, 2))
      expect(await listed(`${folder}/c`)).toEqual([])
    })

    test('clearing away the abandoned leaves every object', async () => {
      await blobs.write(key, pieces('kept'))
      await blobs.removeAbandoned(inAnHour())
      expect(await bytesOf()).toBe('kept')
    })
  })

  describe('a reserved upload', () => {
    test('takes a PUT with exactly the headers it came with, also after its signature was refreshed', async () => {
      await reserve()
      const { url, headers } = await reserve()
      expect(headers).toEqual({ 'Content-Type': 'text/csv', 'Content-Length': '18', 'If-None-Match': '*' })
      expect(await put(url, headers, [CONTENT])).toBeLessThan(300)
      expect(await bytesOf()).toBe(CONTENT.toString())
      expect(await blobs.stat(key)).toMatchObject({ size: CONTENT.length })
    })

    test('is immutable: a replay is 412, and the bytes stay', async () => {
      const { url, headers } = await reserve()
      await put(url, headers, [CONTENT])
      expect(await put(url, headers, [Buffer.from('x'.repeat(CONTENT.length))])).toBe(412)
      expect(await bytesOf()).toBe(CONTENT.toString())
    })

    test('by eight racers has one winner', async () => {
      const { url, headers } = await reserve(8)
      const statuses = await Promise.all(
        Array.from({ length: 8 }, (_, at) => put(url, headers, [Buffer.from(`racer,${at}\n`)])),
      )
      const winners = statuses.flatMap((status, at) => (status < 300 ? [at] : []))
      expect(winners.length).toBe(1)
      expect(await bytesOf()).toBe(`racer,${winners[0]}\n`)
    })

    type Headers = Record<string, string>
    test.each<[string, (headers: Headers) => Headers, Buffer[]?]>([
      ['a longer body', (headers) => ({ ...headers, 'Content-Length': '19' }), [CONTENT, Buffer.from('x')]],
      ['a shorter body', (headers) => ({ ...headers, 'Content-Length': '17' }), [CONTENT.subarray(1)]],
      ['a chunked body', ({ 'Content-Length': _, ...headers }) => ({ ...headers, 'Transfer-Encoding': 'chunked' })],
      ['another type', (headers) => ({ ...headers, 'Content-Type': 'text/plain' })],
      ['a type with parameters', (headers) => ({ ...headers, 'Content-Type': 'text/csv; charset=utf-8' })],
      ['no type', ({ 'Content-Type': _, ...headers }) => headers],
      ['no If-None-Match', ({ 'If-None-Match': _, ...headers }) => headers],
      ['another If-None-Match', (headers) => ({ ...headers, 'If-None-Match': '"etag"' })],
    ])('refuses %s, leaving nothing visible', async (_, change, body = [CONTENT]) => {
      const { url, headers } = await reserve()
      expect(await put(url, change(headers), body)).toBeGreaterThanOrEqual(400)
      expect(await blobs.stat(key)).toBeUndefined()
    })

    test('that breaks off in the middle leaves nothing visible, and can be tried again', async () => {
      const { url, headers } = await reserve()
      await put(url, headers, [CONTENT.subarray(0, 9)], { breakOff: true })
      expect(await blobs.stat(key)).toBeUndefined()
      expect(await put(url, headers, [CONTENT])).toBeLessThan(300)
    })

    test('refuses a PUT after its time', async () => {
      const { url, headers } = await reserve(CONTENT.length, Date.now() + 1_000)
      // A link that ends no earlier.
      const witness = { key: `${key}.witness`, expiresAtMs: Date.now() + 2_000 }
      await blobs.write(witness.key, pieces(CONTENT))
      const link = await blobs.downloadLink(witness.key, { fileName: 'a.csv', expiresAtMs: witness.expiresAtMs })
      await eventually(async () => !(await fetch(link)).ok)
      expect(await put(url, headers, [CONTENT])).toBeGreaterThanOrEqual(400)
      expect(await blobs.stat(key)).toBeUndefined()
    })

    test('refuses a URL that was changed anywhere', async () => {
      const { url, headers } = await reserve()
      const other = await blobs.reserveUpload(`${key}.other`, { size: CONTENT.length, expiresAtMs: inAnHour() })
      for (const changed of [
        url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
        url.replace(/([?&][a-z-]*expires=)\d/i, '$19'),
        url.replace(key, `${key}.other`),
        other.url.replace(`${key}.other`, key),
        url.slice(0, url.indexOf('?')),
      ]) {
        expect(changed).not.toBe(url)
        expect(await put(changed, headers, [CONTENT])).toBeGreaterThanOrEqual(400)
      }
      expect(await blobs.stat(key)).toBeUndefined()
    })

    test('is no permission to download', async () => {
      const { url, headers } = await reserve()
      await put(url, headers, [CONTENT])
      expect((await fetch(url)).status).toBeGreaterThanOrEqual(400)
    })
  })

  describe('a download link', () => {
    const link = (expiresAtMs = inAnHour(), fileName = 'results.csv') =>
      blobs.downloadLink(key, { fileName, expiresAtMs })

    test('gives the bytes as an attachment of the given name', async () => {
      await blobs.write(key, pieces(CONTENT))
      const response = await fetch(await link(undefined, 'Größe "1" 例.csv'))
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(response.headers.get('content-disposition')).toBe(
        `attachment; filename="Gr??e \\"1\\" ?.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%20%E4%BE%8B.csv`,
      )
      expect(await response.text()).toBe(CONTENT.toString())
    })

    test('gives a range of the bytes', async () => {
      await blobs.write(key, pieces(CONTENT))
      const response = await fetch(await link(), { headers: { Range: 'bytes=6-8' } })
      expect(response.status).toBe(206)
      expect(response.headers.get('content-range')).toBe('bytes 6-8/18')
      expect(await response.text()).toBe('a@x')
    })

    test('ends with its time, and with any change to it', async () => {
      await blobs.write(key, pieces(CONTENT))
      const [short, long] = [await link(Date.now() + 1_000), await link()]
      expect((await fetch(long.replace('results', 'other'))).status).toBeGreaterThanOrEqual(400)
      expect((await fetch(long, { method: 'PUT', body: 'x' })).status).toBeGreaterThanOrEqual(400)
      expect((await fetch(short)).status).toBe(200)
      await eventually(async () => (await fetch(short)).status >= 400)
      expect((await fetch(long)).status).toBe(200)
      expect(await bytesOf()).toBe(CONTENT.toString())
    })
  })
}

export async function* pieces(content: string | Buffer, pieceBytes = 100_000): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(content)
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes)
}

/** Sends exactly these headers; fetch would correct them. Returns the status, or 499 when there is none. */
export async function put(
  url: string,
  headers: Record<string, string>,
  body: readonly Buffer[] | Readable,
  { breakOff = false } = {},
): Promise<number> {
  return new Promise((resolve) => {
    const outgoing = request(url, { method: 'PUT', headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!))
    })
    outgoing.on('error', () => resolve(499))
    void (async () => {
      for await (const chunk of body) await new Promise((written) => outgoing.write(chunk, written))
      if (breakOff) outgoing.destroy()
      else outgoing.end()
    })()
  })
}

async function digestOf(
  blobs: Pick<BlobStore, 'read'>,
  key: string,
): Promise<{ size: number; sha256: string } | undefined> {
  const stream = await blobs.read(key)
  if (!stream) return undefined
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of stream) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest('hex') }
}
