import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { LookUpsEnded } from '../../src/domains/facts.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { isDatabaseUnavailable } from '../../src/platform/database/errors.ts'
import { type RdapReply, registered } from '../stand-ins/rdap-server.ts'
import { useDns, useRdap } from '../stand-ins/use.ts'
import { silentLog, useTestDatabase, waitingForLocks, whileLocked } from '../support/database.ts'
import { MAIL_DOMAIN, MAIL_HOST, questionsFor, startFacts } from './support.ts'

const BUDGET_MS = 20_000
const zone = { 'a.test': MAIL_DOMAIN, 'mx.test': MAIL_HOST }
const zoneOf = (domains: readonly string[]) => ({
  ...Object.fromEntries(domains.map((domain) => [domain, MAIL_DOMAIN])),
  'mx.test': MAIL_HOST,
})
const withoutRegistry = {
  known: true,
  value: { hasValidMx: true, nameservers: ['ns.test'], registry: { known: false } },
}

test.each(['hang', 'drip'] as const)(
  'a registry that answers with a %s delays no request past the budget and says nothing about the domain',
  async (fault) => {
    const { db } = await useTestDatabase()
    const rdap = await useRdap({ '/domain/a.test': { fault } })
    const facts = startFacts(db, await useDns(zone), rdap)
    expect(await facts.lookUp('a.test', 1_000)).toMatchObject(withoutRegistry)
    expect((await facts.lookUpAll(['a.test'], 1_000)).get('a.test')).toMatchObject(withoutRegistry)
    expect([rdap.requests.length, rdap.underWay()], 'the one question is still open').toEqual([1, 1])
    await rdap.close()
  },
)

test('an answer that comes after the budget is kept for the next one who asks', async () => {
  const { db } = await useTestDatabase()
  const rdap = await useRdap({ '/domain/a.test': { ...registered('a.test'), delayMs: 300 } })
  const facts = startFacts(db, await useDns(zone), rdap)
  expect(await facts.lookUp('a.test', 50)).toMatchObject(withoutRegistry)
  expect(await facts.lookUp('a.test', BUDGET_MS)).toMatchObject({ value: { registry: { known: true } } })
  expect(rdap.requests).toHaveLength(1)
})

test('a chunk that a slow registry cannot serve in time ends with the budget, partly known, and leaves no queue behind', async () => {
  const { db } = await useTestDatabase()
  const domains = Array.from({ length: 40 }, (_, index) => `d${index}.test`)
  let answers = 5
  const rdap = await useRdap((path) => (answers-- > 0 ? registered(path.slice('/domain/'.length)) : { fault: 'hang' }))
  const facts = startFacts(db, await useDns(zoneOf(domains)), rdap)
  const found = [...(await facts.lookUpAll(domains, 2_000)).values()]
  const registryKnown = found.filter((one) => one.known && one.value.registry.known).length
  expect(found.every((one) => one.known && one.value.hasValidMx)).toBe(true)
  expect(registryKnown).toBeGreaterThan(0)
  expect(registryKnown).toBeLessThanOrEqual(5)
  expect(rdap.mostAtOnce()).toBeLessThanOrEqual(2)
  const stopped = facts.stop()
  // It waits for what is under way.
  await rdap.close()
  await stopped
  expect(rdap.requests.length).toBeLessThanOrEqual(registryKnown + 2)
})

test('a registry that asks for patience is queried again when it says so, within the budget', async () => {
  const { db } = await useTestDatabase()
  const busy: RdapReply = { status: 429, headers: { 'retry-after': '1' } }
  const rdap = await useRdap({ '/domain/a.test': [busy, registered('a.test')] })
  const facts = startFacts(db, await useDns(zone), rdap)
  expect(await facts.lookUp('a.test', BUDGET_MS)).toMatchObject({ value: { registry: { known: true } } })
  expect(rdap.requests).toHaveLength(2)
})

test('a registry that asks for more patience than the budget has is left alone, and the domain is unknown', async () => {
  const { db } = await useTestDatabase()
  const busy: RdapReply = { status: 429, headers: { 'retry-after': '60' } }
  const rdap = await useRdap({ '/domain/a.test': busy })
  const facts = startFacts(db, await useDns(zoneOf(['a.test', 'b.test'])), rdap)
  expect(await facts.lookUp('a.test', BUDGET_MS)).toMatchObject(withoutRegistry)
  expect(await facts.lookUp('b.test', BUDGET_MS)).toMatchObject(withoutRegistry)
  expect(rdap.requests).toHaveLength(1)
})

test.each([
  ['status 500', { status: 500 }],
  ['no JSON', { body: 'oops' }],
  ['a body without end', { fault: 'huge' }],
] as const)('after five failures in a row (%s) a registry is left alone', async (_case, reply) => {
  const { db } = await useTestDatabase()
  const domains = Array.from({ length: 12 }, (_, index) => `d${index}.test`)
  const rdap = await useRdap(() => reply)
  const facts = startFacts(db, await useDns(zoneOf(domains)), rdap, { rateLimit: { atOnce: 1 } })
  const found = [...(await facts.lookUpAll(domains, BUDGET_MS)).values()]
  for (const one of found) expect(one).toMatchObject(withoutRegistry)
  expect(rdap.requests).toHaveLength(5)
  const counter = await facts.metrics.getSingleMetric('mailsift_rdap_requests_total')?.get()
  expect(counter?.values).toMatchObject([{ labels: { host: new URL(rdap.origin).host }, value: 5 }])
})

test("a registry that one account's lookups found failing delays no other account's, in this process or another", async () => {
  const { db } = await useTestDatabase()
  const failing = Array.from({ length: 5 }, (_, index) => `d${index}.test`)
  const rdap = await useRdap(() => ({ status: 500 }))
  const dns = await useDns(zoneOf([...failing, 'a.test', 'b.test']))
  const [process, other] = [startFacts(db, dns, rdap, { rateLimit: { atOnce: 1 } }), startFacts(db, dns, rdap)]
  await process.lookUpAll(failing, BUDGET_MS, 'somebody')
  // The pause of this process ends a moment before that of the fleet, which a lookup could wait for.
  process.clock.ahead = 31_000
  await sql`UPDATE host_limits SET paused_until = now() + interval '2 seconds'`.execute(db)
  expect(await process.lookUp('a.test', BUDGET_MS, 'somebody else')).toMatchObject(withoutRegistry)
  expect(await other.lookUp('b.test', BUDGET_MS, 'somebody else')).toMatchObject(withoutRegistry)
  expect(rdap.requests).toHaveLength(5)
})

test('names that a registry refuses do not keep others from being looked up', async () => {
  const { db } = await useTestDatabase()
  const refused = Array.from({ length: 8 }, (_, index) => `d${index}.test`)
  const rdap = await useRdap((path) => (path === '/domain/a.test' ? registered('a.test') : { status: 400 }))
  const facts = startFacts(db, await useDns(zoneOf([...refused, 'a.test'])), rdap, { rateLimit: { atOnce: 1 } })
  for (const one of (await facts.lookUpAll(refused, BUDGET_MS)).values()) expect(one).toMatchObject(withoutRegistry)
  expect(await facts.lookUp('a.test', BUDGET_MS)).toMatchObject({ value: { registry: { known: true } } })
})

test('a registry answer that no database can hold as it came is kept, with those that came beside it', async () => {
  const { db } = await useTestDatabase()
  const domains = ['a.test', 'b.test', 'c.test']
  const named = (name: string) => ({
    entities: [{ roles: ['registrar'], vcardArray: ['vcard', [['fn', {}, 'text', name]]] }],
  })
  const rdap = await useRdap({
    '/domain/a.test': registered('a.test', named('A\u0000B')),
    '/domain/b.test': registered('b.test', named('A\ud800B')),
    '/domain/c.test': registered('c.test'),
  })
  const dns = await useDns(zoneOf(domains))
  for (let start = 0; start < 2; start++) {
    const facts = startFacts(db, dns, rdap, { rateLimit: { atOnce: 3 } })
    const found = await facts.lookUpAll(domains, BUDGET_MS)
    for (const one of found.values()) expect(one).toMatchObject({ value: { registry: { known: true } } })
    await facts.stop()
  }
  expect(rdap.requests).toHaveLength(3)
})

test('a lookup whose process died is repeated by another as soon as its lease has expired', async () => {
  const { db } = await useTestDatabase()
  const { rows } = await sql<{ leased_until: Date }>`INSERT INTO dns_facts (name, leased_until)
    VALUES ('a.test', now() + interval '700 milliseconds') RETURNING leased_until`.execute(db)
  const askedAt: number[] = []
  const dns = await useDns((name) => {
    if (name === 'a.test') askedAt.push(Date.now())
    return zone[name as keyof typeof zone]
  })
  const facts = startFacts(db, dns)
  expect(await facts.lookUp('a.test', BUDGET_MS)).toMatchObject({ known: true, value: { hasValidMx: true } })
  expect(questionsFor(dns, 'a.test', 'MX')).toBe(1)
  expect(askedAt[0]).toBeGreaterThanOrEqual(rows[0]!.leased_until.getTime())
})

test('a slow question keeps its lease, so that another process does not ask it as well', async () => {
  const { db } = await useTestDatabase()
  const dns = await useDns(zone, { latencyMs: 3_500 })
  const [first, second] = [startFacts(db, dns), startFacts(db, dns)]
  const looking = first.lookUp('a.test', BUDGET_MS)
  await expect.poll(() => questionsFor(dns, 'a.test', 'MX')).toBe(1)
  expect(await second.lookUp('a.test', BUDGET_MS)).toEqual(await looking)
  expect(questionsFor(dns, 'a.test', 'MX')).toBe(1)
})

test('a domain that waits its turn behind the silent ones of a chunk can be looked up by another process', async () => {
  const { db } = await useTestDatabase()
  const silent = Array.from({ length: 240 }, (_, index) => [`d${index}.test`, { fault: 'silent' }] as const)
  const dns = await useDns({ ...Object.fromEntries(silent), ...zone })
  const bulk = startFacts(db, dns)
  const ended = expect(
    bulk.lookUpAll([...silent.map(([domain]) => domain), 'a.test'], BUDGET_MS),
  ).rejects.toBeInstanceOf(LookUpsEnded)
  await expect.poll(() => dns.questions.length).toBeGreaterThan(0)
  expect(await startFacts(db, dns).lookUp('a.test', BUDGET_MS)).toMatchObject({ known: true })
  await bulk.stop()
  await ended
})

test('a process that stops answers at once, stores no verdict about what it was asking, and gives the lease back', async () => {
  const { db } = await useTestDatabase()
  const dark = await useDns({ 'a.test': { fault: 'silent' } })
  const facts = startFacts(db, dark, undefined, { timeoutMs: 10_000 })
  const looking = facts.lookUp('a.test', BUDGET_MS)
  await expect.poll(() => questionsFor(dark, 'a.test', 'MX')).toBe(1)
  await facts.stop()
  expect(await looking).toMatchObject({ known: false })
  const { rows } = await sql`SELECT answer, leased_until FROM dns_facts`.execute(db)
  expect(rows).toEqual([{ answer: null, leased_until: null }])
  const dns = await useDns(zone)
  expect(await startFacts(db, dns).lookUp('a.test', BUDGET_MS)).toMatchObject({ known: true })
})

test('a process that stops does not wait for another one that is still asking', async () => {
  const { db } = await useTestDatabase()
  await sql`INSERT INTO dns_facts (name, leased_until) VALUES ('a.test', now() + interval '1 hour')`.execute(db)
  const facts = startFacts(db, await useDns({}))
  let looking: ReturnType<typeof facts.lookUp> | undefined
  await whileLocked(db, 'dns_facts', async () => {
    looking = facts.lookUp('a.test', BUDGET_MS)
    await eventually(() => waitingForLocks(db))
  })
  await facts.stop()
  expect(await looking).toMatchObject({ known: false })
})

test('a process that stops does not go on with the domains that wait for their turn', async () => {
  const { db } = await useTestDatabase()
  const domains = Array.from({ length: 300 }, (_, index) => `d${index}.test`)
  const dark = await useDns(Object.fromEntries(domains.map((domain) => [domain, { fault: 'silent' }] as const)))
  const facts = startFacts(db, dark, undefined, { timeoutMs: 10_000 })
  const ended = expect(facts.lookUpAll(domains, BUDGET_MS)).rejects.toBeInstanceOf(LookUpsEnded)
  await expect.poll(() => dark.questions.length).toBeGreaterThan(0)
  await facts.stop()
  await ended
  expect(new Set(dark.questions.map(({ name }) => name)).size).toBeLessThanOrEqual(100)
})

test('while the database is away a lookup fails as such, and does not answer "no"', async () => {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing', { log: silentLog, connectionCount: 1 })
  const facts = startFacts(away.db, await useDns({}))
  const failure = await facts.lookUp('a.test', BUDGET_MS).catch((error) => error)
  expect(isDatabaseUnavailable(failure)).toBe(true)
})

test('a redirected request waits at the new host with the direct ones', async () => {
  const { db } = await useTestDatabase()
  const domains = Array.from({ length: 6 }, (_, n) => [`d${n}.test`, `d${n}.example`]).flat()
  const other = await useRdap((path) => ({ ...registered(path.split('/').at(-1)!), delayMs: 50 }))
  const rdap = await useRdap((path) => ({ status: 302, headers: { location: `${other.origin}/rdap${path}` } }))
  const rateLimit = { atOnce: 1, perSecond: 1000, burst: 1000 }
  const facts = startFacts(db, await useDns(zoneOf(domains)), rdap, { rateLimit, otherRdap: other })
  const found = await facts.lookUpAll(domains, BUDGET_MS)
  for (const domain of domains) expect(found.get(domain)).toMatchObject({ value: { registry: { known: true } } })
  expect(other.requests).toHaveLength(domains.length)
  expect(other.mostAtOnce()).toBe(1)
})

test('a host that others are sent to, and that wants a pause, is left alone', async () => {
  const { db } = await useTestDatabase()
  const other = await useRdap(() => ({ status: 429, headers: { 'retry-after': '600' } }))
  const rdap = await useRdap((path) => ({ status: 307, headers: { location: other.origin + path } }))
  const domains = ['a.test', 'b.test', 'c.test']
  const rateLimit = { atOnce: 1, perSecond: 1000, burst: 1000 }
  const facts = startFacts(db, await useDns(zoneOf(domains)), rdap, { rateLimit, otherRdap: other })
  for (const domain of domains) expect(await facts.lookUp(domain, BUDGET_MS)).toMatchObject(withoutRegistry)
  expect(other.requests).toHaveLength(1)
  expect(rdap.requests).toHaveLength(domains.length)
})

test('registries that redirect in a circle are requested a few times, and no more', async () => {
  const { db } = await useTestDatabase()
  const origins: string[] = []
  const first = await useRdap((path) => ({ status: 302, headers: { location: origins[1] + path } }))
  const second = await useRdap((path) => ({ status: 302, headers: { location: origins[0] + path } }))
  origins.push(first.origin, second.origin)
  const facts = startFacts(db, await useDns(zone), first, { otherRdap: second })
  expect(await facts.lookUp('a.test', BUDGET_MS)).toMatchObject(withoutRegistry)
  expect(first.requests.length + second.requests.length).toBe(3)
})

test('600 black-holed lookups of one account do not keep another from its one', async () => {
  const { db } = await useTestDatabase()
  const silent = Array.from({ length: 600 }, (_, index) => [`d${index}.test`, { fault: 'silent' }] as const)
  const dns = await useDns({ ...Object.fromEntries(silent), ...zone })
  const facts = startFacts(db, dns)
  let settled = 0
  const hostile = silent.map(async ([domain]) => {
    await facts.lookUp(domain, BUDGET_MS, 'hostile')
    settled++
  })
  await expect.poll(() => dns.questions.length).toBeGreaterThan(50)
  expect(await facts.lookUp('a.test', BUDGET_MS, 'other')).toMatchObject({ known: true })
  expect(settled).toBe(0)
  await facts.stop()
  await Promise.all(hostile)
})

test('within one account, too, silent name servers hold up their own domains only', async () => {
  const { db } = await useTestDatabase()
  const silent = Array.from({ length: 200 }, (_, index) => [`d${index}.test`, { fault: 'silent' }] as const)
  const dns = await useDns({ ...Object.fromEntries(silent), ...zone })
  const facts = startFacts(db, dns)
  const settled: string[] = []
  const looking = [...silent.map(([domain]) => domain), 'a.test'].map(async (domain) => {
    await facts.lookUp(domain, BUDGET_MS, 'one')
    settled.push(domain)
  })
  await expect.poll(() => settled).toContain('a.test')
  expect(settled).toEqual(['a.test'])
  await facts.stop()
  await Promise.all(looking)
})

test("three accounts' chunks of black-holed domains do not delay the hundred rows of another", async () => {
  const { db } = await useTestDatabase()
  const silent = Array.from({ length: 600 }, (_, index) => [`d${index}.test`, { fault: 'silent' }] as const)
  const good = Array.from({ length: 100 }, (_, index) => [`g${index}.test`, MAIL_DOMAIN] as const)
  const dns = await useDns({ ...Object.fromEntries(silent), ...Object.fromEntries(good), ...zone })
  const facts = startFacts(db, dns)
  let settled = 0
  const hostile = [0, 1, 2].map(async (job) => {
    const domains = silent.slice(200 * job, 200 * (job + 1)).map(([domain]) => domain)
    await expect(facts.lookUpAll(domains, BUDGET_MS, `hostile ${job}`)).rejects.toBeInstanceOf(LookUpsEnded)
    settled++
  })
  await expect.poll(() => dns.questions.length).toBeGreaterThan(50)
  const found = await facts.lookUpAll(
    good.map(([domain]) => domain),
    BUDGET_MS,
    'other',
  )
  expect([...found.values()].every(({ known }) => known)).toBe(true)
  expect(settled).toBe(0)
  await facts.stop()
  await Promise.all(hostile)
})

test('a single lookup ends with its budget, whatever DNS and the registry still owe', async () => {
  const { db } = await useTestDatabase()
  const dns = await useDns({ ...zoneOf(['a.test']), 'silent.test': { fault: 'silent' } })
  const rdap = await useRdap({ '/domain/a.test': { fault: 'hang' }, '/domain/silent.test': { fault: 'hang' } })
  const facts = startFacts(db, dns, rdap, { lookupBudgetMs: 300 })
  const longer = 3_600_000
  expect(await facts.lookUp('silent.test', longer)).toEqual({ known: false, reason: 'timeout' })
  expect(await facts.lookUp('a.test', longer)).toMatchObject({ known: true, value: { registry: { known: false } } })
  await rdap.close()
})
