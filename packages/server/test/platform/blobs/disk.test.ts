import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BlobsUnavailableError } from '../../../src/platform/blobs/blobs.ts'
import { createDiskBlobs } from '../../../src/platform/blobs/disk.ts'
import { blobStoreConformance, pieces, put } from './conformance.ts'
import { type LinkServer, startLinkServer } from './link-server.ts'

const STALL_MS = 300

let folder: string
let server: LinkServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'blobs-'))
  server = await startLinkServer({ folder, secrets: [randomBytes(32)], uploadStallMs: STALL_MS })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

const incoming = () => readdir(join(folder, 'incoming'))

describe('the disk store', () => {
  blobStoreConformance(() => server.blobs)

  test('leaves no temporary file, whatever became of the writing', async () => {
    async function* failing() {
      yield Buffer.from('half')
      throw new Error('source failed')
    }
    await server.blobs.write('tidy/1', pieces('stored'))
    await server.blobs.write('tidy/1', pieces('exists'))
    await server.blobs.write('tidy/2', failing()).catch(() => undefined)
    await server.blobs.acceptUpload('tidy/3', 9, pieces('shorter'))
    expect(await incoming()).toEqual([])
  })

  test.each([
    ['longer', 'too long'],
    ['shorter', 'few'],
  ])('refuses a body that is %s than announced, whatever its headers said', async (refusal, body) => {
    const key = `body/${refusal}`
    expect(await server.blobs.acceptUpload(key, 5, pieces(body))).toEqual({ outcome: 'refused', refusal })
    expect(await server.blobs.stat(key)).toBeUndefined()
  })

  test('refuses an upload that stalls, answering on the same connection', async () => {
    const { url, headers } = await server.blobs.reserveUpload('body/stalled', {
      size: 6,
      expiresAtMs: Date.now() + 60_000,
    })
    async function* stalling() {
      yield Buffer.from('abc')
      await new Promise(() => undefined)
    }
    expect(await put(url, headers, Readable.from(stalling()))).toBe(400)
    expect(await server.blobs.stat('body/stalled')).toBeUndefined()
    expect(await incoming()).toEqual([])
  })

  test('takes a slow upload that keeps moving', async () => {
    async function* slow() {
      for (const letter of 'slowly') {
        // Fixed time: the pace of the upload.
        await sleep(STALL_MS / 3)
        yield Buffer.from(letter)
      }
    }
    expect(await server.blobs.acceptUpload('body/slow', 6, slow())).toMatchObject({ outcome: 'stored', size: 6 })
  })

  test('asks the client for no more than it has written', async () => {
    let ahead = 0
    async function* counted() {
      for (let at = 0; at < 50; at++) {
        ahead++
        yield Buffer.alloc(100_000)
        ahead--
        expect(ahead).toBe(0)
      }
    }
    expect(await server.blobs.acceptUpload('body/large', 5_000_000, counted())).toMatchObject({ outcome: 'stored' })
  })

  test('clears away the files of writers that died, and not those of the living', async () => {
    await writeFile(join(folder, 'incoming', 'dead'), 'half')
    await utimes(join(folder, 'incoming', 'dead'), new Date(0), new Date(0))
    await writeFile(join(folder, 'incoming', 'alive'), 'half')
    await server.blobs.removeAbandoned(Date.now() - 60_000)
    expect(await incoming()).toEqual(['alive'])
    await rm(join(folder, 'incoming', 'alive'))
  })

  test('that cannot be written says so in its own way', async () => {
    const file = join(folder, 'not-a-folder')
    await writeFile(file, '')
    const broken = createDiskBlobs({ folder: file, linkBaseUrl: '', secrets: [Buffer.alloc(32)], uploadStallMs: 1 })
    await expect(broken.write('a', pieces('x'))).rejects.toBeInstanceOf(BlobsUnavailableError)
    await expect(broken.stat('a')).rejects.toBeInstanceOf(BlobsUnavailableError)
  })
})
