import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createServerFinder, readBootstrapFile, refreshBootstrap } from '../../src/domains/rdap/bootstrap.ts'
import { BUILT_IN_SERVERS } from '../../src/domains/rdap/built-in-servers.ts'
import { systemClock } from '../../src/platform/clock.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { createGuardedFetch } from '../../src/platform/outbound/guarded-fetch.ts'
import { bootstrapFile, type RdapReply } from '../stand-ins/rdap-server.ts'
import { useRdap } from '../stand-ins/use.ts'
import { useTestDatabase } from '../support/database.ts'

/** A database, and a way to refresh it from a server that gives the replies one after the other. */
async function refresherOf(...replies: RdapReply[]) {
  const { db } = await useTestDatabase()
  const iana = await useRdap({ '/dns.json': replies })
  const client = createGuardedFetch({ resolveHost: async () => [], userAgent: 'test', loopbackOrigins: [iana.origin] })
  onTestFinished(() => client.close())
  return { db, iana, refresh: () => refreshBootstrap({ db, fetch: client.fetch }, `${iana.origin}/dns.json`) }
}
const aDayPasses = (db: Db) => sql`UPDATE rdap_servers SET fetched_at = fetched_at - interval '1 day'`.execute(db)
const finderOf = (db: Db, builtIn = new Map<string, string>()) =>
  createServerFinder({ db, clock: systemClock, builtIn })

test("IANA's file is fetched once a day and replaces the table", async () => {
  const { db, iana, refresh } = await refresherOf(
    bootstrapFile('https://one.example/', ['com', 'net']),
    bootstrapFile('https://two.example/', ['com', 'org']),
  )
  expect(await refresh()).toBe('fetched')
  expect(await refresh()).toBe('fresh')
  expect(iana.requests).toHaveLength(1)
  expect(await finderOf(db)('a.net')).toBe('https://one.example/')
  await aDayPasses(db)
  expect(await refresh()).toBe('fetched')
  expect(await finderOf(db)('a.com')).toBe('https://two.example/')
  expect(await finderOf(db)('a.net')).toBeUndefined()
})

test('a file that is broken, missing or much too short changes nothing', async () => {
  const { db, refresh } = await refresherOf(
    bootstrapFile('https://one.example/', ['com', 'net', 'org', 'info']),
    { status: 500 },
    { body: 'no JSON' },
    { body: { services: 'none' } },
    bootstrapFile('https://two.example/', ['com']),
  )
  expect(await refresh()).toBe('fetched')
  await aDayPasses(db)
  expect([await refresh(), await refresh(), await refresh(), await refresh()]).toEqual([
    ...['unreachable', 'implausible', 'implausible', 'implausible'],
  ])
  expect(await finderOf(db)('a.info')).toBe('https://one.example/')
})

test('two processes may refresh at the same time', async () => {
  const { db, refresh } = await refresherOf(bootstrapFile('https://one.example/', ['com', 'net']))
  await Promise.all([refresh(), refresh(), refresh()])
  expect(await finderOf(db)('a.com')).toBe('https://one.example/')
})

test("the built-in table serves until IANA's is there, and where IANA has no entry", async () => {
  const { db, refresh } = await refresherOf(bootstrapFile('https://iana.example/', ['com']))
  const builtIn = new Map([
    ['com', 'https://builtin.example/'],
    ['de', 'https://builtin.example/'],
  ])
  expect(await finderOf(db, builtIn)('a.com')).toBe('https://builtin.example/')
  await refresh()
  expect(await finderOf(db, builtIn)('a.com')).toBe('https://iana.example/')
  expect(await finderOf(db, builtIn)('a.de')).toBe('https://builtin.example/')
})

test('the entry with the most labels wins, and a suffix alone has no server', async () => {
  const { db } = await useTestDatabase()
  const builtIn = new Map([
    ['uk', 'https://uk.example/'],
    ['co.uk', 'https://co-uk.example/'],
  ])
  const find = finderOf(db, builtIn)
  expect(await find('shop.co.uk')).toBe('https://co-uk.example/')
  expect(await find('shop.uk')).toBe('https://uk.example/')
  expect(await find('uk')).toBeUndefined()
  expect(await find('shop.unknown')).toBeUndefined()
})

test('the first list of a new installation is used a second after it was stored, and later ones within ten minutes', async () => {
  const { db } = await useTestDatabase()
  const clock = { ahead: 0, now: () => Date.now() + clock.ahead }
  const find = createServerFinder({ db, clock, builtIn: new Map() })
  expect(await find('shop.test')).toBeUndefined()
  await sql`INSERT INTO rdap_servers (suffix, server) VALUES ('test', 'https://first.example/')`.execute(db)
  clock.ahead += 1_500
  expect(await find('shop.test')).toBe('https://first.example/')
  await db.updateTable('rdap_servers').set({ server: 'https://second.example/' }).execute()
  clock.ahead += 1_500
  expect(await find('shop.test')).toBe('https://first.example/')
  clock.ahead += 10 * 60_000
  expect(await find('shop.test')).toBe('https://second.example/')
})

test('a file as long as the real one is read to its end', () => {
  const names = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`)
  const table = readBootstrapFile({
    services: names(600, 'server').map((server) => [names(2, `${server}-`), [`https://${server}.example/`]]),
  })
  expect(table.size).toBe(1200)
  const one = readBootstrapFile({ services: [[names(500, 'tld'), ['https://all.example/']]] })
  expect(one.get('tld499')).toBe('https://all.example/')
})

test('https is preferred, a missing slash is added, and what is no web address is left out', () => {
  const table = readBootstrapFile({
    services: [
      [
        ['A', 'b'],
        ['http://plain.example/', 'https://safe.example/rdap'],
      ],
      [['c'], ['ftp://files.example/']],
      [['d'], []],
      [['e']],
      'nonsense',
      [[null, 7], ['https://x.example/']],
    ],
  })
  expect(Object.fromEntries(table)).toMatchObject({ a: 'https://safe.example/rdap/', b: 'https://safe.example/rdap/' })
  for (const suffix of ['c', 'd', 'e']) expect(table.has(suffix)).toBe(false)
})

test('every built-in server is a base URL over https', () => {
  for (const [suffix, server] of BUILT_IN_SERVERS) {
    expect(suffix).toMatch(/^[a-z]{2,}$/)
    expect(server).toMatch(/^https:\/\/[a-z0-9.-]+\/(?:.+\/)?$/)
  }
})
