// What doctor looks at, against servers of our own on loopback.
import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { decode, encode, type Packet } from 'dns-packet'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startService } from '../../server/test/bulk/service.ts'
import { ALONE } from '../../server/test/support/alone.ts'
import { examineDisk, examineDns, examineRegistry } from '../src/doctor/machine.ts'
import { examineProxy } from '../src/doctor/proxy.ts'
import { mailsift } from './support/mailsift.ts'

async function startDns(answers: (name: string) => boolean): Promise<string> {
  const socket = createSocket('udp4')
  socket.on('message', (message, { port, address }) => {
    const { id, questions } = decode(message)
    const { name } = questions![0]!
    const isKnown = answers(name)
    const packet: Packet = {
      id,
      type: 'response',
      flags: isKnown ? 0x8180 : 0x8183,
      questions,
      answers: isKnown ? [{ type: 'MX', name, ttl: 60, data: { preference: 1, exchange: 'mx.example' } }] : [],
    }
    socket.send(encode(packet), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => void socket.close())
  return `127.0.0.1:${socket.address().port}`
}

async function startHttp(status: number, body: string): Promise<string> {
  const server = createServer((request, response) => {
    // As a proxy does it: by the length that is announced.
    const isLong = Number(request.headers['content-length'] ?? 0) > 2 ** 20
    response.writeHead(isLong ? 413 : status, { 'content-type': 'application/json', connection: 'close' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('DNS is good when the canary is found and what cannot exist is missed', async () => {
  const good = await startDns((name) => name === 'gmail.com')
  expect(await examineDns({ DNS_SERVERS: good })).toMatchObject({ check: 'dns (this machine)', state: 'good' })
})

test('a name server that finds nothing, or everything, is told', async () => {
  expect(await examineDns({ DNS_SERVERS: await startDns(() => false) })).toMatchObject({
    state: 'odd',
    detail: expect.stringMatching(/cannot find the mail servers of gmail\.com/),
  })
  expect(await examineDns({ DNS_SERVERS: await startDns(() => true) })).toMatchObject({
    state: 'odd',
    detail: expect.stringMatching(/resolves names that do not exist/),
  })
})

test('a registry is good when it answers as one', async () => {
  const good = await startHttp(200, '{"objectClassName":"domain"}')
  expect(await examineRegistry({}, good)).toMatchObject({ state: 'good' })
  expect(await examineRegistry({}, await startHttp(200, '{}'))).toMatchObject({ state: 'odd' })
  expect(await examineRegistry({}, 'http://127.0.0.1:9/')).toMatchObject({ state: 'odd' })
  expect(await examineRegistry({ REGISTRY_LOOKUPS: 'off' })).toMatchObject({ state: 'good' })
})

test('the disk is told by what is free on it', async () => {
  expect((await examineDisk(tmpdir())).detail).toMatch(/^[\d.]+ [GM]iB free for /)
  expect(await examineDisk('/proc/nowhere')).toMatchObject({ state: 'odd' })
})

test('a proxy that refuses large bodies is found without sending one', async () => {
  expect(await examineProxy(await startHttp(401, '{}'))).toMatchObject({
    state: 'bad',
    detail: expect.stringMatching(/client_max_body_size/),
  })
})

test('a bucket whose CORS rules keep browsers out is told with the remedy, and is no reason to fail', async () => {
  // A store that is there and has no CORS rule: what a browser asks first is refused, as everything else is.
  const store = createServer((_request, response) => void response.writeHead(403).end())
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void store.close())
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'none')
  onTestFinished(() => void vi.unstubAllEnvs())
  const service = await startService({
    ...ALONE,
    BLOBS: 's3://lists/mailsift',
    S3_PATH_STYLE: 'on',
    S3_ENDPOINT: `http://127.0.0.1:${(store.address() as AddressInfo).port}`,
  })
  onTestFinished(service.stop)
  const env = { MAILSIFT_SERVER: service.origin, MAILSIFT_TOKEN: (await service.newCaller()).token }
  const findings = async () => {
    const { code, stdout } = await mailsift(['doctor', '--json'], { env })
    expect(code).toBe(0)
    return stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  await expect.poll(findings).toContainEqual({
    check: 'bucket',
    state: 'odd',
    detail: `Browsers cannot upload to the bucket. Allow GET and PUT with the headers Content-Type and If-None-Match from ${service.origin} in its CORS rules.`,
  })
})
