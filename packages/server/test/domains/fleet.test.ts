// What the processes of a fleet owe to a registry together, and what they ask it later.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { systemClock } from '../../src/platform/clock.ts'
import { createDistributedRateLimit } from '../../src/platform/outbound/distributed-rate-limit.ts'
import { FIRST_PAUSE_MS } from '../../src/platform/outbound/host-rate-limit.ts'
import { registered } from '../stand-ins/rdap-server.ts'
import { useDns, useRdap } from '../stand-ins/use.ts'
import { useTestDatabase } from '../support/database.ts'
import { MAIL_DOMAIN, MAIL_HOST, startFacts } from './support.ts'

const HOST = 'rdap.test'
const RATE = { perSecond: 1_000, burst: 1_000 }
const LIMIT = { atOnce: 2 }
const in60s = () => Date.now() + 60_000
const zoneOf = (domains: readonly string[]) => ({
  ...Object.fromEntries(domains.map((domain) => [domain, MAIL_DOMAIN])),
  'mx.test': MAIL_HOST,
})

test('four processes together ask a registry no more than two questions at a time', async () => {
  const { db } = await useTestDatabase()
  const domains = Array.from({ length: 24 }, (_, at) => `d${at}.test`)
  const rdap = await useRdap(
    Object.fromEntries(domains.map((domain) => [`/domain/${domain}`, { ...registered(domain), delayMs: 30 }])),
  )
  const dns = await useDns(zoneOf(domains))
  const processes = Array.from({ length: 4 }, () => startFacts(db, dns, rdap))
  await Promise.all(
    processes.map((facts, at) =>
      facts.lookUpAll(
        domains.filter((_, index) => index % 4 === at),
        20_000,
      ),
    ),
  )
  expect(rdap.requests).toHaveLength(24)
  expect(rdap.mostAtOnce()).toBe(2)
})

test('the tokens of a host are shared, and who cannot have one before its deadline is turned away at once', async () => {
  const { db } = await useTestDatabase()
  const options = { atOnce: 100 }
  const processes = Array.from({ length: 3 }, () => createDistributedRateLimit({ db, clock: systemClock }, options))
  const taken = await Promise.all(
    processes.flatMap((fleetLimit) =>
      [1, 2].map(() => fleetLimit.acquire(HOST, in60s(), { perSecond: 0.001, burst: 3 })),
    ),
  )
  expect(taken.filter((lease) => lease !== undefined)).toHaveLength(3)
})

test('a pause that one process was requested holds for all of them', async () => {
  const { db } = await useTestDatabase()
  const [one, other] = [1, 2].map(() => createDistributedRateLimit({ db, clock: systemClock }, LIMIT))
  const lease = (await one!.acquire(HOST, in60s(), RATE)) as string
  await one!.release(HOST, lease, { outcome: 'slow_down', retryAfterMs: 3_600_000 })
  expect(await other!.acquire(HOST, in60s(), RATE)).toEqual({ pausedMs: expect.any(Number), isFailing: false })
  expect(await other!.acquire('other.test', in60s(), RATE)).toBeDefined()
})

test('five failures in a row pause a host for the fleet, fewer do not, and a success in between resets the count', async () => {
  const { db } = await useTestDatabase()
  const fleetLimit = createDistributedRateLimit({ db, clock: systemClock }, LIMIT)
  const soon = () => Date.now() + 5_000
  const ask = async (outcome: 'ok' | 'failed') =>
    fleetLimit.release(HOST, (await fleetLimit.acquire(HOST, soon(), RATE)) as string, { outcome })
  for (const outcome of ['failed', 'failed', 'failed', 'failed', 'ok', 'failed', 'failed', 'failed', 'failed'] as const)
    await ask(outcome)
  await ask('failed')
  expect(await fleetLimit.acquire(HOST, soon(), RATE)).toEqual({ pausedMs: expect.any(Number), isFailing: true })
})

test('the second pause is longer than the first, and a request that was not sent returns its token', async () => {
  const { db } = await useTestDatabase()
  const fleetLimit = createDistributedRateLimit({ db, clock: systemClock }, LIMIT)
  const slow = { perSecond: 0.001, burst: 1 }
  for (const outcome of ['unused', 'unused', 'slow_down', 'slow_down'] as const) {
    const lease = (await fleetLimit.acquire(HOST, in60s(), slow)) as string
    await fleetLimit.release(HOST, lease, outcome === 'unused' ? { outcome } : { outcome, retryAfterMs: null })
    const { rows } = await sql`
      SELECT leases, tokens_at = paused_until AS "isPaused", consecutive_pauses > 0
        AND paused_until - clock_timestamp() > (consecutive_pauses - 1) * ${FIRST_PAUSE_MS} * interval '1 millisecond' AS "isLongEnough"
      FROM host_limits`.execute(db)
    const isPaused = outcome === 'slow_down'
    expect(rows).toEqual([{ leases: {}, isPaused, isLongEnough: isPaused }])
    await sql`UPDATE host_limits SET paused_until = '-infinity', tokens = 1, tokens_at = now() WHERE ${isPaused}`.execute(
      db,
    )
  }
})

test('a lease of a process that died lapses', async () => {
  const { db } = await useTestDatabase()
  const fleetLimit = createDistributedRateLimit({ db, clock: systemClock }, { ...LIMIT, atOnce: 1 })
  expect(await fleetLimit.acquire(HOST, in60s(), RATE)).toBeDefined()
  expect(await fleetLimit.acquire(HOST, Date.now() + 50, RATE)).toBeUndefined()
  await sql`UPDATE host_limits SET leases = (
    SELECT jsonb_object_agg(key, now() - interval '1 second') FROM jsonb_each(leases))`.execute(db)
  expect(await fleetLimit.acquire(HOST, Date.now() + 50, RATE)).toBeDefined()
})

test.each([403, 422])('a %i for one name does not pause its registry', async (status) => {
  const { db } = await useTestDatabase()
  const rdap = await useRdap({ '/domain/secret.test': { status }, '/domain/a.test': registered('a.test') })
  const facts = startFacts(db, await useDns(zoneOf(['secret.test', 'a.test'])), rdap)
  expect(await facts.lookUp('secret.test', 5_000)).toMatchObject({ value: { registry: { known: false } } })
  expect(await facts.lookUp('a.test', 5_000)).toMatchObject({ value: { registry: { known: true } } })
})

test('lookups that a chunk could not wait for run later, the most needed first, and serve the next job', async () => {
  const { db } = await useTestDatabase()
  const domains = ['rare.test', 'often.test', 'www.often.test', 'never.test']
  const rdap = await useRdap({
    '/domain/rare.test': registered('rare.test'),
    '/domain/often.test': registered('often.test'),
    '/domain/never.test': { status: 500 },
  })
  const dns = await useDns(zoneOf(domains))
  const facts = startFacts(db, dns, rdap, { rateLimit: { atOnce: 1 } })
  const rows = ['rare.test', 'never.test', 'often.test', 'www.often.test', 'often.test']
  for (const one of (await facts.lookUpAll(rows, 0)).values())
    expect(one).toMatchObject({ value: { registry: { known: false } } })
  expect(await facts.storedRegistry(domains)).toEqual(new Map())
  await facts.collectBacklog(20_000)
  expect(rdap.requests.map(({ path }) => path)).toEqual([
    '/domain/often.test',
    '/domain/never.test',
    '/domain/rare.test',
  ])
  // Answers are stored a little after they are given.
  const stored = async () => [...(await facts.storedRegistry(domains)).keys()].sort()
  await expect.poll(stored).toEqual(['often.test', 'rare.test', 'www.often.test'])
  const next = startFacts(db, dns, rdap)
  const found = await next.lookUpAll(rows, 5_000)
  expect(found.get('www.often.test')).toMatchObject({ value: { registry: { known: true } } })
  // In vain is not for ever, but not at once either.
  await facts.collectBacklog(20_000)
  expect(rdap.requests).toHaveLength(3)
  const { rows: left } = await sql<{ name: string }>`SELECT name FROM registry_backlog`.execute(db)
  expect(left.map(({ name }) => name)).toEqual(['never.test'])
})
