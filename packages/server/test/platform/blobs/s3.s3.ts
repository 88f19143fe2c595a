import { randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlobStore, BlobsUnavailableError, probeImmutability } from '../../../src/platform/blobs/blobs.ts'
import { createS3Blobs, type S3BlobsOptions } from '../../../src/platform/blobs/s3.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { makeBucket, S3_STORE } from '../../stand-ins/s3-store.ts'
import { blobStoreConformance, pieces } from './conformance.ts'

describe('the S3 store', () => {
  let options: S3BlobsOptions
  let blobs: BlobStore
  beforeAll(async () => {
    options = {
      bucket: await makeBucket('conformance'),
      prefix: 'mailsift/',
      region: 'us-east-1',
      endpoint: S3_STORE.endpoint,
      credentials: S3_STORE.credentials,
      forcePathStyle: true,
      spoolFolder: await mkdtemp(join(tmpdir(), 'mailsift-spool-')),
      clock: systemClock,
    }
    blobs = createS3Blobs(options)
  })
  afterAll(async () => {
    blobs.close()
    await rm(options.spoolFolder, { recursive: true })
  })

  blobStoreConformance(() => blobs)

  test('lists more objects than fit on one page', async () => {
    const keys = Array.from({ length: 1_050 }, (_, at) => `pages/${at}`)
    for (let at = 0; at < keys.length; at += 50)
      await Promise.all(keys.slice(at, at + 50).map((key) => blobs.write(key, pieces('x'))))
    let count = 0
    for await (const _ of blobs.list('pages/')) count++
    expect(count).toBe(keys.length)
  })

  test('leaves no temporary file', async () => {
    expect(await readdir(options.spoolFolder)).toEqual([])
  })

  test('in a bucket that does not exist is unavailable, not empty', async () => {
    const lost = createS3Blobs({ ...options, bucket: `missing-${randomUUID()}` })
    await expect(probeImmutability(lost)).rejects.toBeInstanceOf(BlobsUnavailableError)
    await expect(lost.read('a')).rejects.toBeInstanceOf(BlobsUnavailableError)
    await expect(lost.list('')[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(BlobsUnavailableError)
    lost.close()
  })
})
