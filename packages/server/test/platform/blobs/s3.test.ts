import { createVerify, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import {
  type BlobStore,
  BlobsUnavailableError,
  explainBlobFault,
  probeImmutability,
} from '../../../src/platform/blobs/blobs.ts'
import { openBlobs } from '../../../src/platform/blobs/open.ts'
import { createS3Blobs, type S3BlobsOptions } from '../../../src/platform/blobs/s3.ts'
import { systemClock } from '../../../src/platform/clock.ts'
import { pieces } from './conformance.ts'

let options: S3BlobsOptions
beforeAll(async () => {
  options = {
    bucket: 'mailsift',
    prefix: 'mailsift/',
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:9',
    credentials: { accessKeyId: 'none', secretAccessKey: 'none' },
    forcePathStyle: true,
    spoolFolder: await mkdtemp(join(tmpdir(), 'spool-')),
    clock: systemClock,
  }
})
afterAll(() => rm(options.spoolFolder, { recursive: true }))

describe('an S3 store', () => {
  test('that cannot be reached is unavailable: nothing is said to be missing', async () => {
    const down = createS3Blobs({ ...options, endpoint: 'http://127.0.0.1:9' })
    await expect(down.write('a', pieces('x'))).rejects.toBeInstanceOf(BlobsUnavailableError)
    await expect(down.stat('a')).rejects.toBeInstanceOf(BlobsUnavailableError)
    await expect(down.read('a')).rejects.toMatchObject({ code: 'unavailable', statusCode: 503 })
    expect(await readdir(options.spoolFolder)).toEqual([])
    down.close()
  })

  test('that ignores If-None-Match does not pass the probe', async () => {
    const lax = createServer((request, response) => {
      request.resume().once('end', () => response.writeHead(request.method === 'DELETE' ? 204 : 200).end())
    })
    await new Promise<void>((resolve) => lax.listen(0, '127.0.0.1', resolve))
    const blobs = createS3Blobs({ ...options, endpoint: `http://127.0.0.1:${(lax.address() as AddressInfo).port}` })
    expect(await probeImmutability(blobs)).toBe('overwritten')
    blobs.close()
    lax.close()
  })

  /** A store on this machine that does with each request what it is told. */
  async function useStore(handle: RequestListener, more: Partial<S3BlobsOptions> = {}): Promise<BlobStore> {
    const server = createServer(handle)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const blobs = createS3Blobs({ ...options, endpoint, ...more })
    onTestFinished(() => {
      blobs.close()
      server.closeAllConnections()
      server.close()
    })
    return blobs
  }

  test('that stalls, before its response or in the middle of it, times out', async () => {
    const blobs = await useStore(
      ({ method }, response) => {
        if (method === 'GET') response.writeHead(200, { 'content-length': '10' }).write('12345')
      },
      { stallMaxMs: 200 },
    )
    await expect(blobs.stat('a.csv')).rejects.toBeInstanceOf(BlobsUnavailableError)
    const body = await blobs.read('a.csv')
    await expect(body!.toArray()).rejects.toBeInstanceOf(BlobsUnavailableError)
    await expect(blobs.write('a.csv', pieces('x'))).rejects.toBeInstanceOf(BlobsUnavailableError)
  })

  test('that drips a body byte by byte times out', async () => {
    const blobs = await useStore(
      (_request, response) => {
        response.writeHead(200, { 'content-length': '1000000' })
        const dripping = setInterval(() => response.write('x'), 10)
        response.on('close', () => clearInterval(dripping))
      },
      { stallMaxMs: 200 },
    )
    const body = await blobs.read('a.csv')
    await expect(body!.toArray()).rejects.toBeInstanceOf(BlobsUnavailableError)
  })

  test('whose connections stall, the idle ones and the ones in use, is reached over new ones', async () => {
    let requests = 0
    const content = Buffer.alloc(5_000_000, 'x')
    /** The first request of each kind is never responded to, nor is its body read. */
    const seen = new Set<string | undefined>()
    const blobs = await useStore(
      (request, response) => {
        requests++
        if (seen.size < seen.add(request.method).size) return
        response.setHeader('last-modified', new Date(0).toUTCString()).setHeader('etag', '"1"')
        request.resume().on('end', () => response.end(request.method === 'GET' ? content : undefined))
      },
      { stallMaxMs: 300 },
    )
    expect(await blobs.write('a.csv', pieces(content.toString()))).toMatchObject({ outcome: 'stored' })
    expect(await blobs.stat('a.csv')).toMatchObject({ version: '"1"' })
    await blobs.delete('a.csv')
    expect(Buffer.concat(await (await blobs.read('a.csv'))!.toArray()).equals(content)).toBe(true)
    expect(requests).toBe(8)
  })

  test('does not time out for a slow reader', async () => {
    const content = Buffer.alloc(300_000, 'x')
    const blobs = await useStore((_request, response) => void response.end(content), { stallMaxMs: 50 })
    let size = 0
    for await (const piece of (await blobs.read('a.csv'))!) {
      size += piece.length
      // Fixed time: longer than a stall may take.
      await new Promise((resolve) => setTimeout(resolve, 60))
    }
    expect(size).toBe(content.length)
  })

  test.each([
    [404, 'NoSuchBucket', /bucket does not exist/],
    [403, 'InvalidAccessKeyId', /rejected the credentials/],
    [403, 'AccessDenied', /rejected the credentials/],
  ])('that answers %i %s is described by that', async (status, code, words) => {
    const blobs = await useStore((request, response) => {
      request.resume().once('end', () => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`))
    })
    const fault = await probeImmutability(blobs).catch((error: unknown) => explainBlobFault(error))
    expect(fault).toMatch(words)
  })

  test('without credentials is described by that, and the metadata address of a cloud is not asked for them', async () => {
    let asked = 0
    const metadata = createServer((_request, response) => {
      asked++
      response.writeHead(404).end()
    })
    await new Promise<void>((resolve) => metadata.listen(0, '127.0.0.1', resolve))
    const folder = await mkdtemp(join(tmpdir(), 'no-credentials-'))
    const before = { ...process.env }
    onTestFinished(async () => {
      process.env = before
      metadata.close()
      await rm(folder, { recursive: true })
    })
    process.env = {
      ...Object.fromEntries(Object.entries(before).filter(([name]) => !name.startsWith('AWS_'))),
      AWS_EC2_METADATA_SERVICE_ENDPOINT: `http://127.0.0.1:${(metadata.address() as AddressInfo).port}`,
      AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none'),
      AWS_CONFIG_FILE: join(folder, 'none'),
    }
    const blobs = await openBlobs({
      blobStore: 's3://bucket/x',
      dataDir: folder,
      baseUrl: 'http://x/v1',
      secret: 'x'.repeat(32),
      s3Region: 'us-east-1',
      s3Endpoint: 'http://127.0.0.1:9',
      s3PathStyle: true,
      cdnUrl: '',
      cdnKeyPairId: '',
      cdnPrivateKey: '',
    })
    const fault = await probeImmutability(blobs).catch((error: unknown) => explainBlobFault(error))
    blobs.close()
    expect(fault).toMatch(/no credentials: set AWS_ACCESS_KEY_ID/)
    expect(asked).toBe(0)
  })

  test('signs the size, the type and the condition of an upload, and nothing a client could not send', async () => {
    const blobs = createS3Blobs(options)
    const { url } = await blobs.reserveUpload('a.csv', { size: 5, expiresAtMs: Date.now() + 900_500 })
    const { searchParams } = new URL(url)
    expect(searchParams.get('X-Amz-SignedHeaders')).toBe('content-length;content-type;host;if-none-match')
    expect(Number(searchParams.get('X-Amz-Expires'))).toBeLessThanOrEqual(900)
    expect([...searchParams.keys()].filter((name) => /checksum|crc/i.test(name))).toEqual([])
    blobs.close()
  })

  test('behind CloudFront gives links that CloudFront can check', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const blobs = createS3Blobs({
      ...options,
      cdn: { baseUrl: 'https://cdn.example', keyPairId: 'K123', privateKey },
    })
    const expiresAtMs = 1_800_000_000_999
    const link = await blobs.downloadLink('exports/a.csv', { fileName: 'a b.csv', expiresAtMs })
    const [resource, signature] = link.split('&Expires=1800000000&')
    expect(resource).toBe(
      `https://cdn.example/mailsift/exports/a.csv?response-content-disposition=${encodeURIComponent(
        'attachment; filename="a b.csv"',
      ).replaceAll("'", '%27')}`,
    )
    const params = new URLSearchParams(signature)
    expect(params.get('Key-Pair-Id')).toBe('K123')
    const policy = {
      Statement: [{ Resource: resource, Condition: { DateLessThan: { 'AWS:EpochTime': 1_800_000_000 } } }],
    }
    const signed = params.get('Signature')!.replaceAll('-', '+').replaceAll('_', '=').replaceAll('~', '/')
    expect(createVerify('RSA-SHA1').update(JSON.stringify(policy)).verify(publicKey, signed, 'base64')).toBe(true)
    blobs.close()
  })
})
