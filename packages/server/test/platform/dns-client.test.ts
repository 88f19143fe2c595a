import { createSocket } from 'node:dgram'
import { expect, onTestFinished, test } from 'vitest'
import { createDnsClient, type DnsClientOptions } from '../../src/platform/dns/client.ts'
import { type DnsServer, startDnsServer, type ZoneEntry } from '../stand-ins/dns-server.ts'
import { useDns } from '../stand-ins/use.ts'

const ENTRY: ZoneEntry = { MX: [[10, 'mx.test']] }
const FOUND = { known: true, exists: true, records: [{ preference: 10, exchange: 'mx.test' }], ttlSeconds: 300 }

function clientOf(servers: readonly DnsServer[], options: Partial<DnsClientOptions> = {}) {
  const client = createDnsClient({
    servers: servers.map(({ address }) => address),
    fallbackServers: [],
    timeoutMs: 2_000,
    tries: 5,
    budgetMs: 5_000,
    ...options,
  })
  onTestFinished(() => client.close())
  return client
}

/** A resolver that answers every question about any name in the same way. */
async function useResolver(entryOf: (name: string) => ZoneEntry): Promise<DnsServer> {
  const server = await startDnsServer(entryOf)
  onTestFinished(() => server.close())
  return server
}

test.each(['refused', 'servfail', 'silent', 'broken'] as const)(
  'a healthy second resolver answers every question that the first one fails (%s), whatever happened before',
  async (fault) => {
    const dead = (name: string) => name.startsWith('dead')
    const bad = await useResolver((name) => ({ ...ENTRY, fault: dead(name) ? 'silent' : fault }))
    const good = await useResolver((name) => (dead(name) ? { fault: 'silent' } : ENTRY))
    for (const servers of [
      [bad, good],
      [good, bad],
    ]) {
      const client = clientOf(servers, { timeoutMs: 1_000, tries: 2 })
      const unanswered = Array.from({ length: 8 }, (_, at) => client.ask(`dead${at}.test`, 'MX'))
      for (const reply of await Promise.all(unanswered)) expect(reply).toMatchObject({ known: false })
      const asked = Array.from({ length: 32 }, (_, at) => client.ask(`live${at}.test`, 'MX'))
      for (const reply of await Promise.all(asked)) expect(reply).toEqual(FOUND)
    }
  },
)

test('resolvers that flap for a moment do not fail a question', async () => {
  const until = performance.now() + 150
  const flapping = (name: string): ZoneEntry => (performance.now() < until && name ? { fault: 'servfail' } : ENTRY)
  const servers = [await useResolver(flapping), await useResolver(flapping)]
  const client = clientOf(servers)
  const asked = Array.from({ length: 20 }, (_, at) => client.ask(`d${at}.test`, 'MX'))
  for (const reply of await Promise.all(asked)) expect(reply).toEqual(FOUND)
})

test('a question that every resolver fails ends after so many tries, and says why', async () => {
  const servers = [await useResolver(() => ({ fault: 'servfail' })), await useResolver(() => ({ fault: 'servfail' }))]
  const client = clientOf(servers, { tries: 3 })
  expect(await client.ask('d.test', 'MX')).toEqual({ known: false, reason: 'servfail' })
  for (const server of servers) expect(server.questions).toHaveLength(3)
})

test('malformed datagrams fail no question beside them on the same socket', async () => {
  const server = await useResolver((name) => {
    if (name.startsWith('bad')) return { ...ENTRY, fault: 'broken', faultTimes: 1 }
    if (name.startsWith('garbage')) return { ...ENTRY, fault: 'garbage', faultTimes: 1 }
    return { ...ENTRY, delayMs: 700 }
  })
  const client = clientOf([server], { tries: 5 })
  const names = Array.from({ length: 20 }, (_, at) => [`slow${at}.test`, `bad${at}.test`, `garbage${at}.test`]).flat()
  for (const reply of await Promise.all(names.map((name) => client.ask(name, 'MX')))) expect(reply).toEqual(FOUND)
})

test('a slow answer counts though the question was sent again, and is one question to the resolver', async () => {
  const server = await useDns({ 'd.test': { ...ENTRY, delayMs: 1_000 } })
  expect(await clientOf([server]).ask('d.test', 'MX')).toEqual(FOUND)
  expect(server.questions).toHaveLength(1)
})

test('an answer to another question, or from another sender, is not believed', async () => {
  const server = await useDns({ 'd.test': { ...ENTRY, fault: 'wrong_id' } })
  expect(await clientOf([server], { timeoutMs: 150, tries: 1 }).ask('d.test', 'MX')).toEqual({
    known: false,
    reason: 'timeout',
  })
})

test('records of another name are no answer, not even "none"', async () => {
  const server = await useDns({ 'd.test': { ...ENTRY, fault: 'other_owner' } })
  const other = await useDns({ 'd.test': ENTRY })
  expect(await clientOf([server], { tries: 1 }).ask('d.test', 'MX')).toEqual({ known: false, reason: 'unreachable' })
  expect(await clientOf([server, other]).ask('d.test', 'MX')).toEqual(FOUND)
})

test('aliases are followed to their end, and the shortest of their times holds', async () => {
  const server = await useDns({
    'd.test': { CNAME: 'E.test' },
    'E.test': { CNAME: 'f.test', ttlSeconds: 30 },
    'f.test': { ...ENTRY, ttlSeconds: 900 },
    'loop.test': { CNAME: 'missing.test', ttlSeconds: 20 },
  })
  const client = clientOf([server])
  expect(await client.ask('d.test', 'MX')).toEqual({ ...FOUND, ttlSeconds: 30 })
  expect(await client.ask('loop.test', 'MX')).toMatchObject({ known: true, exists: true, records: [] })
})

/** A resolver that answers "no such name", and FORMERR to so many of the first questions with EDNS. */
async function useOldResolver(refusals: number) {
  const socket = createSocket('udp4')
  onTestFinished(() => void socket.close())
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const asked: ('edns' | 'plain')[] = []
  socket.on('message', (message, peer) => {
    const hasOptions = message.readUInt16BE(10) > 0
    asked.push(hasOptions ? 'edns' : 'plain')
    const reply = Buffer.from(message)
    reply.writeUInt16BE(hasOptions && refusals-- > 0 ? 0x8181 : 0x8183, 2)
    socket.send(reply, peer.port, peer.address)
  })
  return { asked, client: clientOf([], { servers: [`127.0.0.1:${socket.address().port}`] }) }
}

const ABSENT = { known: true, exists: false, records: [] }

test('a resolver that does not know EDNS is queried without it after three questions', async () => {
  const { asked, client } = await useOldResolver(Number.POSITIVE_INFINITY)
  for (const name of ['a.test', 'b.test', 'c.test', 'd.test', 'e.test'])
    expect(await client.ask(name, 'MX')).toMatchObject(ABSENT)
  expect(asked).toEqual(['edns', 'plain', 'edns', 'plain', 'edns', 'plain', 'plain', 'plain'])
})

test('one FORMERR is about its question: the next one has EDNS again', async () => {
  const { asked, client } = await useOldResolver(1)
  for (const name of ['a.test', 'b.test']) expect(await client.ask(name, 'MX')).toMatchObject(ABSENT)
  expect(asked).toEqual(['edns', 'plain', 'edns'])
})

test('no question outlives its budget, and none waits for a closed port', async () => {
  const silent = await useResolver(() => ({ fault: 'silent' }))
  expect(await clientOf([silent], { budgetMs: 400 }).ask('d.test', 'MX')).toEqual({ known: false, reason: 'timeout' })
  const closed = await startDnsServer({})
  await closed.close()
  expect(await clientOf([closed], { tries: 1 }).ask('d.test', 'MX')).toEqual({ known: false, reason: 'unreachable' })
})

// The kernel refuses to connect to either, on every machine and without a packet: the first is the broadcast address
// (EACCES), the second a link-local one without its interface (EINVAL). ENETUNREACH takes the same path.
const UNROUTABLE = ['255.255.255.255:53', '[fe80::53]:53']

test.each(UNROUTABLE)(
  'a resolver without a route (%s) ends no process, and the other resolver answers',
  async (unroutable) => {
    const good = await useResolver(() => ENTRY)
    for (const servers of [
      [unroutable, good.address],
      [good.address, unroutable],
    ]) {
      const client = clientOf([], { servers, tries: 2 })
      const asked = Array.from({ length: 20 }, (_, at) => client.ask(`d${at}.test`, 'MX'))
      for (const reply of await Promise.all(asked)) expect(reply).toEqual(FOUND)
      expect(await client.askOf(unroutable, 'd.test', 'MX')).toEqual({ known: false, reason: 'unreachable' })
    }
  },
)

test('a question ends as unreachable when no resolver has a route', async () => {
  const client = clientOf([], { servers: UNROUTABLE, tries: 2 })
  const asked = Array.from({ length: 200 }, (_, at) => client.ask(`d${at}.test`, 'MX'))
  for (const reply of await Promise.all(asked)) expect(reply).toEqual({ known: false, reason: 'unreachable' })
})

test('what is under way when the client closes ends at once', async () => {
  const silent = await useResolver(() => ({ fault: 'silent' }))
  const client = clientOf([silent], { budgetMs: 60_000, timeoutMs: 60_000 })
  const asked = client.ask('d.test', 'MX')
  client.close()
  expect(await asked).toEqual({ known: false, reason: 'unreachable' })
  expect(await client.ask('d.test', 'MX')).toEqual({ known: false, reason: 'unreachable' })
})

test.each(['a..test', '.', `${'a'.repeat(64)}.test`, `${'a.'.repeat(127)}test`])(
  'a name that cannot be put into a question does not exist (%s)',
  async (name) => {
    const server = await useDns({})
    expect(await clientOf([server]).ask(name, 'MX')).toMatchObject({ known: true, exists: false, records: [] })
    expect(server.questions).toEqual([])
  },
)
