import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { createCanaries } from '../../src/domains/dns/canaries.ts'
import { createDnsClient } from '../../src/platform/dns/client.ts'
import { registerHealth } from '../../src/platform/http/pages/health.ts'
import { useTestApp } from '../access/test-app.ts'
import { type DnsServer, startDnsServer, type ZoneEntry } from '../stand-ins/dns-server.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { type FactsProcess, startFacts } from './support.ts'

const CANARIES = ['known.test', 'famous.test']
const BUDGET_MS = 5_000
const NXDOMAIN: ZoneEntry = { nxdomain: true }
const MAIL: ZoneEntry = { MX: [[10, 'mx.test']], NS: ['ns.test'], A: ['8.8.8.8'] }
const dead = { known: true, value: { deliverableByDns: false } }
const untrusted = { known: false, reason: 'untrusted' }

async function useResolver(entryOf: (name: string) => ZoneEntry): Promise<DnsServer> {
  const server = await startDnsServer(entryOf)
  onTestFinished(() => server.close())
  return server
}

const honest = (name: string): ZoneEntry => (/^(?:known|live\d*|mx)\.test$/.test(name) ? MAIL : NXDOMAIN)

async function trustedResolvers({ metrics }: FactsProcess): Promise<number | undefined> {
  return (await metrics.getSingleMetric('mailsift_dns_resolvers_trusted')?.get())?.values[0]?.value
}

test('with an honest resolver one known name suffices, and dead domains are dead', async () => {
  const { db } = await useTestDatabase()
  const facts = startFacts(db, await useResolver(honest), undefined, { canaries: ['famous.test', 'known.test'] })
  expect(await facts.lookUp('gone.test', BUDGET_MS)).toMatchObject(dead)
  expect(facts.dnsComplaint()).toBeUndefined()
  expect(await trustedResolvers(facts)).toBe(1)
})

test.each([
  [
    'that every name is missing',
    () => NXDOMAIN,
    /says that well-known mail domains do not exist.*No domain can be looked up/,
  ],
  ['that every name exists', () => MAIL, /resolves names that cannot exist.*No domain can be looked up/],
])('a resolver that says %s is not believed about any domain', async (_, entryOf, complaint) => {
  const { db } = await useTestDatabase()
  const facts = startFacts(db, await useResolver(entryOf), undefined, { canaries: CANARIES })
  await expect.poll(() => facts.dnsComplaint()).toMatch(complaint)
  expect(await facts.lookUp('live.test', BUDGET_MS)).toEqual(untrusted)
  expect(await facts.lookUp('gone.test', BUDGET_MS)).toEqual(untrusted)
  expect(await trustedResolvers(facts)).toBe(0)
})

test.each([
  ['answer', honest, true],
  ['are silent', (): ZoneEntry => ({ fault: 'silent' }), false],
  ['deny every name', () => NXDOMAIN, false],
])('it is found out at any moment whether resolvers %s', async (_, entryOf, expected) => {
  const { db } = await useTestDatabase()
  const facts = startFacts(db, await useResolver(entryOf), undefined, { canaries: CANARIES, timeoutMs: 100 })
  expect(await facts.resolversAnswer()).toBe(expected)
})

test.each([
  ['answer', honest, true],
  ['are silent', (): ZoneEntry => ({ fault: 'silent' }), false],
])('without canaries it is found out, too, whether resolvers %s', async (_, entryOf, expected) => {
  const { db } = await useTestDatabase()
  const facts = startFacts(db, await useResolver(entryOf), undefined, { canaries: [], timeoutMs: 100 })
  expect(await facts.resolversAnswer()).toBe(expected)
})

test('beside an honest resolver, one that lies is not asked', async () => {
  const { db } = await useTestDatabase()
  const liar = await useResolver(() => NXDOMAIN)
  const facts = startFacts(db, liar, undefined, { canaries: CANARIES, otherDns: await useResolver(honest) })
  expect(await facts.lookUp('live.test', BUDGET_MS)).toMatchObject({ known: true, value: { hasValidMx: true } })
  expect(await facts.lookUp('gone.test', BUDGET_MS)).toMatchObject(dead)
  expect(facts.dnsComplaint()).toMatch(/The other resolvers are queried instead/)
  liar.takeQuestions()
  expect(await facts.lookUp('live2.test', BUDGET_MS)).toMatchObject({ known: true, value: { hasValidMx: true } })
  expect(liar.takeQuestions()).toEqual([])
})

test('when many domains turn dead at once the resolvers are tested again, and believed again once they pass', async () => {
  const { db } = await useTestDatabase()
  let isLying = false
  const resolver = await useResolver((name) => (isLying ? NXDOMAIN : honest(name)))
  const facts = startFacts(db, resolver, undefined, { canaries: CANARIES })
  expect(await facts.lookUp('gone.test', BUDGET_MS)).toMatchObject(dead)
  isLying = true
  facts.clock.ahead += 6_000
  const found = await facts.lookUpAll(
    Array.from({ length: 200 }, (_, at) => `live${at}.test`),
    BUDGET_MS,
  )
  const believed = [...found.values()].filter((one) => one.known)
  expect(believed.length).toBeLessThanOrEqual(20)
  isLying = false
  facts.clock.ahead += 6_000
  expect(await facts.lookUp('live201.test', BUDGET_MS)).toMatchObject({ known: true, value: { hasValidMx: true } })
  expect(facts.dnsComplaint()).toBeUndefined()
})

test.each([
  ['for every kind of question', MAIL],
  ['for addresses alone', { A: ['8.8.4.4'] }],
])('a resolver that begins to invent answers %s is noticed by the third of them', async (_, lie: ZoneEntry) => {
  const { db } = await useTestDatabase()
  let isLying = false
  const resolver = await useResolver((name) => (isLying ? { ...lie, A: ['8.8.4.4'] } : honest(name)))
  const facts = startFacts(db, resolver, undefined, { canaries: CANARIES })
  expect(await facts.lookUp('live.test', BUDGET_MS)).toMatchObject({ known: true, value: { deliverableByDns: true } })
  isLying = true
  const found: unknown[] = []
  for (let at = 0; at < 20; at++) found.push(await facts.lookUp(`made-up-${at}.test`, BUDGET_MS))
  expect(found.filter((one) => (one as { known: boolean }).known).length).toBeLessThanOrEqual(2)
  expect(facts.dnsComplaint()).toMatch(/names that cannot exist/)
})

test('a resolver that begins to invent another address for every name is noticed after twenty of them', async () => {
  const { db } = await useTestDatabase()
  let [isLying, last] = [false, 0]
  const resolver = await useResolver((name) => (isLying ? { A: [`8.8.4.${++last % 250}`] } : honest(name)))
  const facts = startFacts(db, resolver, undefined, { canaries: CANARIES })
  expect(await facts.lookUp('live.test', BUDGET_MS)).toMatchObject({ known: true, value: { deliverableByDns: true } })
  isLying = true
  facts.clock.ahead += 6_000
  const found: unknown[] = []
  for (let at = 0; at < 40; at++) found.push(await facts.lookUp(`made-up-${at}.test`, BUDGET_MS))
  expect(found.filter((one) => (one as { known: boolean }).known).length).toBeLessThanOrEqual(20)
  expect(facts.dnsComplaint()).toMatch(/names that cannot exist/)
})

test('answers of a resolver that invents names are queried again from an honest one', async () => {
  const { db } = await useTestDatabase()
  let isLying = false
  const liar = await useResolver((name) => (isLying ? { A: ['8.8.4.4'] } : honest(name)))
  const other = await useResolver((name) => (name.startsWith('empty') ? {} : honest(name)))
  const facts = startFacts(db, liar, undefined, { canaries: CANARIES, otherDns: other })
  expect(await facts.lookUp('live.test', BUDGET_MS)).toMatchObject({ known: true })
  isLying = true
  for (const at of [0, 1]) await facts.lookUp(`empty${at}.test`, BUDGET_MS)
  expect(await facts.lookUp('empty2.test', BUDGET_MS)).toMatchObject(dead)
})

test('many domains at one address are tested once, not each of them', async () => {
  const { db } = await useTestDatabase()
  const facts = startFacts(db, await useResolver(honest), undefined, { canaries: CANARIES })
  for (let at = 0; at < 30; at++) await facts.lookUp(`live${at}.test`, BUDGET_MS)
  const tests = await facts.metrics.getSingleMetric('mailsift_dns_canary_tests_total')?.get()
  expect(tests?.values[0]?.value).toBeLessThanOrEqual(3)
})

test('an answer that comes after the resolver has failed its test is not believed', async () => {
  const { db } = await useTestDatabase()
  let isLying = false
  const lie = (name: string) => (name.startsWith('late') ? { ...NXDOMAIN, delayMs: 300 } : NXDOMAIN)
  const resolver = await useResolver((name) => (isLying ? lie(name) : honest(name)))
  const facts = startFacts(db, resolver, undefined, { canaries: CANARIES })
  expect(await facts.lookUp('gone.test', BUDGET_MS)).toMatchObject(dead)
  isLying = true
  facts.clock.ahead += 6_000
  // More than are believed before the resolver is tested again.
  const [soon, late] = ['live', 'late'].map((kind) => Array.from({ length: 30 }, (_, at) => `${kind}${at}.test`))
  const found = await facts.lookUpAll([...soon!, ...late!], BUDGET_MS)
  expect(late!.map((domain) => found.get(domain))).toEqual(late!.map(() => untrusted))
})

test('answers to questions that were put before a resolver failed its test are not believed', async () => {
  let isLying = false
  const liar = await useResolver((name) => (isLying ? NXDOMAIN : honest(name)))
  const servers = [liar.address, (await useResolver(honest)).address]
  const client = createDnsClient({ servers, fallbackServers: [], timeoutMs: 1_000, tries: 2, budgetMs: 4_000 })
  const clock = { at: 0, now: () => clock.at }
  const canaries = createCanaries({ client, clock, log: silentLog, metrics: new Registry() }, CANARIES)
  onTestFinished(() => {
    canaries.stop()
    client.close()
  })
  expect(await canaries.confirmDead(0)).toBe(true)
  isLying = true
  clock.at = 61_000
  // This one begins the test.
  expect(await canaries.confirmDead(61_000)).toBe(false)
  expect(await canaries.confirmDead(60_000)).toBe(false)
  expect(await canaries.confirmAlive('8.8.8.8', 60_000)).toBe(false)
  expect(await canaries.confirmDead(61_001)).toBe(true)
})

test('a resolver that does not answer is not taken for one that lies', async () => {
  const { db } = await useTestDatabase()
  const silent = await useResolver(() => ({ fault: 'servfail' }))
  const facts = startFacts(db, silent, undefined, { canaries: CANARIES, otherDns: await useResolver(honest) })
  expect(await facts.lookUp('gone.test', BUDGET_MS)).toMatchObject(dead)
  expect(facts.dnsComplaint()).toBeUndefined()
})

test('readiness says what is wrong with the resolvers, and stays green', async () => {
  const { db, url } = await useTestDatabase()
  const facts = startFacts(db, await useResolver(() => NXDOMAIN), undefined, { canaries: CANARIES })
  const app = await useTestApp(url, {
    addRoutes: (http) => registerHealth(http, { db, isStopping: () => false, complaints: { dns: facts.dnsComplaint } }),
  })
  await expect.poll(() => facts.dnsComplaint()).toBeDefined()
  const answer = await app.fetch('/readyz')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ status: 'ready', dns: facts.dnsComplaint() })
})
