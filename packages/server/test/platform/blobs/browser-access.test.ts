// What a browser would ask of a bucket, asked of one on loopback that has, or has not, the rules for it.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { uploadHeaders } from '../../../src/platform/blobs/blobs.ts'
import { findRefusal } from '../../../src/platform/blobs/browser-access.ts'

const PAGE = 'http://127.0.0.1:3000'
type Rules = { origin?: string; methods?: string; headers?: string }

async function useBucket({ origin, methods, headers }: Rules) {
  const server = createServer((request, response) => {
    if (origin === request.headers.origin || origin === '*') response.setHeader('access-control-allow-origin', origin!)
    if (request.method === 'OPTIONS' && methods) response.setHeader('access-control-allow-methods', methods)
    if (request.method === 'OPTIONS' && headers) response.setHeader('access-control-allow-headers', headers)
    response.writeHead(request.method === 'OPTIONS' ? (origin ? 200 : 403) : 404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/bucket/object?signature=x`
  return {
    reserveUpload: async () => ({ url, headers: uploadHeaders(1) }),
    downloadLink: async () => url,
  }
}

const refusalOf = async (rules: Rules) => findRefusal({ blobs: await useBucket(rules), origin: PAGE })

test('a bucket whose rules name the origin of the console, or every origin, is no complaint', async () => {
  const rest = { methods: 'GET, PUT', headers: 'Content-Type, If-None-Match' }
  expect(await refusalOf({ origin: PAGE, ...rest })).toBeUndefined()
  expect(await refusalOf({ origin: '*', methods: 'PUT', headers: '*' })).toBeUndefined()
})

test('a bucket that refuses the origin, the method or a header of uploads is told, with the remedy', async () => {
  for (const rules of [
    {},
    { origin: 'http://127.0.0.1:4000', methods: 'PUT', headers: '*' },
    { origin: PAGE, methods: 'GET', headers: '*' },
    { origin: PAGE, methods: 'PUT', headers: 'content-type' },
  ])
    expect(await refusalOf(rules), JSON.stringify(rules)).toMatch(
      /^Browsers cannot upload to the bucket\. Allow .* from http:\/\/127\.0\.0\.1:3000 in its CORS rules\.$/,
    )
})

test('a bucket that cannot be reached is not blamed for its rules', async () => {
  const blobs = {
    reserveUpload: async () => ({ url: 'http://127.0.0.1:9/', headers: uploadHeaders(1) }),
    downloadLink: async () => '',
  }
  expect(await findRefusal({ blobs, origin: PAGE })).toBeUndefined()
})
