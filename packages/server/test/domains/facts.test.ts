import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { registered } from '../stand-ins/rdap-server.ts'
import { useDns, useRdap } from '../stand-ins/use.ts'
import { useTestDatabase } from '../support/database.ts'
import { MAIL_DOMAIN, MAIL_HOST, questionsFor, servedCounts, startFacts } from './support.ts'

const BUDGET_MS = 5_000
const zone = { 'a.test': MAIL_DOMAIN, 'mx.test': MAIL_HOST }
const factsFromDns = {
  mx: [{ priority: 10, host: 'mx.test' }],
  hasValidMx: true,
  deliverableByDns: true,
  nameservers: ['ns.test'],
}

describe('what is found out', () => {
  test('with registry lookups off, the facts are those of DNS and the registry is unknown', async () => {
    const { db } = await useTestDatabase()
    const facts = startFacts(db, await useDns(zone))
    expect(await facts.lookUp('a.test', BUDGET_MS)).toEqual({
      known: true,
      value: { ...factsFromDns, registry: { known: false } },
    })
  })

  test('the registry is requested the registrable domain, the mail exchange for the domain itself', async () => {
    const { db } = await useTestDatabase()
    const dns = await useDns({
      'mail.a.test': { MX: [[10, 'mx.test']] },
      'a.test': { NS: ['ns.test'] },
      'mx.test': MAIL_HOST,
    })
    const rdap = await useRdap({ '/domain/a.test': registered('a.test') })
    const facts = startFacts(db, dns, rdap)
    expect(await facts.lookUp('mail.a.test', BUDGET_MS)).toMatchObject({
      known: true,
      value: {
        ...factsFromDns,
        nameservers: ['ns1.a.test'],
        registry: { known: true, flags: { domain_transfer_locked: true, domain_is_expired: false } },
      },
    })
    expect(questionsFor(dns, 'a.test', 'MX')).toBe(0)
  })

  test('a top-level domain without a registry service leaves the registry unknown and the name servers to DNS', async () => {
    const { db } = await useTestDatabase()
    const rdap = await useRdap({})
    const facts = startFacts(db, await useDns(zone), rdap, { suffix: 'elsewhere' })
    expect(await facts.lookUp('a.test', BUDGET_MS)).toMatchObject({
      value: { nameservers: ['ns.test'], registry: { known: false } },
    })
  })

  test('a name that the registry does not know is known not to be registered', async () => {
    const { db } = await useTestDatabase()
    const facts = startFacts(db, await useDns(zone), await useRdap({ '/domain/a.test': { status: 404 } }))
    expect(await facts.lookUp('a.test', BUDGET_MS)).toMatchObject({
      value: {
        nameservers: ['ns.test'],
        registry: { known: true, record: { registered_at: null, registrar_name: null } },
      },
    })
  })

  test('a domain whose DNS cannot answer is unknown, whatever its registry says', async () => {
    const { db } = await useTestDatabase()
    const rdap = await useRdap({ '/domain/a.test': registered('a.test') })
    const facts = startFacts(db, await useDns({ 'a.test': { fault: 'servfail' } }), rdap)
    expect(await facts.lookUp('a.test', BUDGET_MS)).toEqual({ known: false, reason: 'servfail' })
  })

  test('ages and days left follow the day on which they are requested, not the day of the answer', async () => {
    const { db } = await useTestDatabase()
    const expiresInTenDays = new Date(Date.now() + 10.5 * 86_400_000).toISOString()
    const events = [{ eventAction: 'expiration', eventDate: expiresInTenDays }]
    const rdap = await useRdap({ '/domain/a.test': registered('a.test', { events }) })
    const dns = await useDns(zone)
    const first = startFacts(db, dns, rdap)
    const registryOf = async (process: typeof first) => {
      const facts = await process.lookUp('a.test', BUDGET_MS)
      return facts.known ? facts.value.registry : undefined
    }
    expect(await registryOf(first)).toMatchObject({
      record: { expires_in_days: 10 },
      flags: { domain_is_expired: false, domain_is_expiring_soon: true },
    })
    const later = startFacts(db, dns, rdap)
    later.clock.ahead = 11 * 86_400_000
    expect(await registryOf(later)).toMatchObject({
      record: { expires_in_days: -1 },
      flags: { domain_is_expired: true, domain_is_expiring_soon: false },
    })
    expect(rdap.requests).toHaveLength(1)
  })
})

describe('asking once', () => {
  test('fifty lookups of one cold domain at once ask DNS and the registry once', async () => {
    const { db } = await useTestDatabase()
    const dns = await useDns(zone, { latencyMs: 20 })
    const rdap = await useRdap({ '/domain/a.test': { ...registered('a.test'), delayMs: 20 } })
    const facts = startFacts(db, dns, rdap)
    const all = await Promise.all(Array.from({ length: 50 }, () => facts.lookUp('a.test', BUDGET_MS)))
    expect(new Set(all.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(all[0]).toMatchObject({ known: true, value: { hasValidMx: true, registry: { known: true } } })
    expect(questionsFor(dns, 'a.test', 'MX')).toBe(1)
    expect(questionsFor(dns, 'mx.test', 'A')).toBe(1)
    expect(rdap.requests).toHaveLength(1)
    expect(await servedCounts(facts, 'dns')).toEqual({ asked: 1, joined: 49 })
  })

  test('fifty lookups spread over five processes ask once', async () => {
    const { db } = await useTestDatabase()
    const dns = await useDns(zone, { latencyMs: 50 })
    const rdap = await useRdap({ '/domain/a.test': { ...registered('a.test'), delayMs: 50 } })
    const processes = Array.from({ length: 5 }, () => startFacts(db, dns, rdap))
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, index) => processes[index % 5]!.lookUp('a.test', BUDGET_MS)),
    )
    for (const one of all) expect(one).toMatchObject({ known: true, value: { registry: { known: true } } })
    expect(questionsFor(dns, 'a.test', 'MX')).toBe(1)
    expect(rdap.requests).toHaveLength(1)
  })

  test('a chunk asks about each distinct domain once, and a second run about none', async () => {
    const { db } = await useTestDatabase()
    const domains = Array.from({ length: 200 }, (_, index) => `d${index}.test`)
    const dns = await useDns({
      ...Object.fromEntries(domains.map((domain) => [domain, MAIL_DOMAIN])),
      'mx.test': MAIL_HOST,
    })
    const chunk = [...domains, ...domains, ...domains]
    const facts = startFacts(db, dns)
    const found = await facts.lookUpAll(chunk, BUDGET_MS)
    expect([...found.keys()]).toEqual(domains)
    for (const one of found.values()) expect(one).toMatchObject({ known: true, value: { hasValidMx: true } })
    const mxQuestions = () => dns.questions.filter(({ type }) => type === 'MX').length
    expect(mxQuestions()).toBe(200)
    const asked = dns.questions.length
    await facts.lookUpAll(chunk, BUDGET_MS)
    await facts.stop()
    const restarted = startFacts(db, dns)
    await restarted.lookUpAll(chunk, BUDGET_MS)
    expect(dns.questions).toHaveLength(asked)
    expect(await servedCounts(facts, 'dns')).toEqual({ asked: 200, memory: 200 })
    expect(await servedCounts(restarted, 'dns')).toEqual({ database: 200 })
  })

  test('overlapping chunks of several processes ask about each domain once', async () => {
    const { db } = await useTestDatabase()
    const domains = Array.from({ length: 300 }, (_, index) => `d${index}.test`)
    const dns = await useDns(
      { ...Object.fromEntries(domains.map((domain) => [domain, MAIL_DOMAIN])), 'mx.test': MAIL_HOST },
      { latencyMs: 5 },
    )
    const processes = [startFacts(db, dns), startFacts(db, dns), startFacts(db, dns)]
    const backwards = domains.toReversed()
    await Promise.all(
      processes.map((process, index) => process.lookUpAll(index === 1 ? backwards : domains, BUDGET_MS)),
    )
    expect(dns.questions.filter(({ type }) => type === 'MX')).toHaveLength(300)
  })
})

describe('how long answers last', () => {
  /** Days pass in the database; the memory of a process ends with the process. */
  const age = (db: Db, table: 'dns_facts' | 'registry_facts', seconds: number) =>
    sql`UPDATE ${sql.table(table)} SET fresh_until = fresh_until - make_interval(secs => ${seconds}),
      usable_until = usable_until - make_interval(secs => ${seconds}) WHERE answer IS NOT NULL`.execute(db)

  test.each([
    ['with mail', MAIL_DOMAIN, 300],
    ['with mail and times of seconds', { ...MAIL_DOMAIN, ttlSeconds: 5 }, 60],
    ['with mail and times of days', { ...MAIL_DOMAIN, ttlSeconds: 86_400 }, 10 * 60],
    ['without mail', { nxdomain: true, ttlSeconds: 200 } as const, 200],
    ['without mail and times of seconds', { nxdomain: true, ttlSeconds: 5 } as const, 60],
    ['without mail and times of days', { nxdomain: true, ttlSeconds: 86_400 } as const, 5 * 60],
    ['that could not be queried', { fault: 'servfail' } as const, 3],
  ])('DNS answers about a domain %s are queried again after their life', async (_case, entry, lifeSeconds) => {
    const { db } = await useTestDatabase()
    const dns = await useDns({ 'a.test': entry, 'mx.test': { ...MAIL_HOST, ttlSeconds: 86_400 } })
    const lookUpInNewProcess = async () => {
      const facts = startFacts(db, dns)
      await facts.lookUp('a.test', BUDGET_MS)
      await facts.stop()
      return facts
    }
    await lookUpInNewProcess()
    const asked = questionsFor(dns, 'a.test', 'MX')
    await age(db, 'dns_facts', Math.max(0, lifeSeconds - 5))
    expect(await servedCounts(await lookUpInNewProcess(), 'dns')).toEqual({ database: 1 })
    expect(questionsFor(dns, 'a.test', 'MX')).toBe(asked)
    await age(db, 'dns_facts', 6)
    expect(await servedCounts(await lookUpInNewProcess(), 'dns')).toEqual({ asked: 1 })
    expect(questionsFor(dns, 'a.test', 'MX')).toBe(asked * 2)
  })

  test('a process forgets an answer when the answer ends', async () => {
    const { db } = await useTestDatabase()
    const dns = await useDns(zone)
    const facts = startFacts(db, dns)
    await facts.lookUp('a.test', BUDGET_MS)
    // The answer is stored behind the caller's back.
    await expect.poll(async () => (await age(db, 'dns_facts', 10 * 60 + 1)).numAffectedRows).toBe(1n)
    facts.clock.ahead = 10 * 60_000 + 1
    await facts.lookUp('a.test', BUDGET_MS)
    expect(questionsFor(dns, 'a.test', 'MX')).toBe(2)
  })

  test('a stale registry answer is served at once and refreshed behind it', async () => {
    const { db } = await useTestDatabase()
    const dns = await useDns(zone)
    const newer = registered('a.test', { status: ['client hold'] })
    const rdap = await useRdap({ '/domain/a.test': [registered('a.test'), { ...newer, delayMs: 50 }] })
    const first = startFacts(db, dns, rdap)
    await first.lookUp('a.test', BUDGET_MS)
    await first.stop()
    await age(db, 'registry_facts', 25 * 3600)
    const second = startFacts(db, dns, rdap)
    const held = (flag: boolean) => ({ value: { registry: { flags: { domain_on_registry_hold: flag } } } })
    expect(await second.lookUp('a.test', BUDGET_MS)).toMatchObject(held(false))
    await expect.poll(async () => await second.lookUp('a.test', BUDGET_MS)).toMatchObject(held(true))
    expect(rdap.requests).toHaveLength(2)
    expect(await servedCounts(second, 'registry')).toMatchObject({ stale: 1 })
  })

  test('a failing refresh does not forget what the registry said, and does not repeat at once', async () => {
    const { db } = await useTestDatabase()
    const dns = await useDns(zone)
    const rdap = await useRdap({ '/domain/a.test': [registered('a.test'), { status: 500 }] })
    for (let day = 0; day < 3; day++) {
      const facts = startFacts(db, dns, rdap)
      expect(await facts.lookUp('a.test', BUDGET_MS)).toMatchObject({ value: { registry: { known: true } } })
      await facts.stop()
      if (day === 0) await age(db, 'registry_facts', 25 * 3600)
    }
    expect(rdap.requests).toHaveLength(2)
  })

  test('what a registry said before the expiry of a domain is not taken for the time after it', async () => {
    const { db } = await useTestDatabase()
    const dns = await useDns(zone)
    let expiry = 0
    const rdap = await useRdap(() => {
      if (expiry > 0) return registered('a.test')
      expiry = Date.now() + 2_000
      return registered('a.test', {
        events: [{ eventAction: 'expiration', eventDate: new Date(expiry).toISOString() }],
      })
    })
    const facts = startFacts(db, dns, rdap)
    await facts.lookUp('a.test', BUDGET_MS)
    await eventually(async () => {
      await facts.lookUp('a.test', BUDGET_MS)
      return rdap.requests.length > 1
    })
    expect(Date.now()).toBeGreaterThanOrEqual(expiry)
    const renewed = { value: { registry: { flags: { domain_is_expired: false } } } }
    for (const process of [facts, startFacts(db, dns, rdap)])
      expect(await process.lookUp('a.test', BUDGET_MS)).toMatchObject(renewed)
    expect(rdap.requests).toHaveLength(2)
  })

  test('a registry answer older than a week is not served', async () => {
    const { db } = await useTestDatabase()
    const dns = await useDns(zone)
    const rdap = await useRdap({ '/domain/a.test': [registered('a.test'), { status: 500 }] })
    const first = startFacts(db, dns, rdap)
    await first.lookUp('a.test', BUDGET_MS)
    await first.stop()
    await age(db, 'registry_facts', 8 * 86_400)
    const second = startFacts(db, dns, rdap)
    expect(await second.lookUp('a.test', BUDGET_MS)).toMatchObject({ value: { registry: { known: false } } })
  })

  test('facts too old to be used are removed, and nothing else', async () => {
    const { db } = await useTestDatabase()
    const dns = await useDns({ ...zone, 'b.test': MAIL_DOMAIN })
    const facts = startFacts(db, dns)
    await facts.lookUp('a.test', BUDGET_MS)
    await facts.stop()
    await age(db, 'dns_facts', 3600)
    const next = startFacts(db, dns)
    await next.lookUp('b.test', BUDGET_MS)
    await next.stop()
    await next.forgetOldFacts()
    const { rows } = await sql<{ name: string }>`SELECT name FROM dns_facts`.execute(db)
    expect(rows).toEqual([{ name: 'b.test' }])
  })
})
