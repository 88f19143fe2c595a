// Checks of `doctor`, against our own servers on loopback.
import { createSocket } from 'node:dgram'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { decode, encode, type Packet } from 'dns-packet'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startService } from '../../server/test/bulk/service.ts'
import { ALONE } from '../../server/test/support/alone.ts'
import { checkDisk, checkDns, checkRegistry } from '../src/doctor/machine.ts'
import { checkProxy } from '../src/doctor/proxy.ts'
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
    // Refuses by Content-Length, like a proxy.
    const isLong = Number(request.headers['content-length'] ?? 0) > 2 ** 20
    response.writeHead(isLong ? 413 : status, { 'content-type': 'application/json', connection: 'close' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('DNS is good if it resolves the canary and not the nonexistent name', async () => {
  const good = await startDns((name) => name === 'gmail.com')
  expect(await checkDns({ DNS_SERVERS: good })).toMatchObject({ check: 'dns (this machine)', state: 'good' })
})

test('a name server that resolves nothing, or everything, is reported', async () => {
  expect(await checkDns({ DNS_SERVERS: await startDns(() => false) })).toMatchObject({
    state: 'odd',
    detail: expect.stringMatching(/cannot find the mail servers of gmail\.com/),
  })
  expect(await checkDns({ DNS_SERVERS: await startDns(() => true) })).toMatchObject({
    state: 'odd',
    detail: expect.stringMatching(/resolves names that do not exist/),
  })
})

test('a registry is good if it responds like one', async () => {
  const good = await startHttp(200, '{"objectClassName":"domain"}')
  expect(await checkRegistry({}, good)).toMatchObject({ state: 'good' })
  expect(await checkRegistry({}, await startHttp(200, '{}'))).toMatchObject({ state: 'odd' })
  expect(await checkRegistry({}, 'http://127.0.0.1:9/')).toMatchObject({ state: 'odd' })
  expect(await checkRegistry({ REGISTRY_LOOKUPS: 'off' })).toMatchObject({ state: 'good' })
})

test('the disk check reports free space', async () => {
  expect((await checkDisk(tmpdir())).detail).toMatch(/^[\d.]+ [GM]iB free for /)
  expect(await checkDisk('/proc/nowhere')).toMatchObject({ state: 'odd' })
})

test('a proxy that refuses large bodies is detected without sending one', async () => {
  expect(await checkProxy(await startHttp(401, '{}'))).toMatchObject({
    state: 'bad',
    detail: expect.stringMatching(/client_max_body_size/),
  })
})

test('a bucket whose CORS rules block browsers is reported with the fix, but does not fail', async () => {
  // A store without a CORS rule: preflight requests are refused like all others.
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
