import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Duplex } from 'node:stream'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { createGuardedFetch, type GuardedFetchDeps } from '../../../src/platform/outbound/guarded-fetch.ts'
import { isPublicAddress } from '../../../src/platform/outbound/public-address.ts'

const PUBLIC = '93.184.216.34'
const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'
const redirectTo = (location: string) =>
  `HTTP/1.1 302 Found\r\nlocation: ${location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`

/** A client whose connector writes down every address it is told to dial and answers from memory: no packet is sent. */
function recordingClient({
  reply = ok,
  resolveHost = async () => [PUBLIC],
}: {
  reply?: string | ((host: string) => string)
  resolveHost?: GuardedFetchDeps['resolveHost']
} = {}) {
  const dialled: string[] = []
  const client = createGuardedFetch({
    resolveHost,
    userAgent: 'test',
    dial: (options, callback) => {
      dialled.push(options.hostname)
      const answer = typeof reply === 'string' ? reply : reply(options.host ?? '')
      const socket = new Duplex({
        read() {},
        write(_request, _encoding, done) {
          this.push(answer)
          done()
        },
      })
      callback(null, socket as Parameters<typeof callback>[1] & {})
    },
  })
  onTestFinished(() => client.close())
  return { fetch: client.fetch, dialled }
}

const privateAddresses = [
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '100.100.100.200', '127.0.0.1', '127.255.255.254', '169.254.169.254'],
  ...['172.16.0.1', '172.31.255.255', '192.0.0.192', '192.0.2.1', '192.88.99.1', '192.168.1.1', '198.18.0.1'],
  ...['198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '168.63.129.16'],
  ...['::', '::1', '::7f00:1', '::8.8.8.8', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:7f00:1'],
  ...['64:ff9b::7f00:1', '64:ff9b::808:808', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::'],
  ...['2002:808:808::1', '3fff::1', '5f00::1', 'fc00::1', 'fd00:ec2::254', 'fe80::1', 'fec0::1', 'ff02::1'],
]
const literal = (address: string) => (address.includes(':') ? `[${address}]` : address)

test.each(privateAddresses)('the literal %s is refused without dialling', async (address) => {
  const { fetch, dialled } = recordingClient()
  for (const scheme of ['http', 'https'])
    expect(await fetch(`${scheme}://${literal(address)}/`)).toEqual({ ok: false, reason: 'forbidden' })
  expect(dialled).toEqual([])
})

test.each(privateAddresses)('a name that resolves to %s is refused without dialling', async (address) => {
  const { fetch, dialled } = recordingClient({ resolveHost: async () => [address] })
  expect(await fetch('https://rdap.example/')).toEqual({ ok: false, reason: 'forbidden' })
  expect(dialled).toEqual([])
})

test.each(privateAddresses)('a redirect to %s is refused, as a literal and by name', async (address) => {
  const resolveHost = async (host: string) => [host === 'inside.example' ? address : PUBLIC]
  for (const target of [`http://${literal(address)}/`, 'http://inside.example/']) {
    const { fetch, dialled } = recordingClient({ reply: redirectTo(target), resolveHost })
    expect(await fetch('http://outside.example/')).toEqual({ ok: false, reason: 'forbidden' })
    expect(dialled).toEqual([PUBLIC])
  }
})

test('no address that wraps another is public, and no text makes the check fail', () => {
  fc.assert(
    fc.property(fc.ipV4(), (inner) => {
      for (const prefix of ['::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'])
        expect(isPublicAddress(prefix + inner)).toBe(false)
    }),
  )
  fc.assert(fc.property(fc.oneof(fc.string(), fc.ipV6()), (text) => typeof isPublicAddress(text) === 'boolean'))
})

test.each([
  'http://0x7f.1/',
  'http://0177.0.0.1/',
  'http://2130706433/',
  'http://127.1/',
  'http://127.0.0.1./',
  'http://①②⑦.⓪.⓪.①/',
  'http://0/',
])('the disguised loopback address %s is refused', async (url) => {
  const { fetch, dialled } = recordingClient()
  expect(await fetch(url)).toEqual({ ok: false, reason: 'forbidden' })
  expect(dialled).toEqual([])
})

test('a name with one private address among public ones is refused as a whole', async () => {
  const { fetch, dialled } = recordingClient({ resolveHost: async () => [PUBLIC, '10.0.0.1'] })
  expect(await fetch('http://mixed.example/')).toEqual({ ok: false, reason: 'forbidden' })
  expect(dialled).toEqual([])
})

test('a name without an address is told from one that cannot be resolved', async () => {
  const none = recordingClient({ resolveHost: async () => [] })
  expect(await none.fetch('http://example.com/')).toEqual({ ok: false, reason: 'no_address' })
  const unknown = recordingClient({ resolveHost: () => Promise.reject(new Error('servfail')) })
  expect(await unknown.fetch('http://example.com/')).toEqual({ ok: false, reason: 'unreachable' })
})

test('a name that changes its address after the check is dialled at the checked address', async () => {
  const answers = [[PUBLIC], ['127.0.0.1']]
  const { fetch, dialled } = recordingClient({ resolveHost: async () => answers.shift() ?? [] })
  expect(await fetch('http://rebinding.example/')).toMatchObject({ ok: true, status: 200 })
  expect(dialled).toEqual([PUBLIC])
  expect(answers).toEqual([['127.0.0.1']])
})

test('a name that turns private between two connections is refused at the second', async () => {
  const answers = [[PUBLIC], ['127.0.0.1']]
  const { fetch, dialled } = recordingClient({
    reply: ok.replace('content-length', 'connection: close\r\ncontent-length'),
    resolveHost: async () => answers.shift() ?? [],
  })
  expect(await fetch('http://rebinding.example/')).toMatchObject({ ok: true })
  expect(await fetch('http://rebinding.example/')).toEqual({ ok: false, reason: 'forbidden' })
  expect(dialled).toEqual([PUBLIC])
})

test.each([
  'ftp://example.com/',
  'file:///etc/passwd',
  'data:text/plain,hi',
  'https://example.com:8443/',
  'http://example.com:22/',
  'https://user@example.com/',
  'https://user:secret@example.com/',
  'no url at all',
  'http://',
])('%s is refused before any name is resolved', async (url) => {
  const asked: string[] = []
  const { fetch } = recordingClient({
    resolveHost: async (host) => {
      asked.push(host)
      return [PUBLIC]
    },
  })
  expect(await fetch(url)).toEqual({ ok: false, reason: 'forbidden' })
  expect(asked).toEqual([])
})

test.each(['http://example.com:22/', 'https://user@example.com/', 'file:///etc/passwd'])(
  'a redirect to %s is refused',
  async (target) => {
    const { fetch, dialled } = recordingClient({ reply: redirectTo(target) })
    expect(await fetch('http://example.com/')).toEqual({ ok: false, reason: 'forbidden' })
    expect(dialled).toEqual([PUBLIC])
  },
)

test('three redirects are followed and a fourth is not', async () => {
  const chain = (length: number) =>
    recordingClient({
      reply: (host) => (host === `h${length}.example` ? ok : redirectTo(`http://h${next(host)}.example/`)),
    })
  const next = (host: string) => Number(host.slice(1, host.indexOf('.'))) + 1
  expect(await chain(3).fetch('http://h0.example/')).toMatchObject({ ok: true, url: 'http://h3.example/' })
  expect(await chain(4).fetch('http://h0.example/')).toEqual({ ok: false, reason: 'too_many_redirects' })
})

test('a redirect that the caller does not want is not followed', async () => {
  const { fetch, dialled } = recordingClient({ reply: redirectTo('http://other.example/') })
  const mayFollow = (target: URL) => target.hostname === 'same.example'
  expect(await fetch('http://same.example/', { mayFollow })).toEqual({ ok: false, reason: 'forbidden' })
  expect(dialled).toEqual([PUBLIC])
})

test('the next address is tried when the first cannot be reached', async () => {
  const dialled: string[] = []
  const client = createGuardedFetch({
    resolveHost: async () => [PUBLIC, '2606:2800:220:1::1'],
    userAgent: 'test',
    dial: ({ hostname }, callback) => {
      dialled.push(hostname)
      callback(new Error('unreachable'), null)
    },
  })
  expect(await client.fetch('http://example.com/')).toEqual({ ok: false, reason: 'unreachable' })
  expect(dialled).toEqual([PUBLIC, '2606:2800:220:1::1'])
  await client.close()
})

test('a connection that never opens ends with the time allowed', async () => {
  const client = createGuardedFetch({ resolveHost: async () => [PUBLIC], userAgent: 'test', dial: () => undefined })
  expect(await client.fetch('http://example.com/', { totalMs: 50 })).toEqual({ ok: false, reason: 'timeout' })
  await client.close()
})

/** A loopback server and a client that may talk to it. */
async function loopbackClient(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createGuardedFetch({ resolveHost: async () => [], userAgent: 'test', loopbackOrigins: [origin] })
  onTestFinished(async () => {
    await client.close()
    server.closeAllConnections()
    server.close()
  })
  return { fetch: client.fetch, origin }
}

test('a body that is small on the wire and large unpacked is cut off', async () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000))
  const { fetch, origin } = await loopbackClient((_request, response) =>
    response.writeHead(200, { 'content-encoding': 'gzip', 'content-length': bomb.length }).end(bomb),
  )
  expect(bomb.length).toBeLessThan(10_000)
  expect(await fetch(origin)).toEqual({ ok: false, reason: 'too_large' })
  expect(await fetch(origin, { maxBytes: 5_000_000 })).toMatchObject({ ok: true })
})

test('a body without end is cut off at its cap, and one that drips at its time', async () => {
  const { fetch, origin } = await loopbackClient((request, response) => {
    const timer = setInterval(() => response.write(request.url === '/fast' ? Buffer.alloc(65_536) : 'x'), 5)
    response.on('close', () => clearInterval(timer))
  })
  expect(await fetch(`${origin}/fast`)).toEqual({ ok: false, reason: 'too_large' })
  expect(await fetch(`${origin}/slow`, { totalMs: 100 })).toEqual({ ok: false, reason: 'timeout' })
})

test('the exempt origin does not exempt another port of loopback', async () => {
  const { fetch, origin } = await loopbackClient((_request, response) =>
    response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  )
  expect(await fetch(origin)).toEqual({ ok: false, reason: 'forbidden' })
})

test('only a loopback origin can be exempt', () => {
  for (const origin of ['http://10.0.0.1:80', 'http://example.com:80', 'http://127.0.0.1', 'http://127.0.0.1:80/path'])
    expect(() =>
      createGuardedFetch({ resolveHost: async () => [], userAgent: 'test', loopbackOrigins: [origin] }),
    ).toThrow('loopback')
})
