import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { explainUnknown } from '../../src/domains/checked.ts'
import { createDomainDns } from '../../src/domains/dns/domain-dns.ts'
import { createDnsQuestions } from '../../src/domains/dns/questions.ts'
import { createFairSlots } from '../../src/domains/fair-slots.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { createDnsClient } from '../../src/platform/dns/client.ts'
import type { DnsServer, Zone, ZoneEntry } from '../stand-ins/dns-server.ts'
import { useDns } from '../stand-ins/use.ts'

const PUBLIC_V4 = '8.8.8.8'
const PUBLIC_V6 = '2606:4700::1111'

function askerOf(server: DnsServer, fallback?: DnsServer, patience = { timeoutMs: 5_000, tries: 4 }, concurrency = 10) {
  const client = createDnsClient({
    servers: [server.address],
    fallbackServers: fallback ? [fallback.address] : [],
    budgetMs: 15_000,
    ...patience,
  })
  onTestFinished(() => client.close())
  const questions = createDnsQuestions(client, new Registry())
  const dns = createDomainDns({ questions, clock: systemClock, budgetMs: 15_000 })
  const slots = createFairSlots({ count: concurrency, slowAfterMs: 60_000, slowCount: concurrency })
  return (domain: string) => slots.run('one account', domain, async () => (await dns.ask(domain, domain)).answer)
}

/** Asks about `d.test` in its own zone. */
async function answerFor(entry: ZoneEntry, others: Zone = {}) {
  const server = await useDns({ 'd.test': entry, ...others })
  return askerOf(server)('d.test')
}

const valid = { known: true, value: { hasValidMx: true, deliverable: true } }
const implicit = { known: true, value: { mx: [], hasValidMx: false, deliverable: true } }
const undeliverable = { known: true, value: { hasValidMx: false, deliverable: false } }

test('an MX whose host has a public address is valid, whichever family the address is of', async () => {
  for (const host of [{ A: [PUBLIC_V4] }, { AAAA: [PUBLIC_V6] }, { A: ['10.0.0.1', PUBLIC_V4] }])
    expect(await answerFor({ MX: [[10, 'mx.test']] }, { 'mx.test': host })).toMatchObject(valid)
})

test('an MX host behind a CNAME is tolerated', async () => {
  const zone = { 'mx.test': { CNAME: 'real.test' }, 'real.test': { A: [PUBLIC_V4] } }
  expect(await answerFor({ MX: [[10, 'mx.test']] }, zone)).toMatchObject(valid)
})

test('MX records come sorted by priority, in lower case', async () => {
  const MX = [
    [20, 'B.Test'],
    [10, 'mx.test'],
    [20, 'a.test'],
  ] as const
  expect(await answerFor({ MX }, { 'mx.test': { A: [PUBLIC_V4] } })).toMatchObject({
    value: {
      mx: [
        { priority: 10, host: 'mx.test' },
        { priority: 20, host: 'a.test' },
        { priority: 20, host: 'b.test' },
      ],
    },
  })
})

test('a second host is looked up only when the first is of no use', async () => {
  const MX = [
    [10, 'first.test'],
    [20, 'second.test'],
  ] as const
  const useless = { 'first.test': { nxdomain: true }, 'second.test': { A: [PUBLIC_V4] } } as const
  expect(await answerFor({ MX }, useless)).toMatchObject(valid)
  const server = await useDns({ 'd.test': { MX }, 'first.test': { A: [PUBLIC_V4] } })
  expect(await askerOf(server)('d.test')).toMatchObject(valid)
})

/** So many records, of which only the last by priority is of use. */
function manyMx(count: number, useful: boolean): Zone {
  const hosts = Array.from({ length: count }, (_, at) => `mx${at}.test`)
  return {
    'd.test': { MX: hosts.map((host, at) => [at, host] as const).reverse() },
    ...Object.fromEntries(hosts.map((host) => [host, { nxdomain: true as const }])),
    ...(useful && { [hosts.at(-1)!]: { A: [PUBLIC_V4] } }),
  }
}

test('of many mail hosts the best priorities are looked at first, and the last one still counts', async () => {
  const answer = await askerOf(await useDns(manyMx(200, true)))('d.test')
  expect(answer).toMatchObject(valid)
  if (!answer.known) return
  expect(answer.value.mx.map(({ priority }) => priority)).toEqual(Array.from({ length: 200 }, (_, at) => at))
  expect(await askerOf(await useDns(manyMx(200, false)))('d.test')).toMatchObject(undeliverable)
})

test('a domain with more mail hosts than are looked at is unknown, not dead, and says how many were', async () => {
  const answer = await askerOf(await useDns(manyMx(400, true)))('d.test')
  expect(answer).toEqual({ known: false, reason: 'too_many_hosts', hostsLookedAt: 300 })
  if (!answer.known) expect(explainUnknown(answer)).toContain('the first 300 mail servers')
})

test('a null MX is undeliverable and does not fall back to the address', async () => {
  expect(await answerFor({ MX: [[0, '.']], A: [PUBLIC_V4] })).toMatchObject({
    known: true,
    value: { mx: [], hasValidMx: false, deliverable: false },
  })
})

test('a null MX beside a real one does not hide it', async () => {
  const MX = [
    [0, '.'],
    [10, 'mx.test'],
  ] as const
  expect(await answerFor({ MX }, { 'mx.test': { A: [PUBLIC_V4] } })).toMatchObject(valid)
})

test('no MX but an address is deliverable without valid MX records', async () => {
  expect(await answerFor({ A: [PUBLIC_V4] })).toMatchObject(implicit)
  expect(await answerFor({ AAAA: [PUBLIC_V6] })).toMatchObject(implicit)
})

test('no MX and no public address is undeliverable', async () => {
  expect(await answerFor({})).toMatchObject(undeliverable)
  expect(await answerFor({ A: ['192.168.0.1'], AAAA: ['fd00::1'] })).toMatchObject(undeliverable)
})

test('a name that does not exist is undeliverable', async () => {
  expect(await answerFor({ nxdomain: true })).toMatchObject(undeliverable)
})

test('MX records of localhost, address literals, private and non-resolving hosts are undeliverable', async () => {
  for (const host of ['localhost', 'mail.localhost', '8.8.8.8', 'a_b!.test'])
    expect(await answerFor({ MX: [[10, host]], A: [PUBLIC_V4] })).toMatchObject(undeliverable)
  for (const entry of [{ nxdomain: true }, {}, { A: ['10.0.0.1'] }, { A: ['127.0.0.1'], AAAA: ['::1'] }] as const)
    expect(await answerFor({ MX: [[10, 'mx.test']] }, { 'mx.test': entry })).toMatchObject(undeliverable)
})

test.each([
  ['silent', 'timeout'],
  ['servfail', 'servfail'],
  ['refused', 'refused'],
  ['wrong_id', 'timeout'],
  ['garbage', 'timeout'],
  ['broken', 'unreachable'],
] as const)('a resolver that is %s makes the answer unknown (%s), not negative', async (fault, reason) => {
  const server = await useDns({ 'd.test': { fault, MX: [[10, 'mx.test']] } })
  expect(await askerOf(server, undefined, { timeoutMs: 100, tries: 1 })('d.test')).toEqual({ known: false, reason })
})

test('a mail host that cannot be looked up makes the answer unknown, unless another host is usable', async () => {
  const MX = [
    [10, 'dark.test'],
    [20, 'mx.test'],
  ] as const
  const dark = { fault: 'servfail' } as const
  expect(await answerFor({ MX }, { 'dark.test': dark, 'mx.test': { nxdomain: true } })).toMatchObject({ known: false })
  expect(await answerFor({ MX }, { 'dark.test': dark, 'mx.test': { A: [PUBLIC_V4] } })).toMatchObject(valid)
})

test('a mail host without an answer does not hide a usable one', async () => {
  const MX = [
    [10, 'dark.test'],
    [20, 'mx.test'],
  ] as const
  const dark = { fault: 'silent' } as const
  expect(await answerFor({ MX }, { 'dark.test': dark, 'mx.test': { A: [PUBLIC_V4] } })).toMatchObject(valid)
  const halfDark = { AAAA: [PUBLIC_V6], fault: 'silent', faultType: 'A' } as const
  expect(await answerFor({ MX: [[10, 'mx.test']] }, { 'mx.test': halfDark })).toMatchObject(valid)
})

test('name servers without an answer do not hide the mail hosts', async () => {
  const entry = { MX: [[10, 'mx.test']], fault: 'silent', faultType: 'NS' } as const
  expect(await answerFor(entry, { 'mx.test': { A: [PUBLIC_V4] } })).toMatchObject({
    known: true,
    value: { hasValidMx: true, deliverable: true, nameservers: { known: false, reason: 'timeout' } },
  })
})

test('an implicit mail host that cannot be looked up makes the answer unknown', async () => {
  expect(await answerFor({ fault: 'servfail', faultType: 'A' })).toEqual({ known: false, reason: 'servfail' })
})

test('the second resolver is queried before the lookup fails, and only then', async () => {
  const entry = { MX: [[10, 'mx.test']], NS: ['ns.test'] } as const
  const host = { 'mx.test': { A: [PUBLIC_V4] } }
  const broken = await useDns({ 'd.test': { ...entry, fault: 'servfail' }, ...host })
  const good = await useDns({ 'd.test': entry, ...host })
  expect(await askerOf(broken, good)('d.test')).toMatchObject(valid)
  const unused = await useDns({})
  expect(await askerOf(good, unused)('d.test')).toMatchObject(valid)
  expect(unused.questions).toEqual([])
})

test('without a second resolver the first is queried again', async () => {
  const server = await useDns({ 'd.test': { nxdomain: true, fault: 'servfail', faultType: 'MX', faultTimes: 1 } })
  expect(await askerOf(server)('d.test')).toMatchObject(undeliverable)
  expect(server.questions.filter(({ type }) => type === 'MX')).toHaveLength(2)
})

test('an answer too large for a datagram is fetched over TCP', async () => {
  const server = await useDns({
    'd.test': { MX: [[10, 'mx.test']], fault: 'truncated' },
    'mx.test': { A: [PUBLIC_V4] },
  })
  expect(await askerOf(server)('d.test')).toMatchObject(valid)
  expect(server.questions).toContainEqual({ name: 'd.test', type: 'MX', over: 'tcp' })
})

test('a mail host shared by many domains is looked up once', async () => {
  const domains = Array.from({ length: 30 }, (_, index) => `d${index}.test`)
  const entry = { MX: [[10, 'mx.test']], NS: ['ns.test'] } as const
  const server = await useDns({
    ...Object.fromEntries(domains.map((domain) => [domain, entry])),
    'mx.test': { A: [PUBLIC_V4] },
  })
  const ask = askerOf(server)
  await Promise.all(domains.map(ask))
  expect(server.questions.filter(({ name }) => name === 'mx.test')).toHaveLength(1)
  expect(server.questions.filter(({ type }) => type === 'MX')).toHaveLength(30)
})

test('no socket waits for more answers than its buffer holds, however many domains are looked up at a time', async () => {
  const entry = { MX: [[10, 'mx.test']], NS: ['ns.test'] } as const
  const domains = Array.from({ length: 1_000 }, (_, index) => `d${index}.test`)
  const server = await useDns(
    { ...Object.fromEntries(domains.map((domain) => [domain, entry])), 'mx.test': { A: [PUBLIC_V4] } },
    { latencyMs: 50 },
  )
  const ask = askerOf(server, undefined, undefined, 500)
  for (const answer of await Promise.all(domains.map(ask))) expect(answer).toMatchObject(valid)
  expect(server.mostForOneSocket()).toBeLessThanOrEqual(200)
})

test('name servers come in lower case, and "none" is kept apart from "unknown"', async () => {
  const value = (nameservers: unknown) => ({ known: true, value: { nameservers } })
  expect(await answerFor({ NS: ['NS2.Test', 'ns1.test'] })).toMatchObject(
    value({ known: true, value: ['ns1.test', 'ns2.test'] }),
  )
  expect(await answerFor({})).toMatchObject(value({ known: true, value: [] }))
  expect(await answerFor({ fault: 'servfail', faultType: 'NS' })).toMatchObject(
    value({ known: false, reason: 'servfail' }),
  )
})
