import { Writable } from 'node:stream'
import { flag, isFlagged } from '@mailsift/engine'
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { pino } from 'pino'
import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { listTasks } from '../../src/disposable-domains/disposable-domains.ts'
import { followLists } from '../../src/disposable-domains/follow.ts'
import { refreshLists } from '../../src/disposable-domains/refresh.ts'
import { nameLists } from '../../src/disposable-domains/source-names.ts'
import { measureData, measureLists, readListStates } from '../../src/disposable-domains/state.ts'
import { createGuardedFetch } from '../../src/platform/outbound/guarded-fetch.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { madeUp, type Page, useListServer } from './source-server.ts'

/** A database, a site with lists, and an engine that follows what the database knows. */
async function useLists(pages: Record<string, Page>) {
  const { db } = await useTestDatabase()
  const site = await useListServer(pages)
  const client = createGuardedFetch({ resolveHost: async () => [], userAgent: 'test', loopbackOrigins: [site.origin] })
  onTestFinished(() => client.close())
  const engine = loadEngine()
  const follower = followLists({ db, engine, log: silentLog })
  onTestFinished(() => follower.stop())
  const urls = Object.keys(pages).map((path) => site.origin + path)
  const validated = (domain: string) => {
    const verdict = engine.validate(`someone.new@${domain}`)
    return verdict.ok && isFlagged(verdict, flag.IS_DISPOSABLE)
  }
  return {
    db,
    site,
    engine,
    urls,
    validated,
    refresh: async (wanted = urls, log = silentLog) => {
      await refreshLists({ db, log, fetch: client.fetch, urls: wanted })
      return (await readListStates(db)).map(({ outcome }) => outcome)
    },
    follow: () => follower.refresh(),
    daysPass: (days: number) =>
      sql`WITH lists AS (UPDATE domain_lists SET
          fetched_at = fetched_at - make_interval(days => ${days}), shrunk_since = shrunk_since - make_interval(days => ${days}))
        UPDATE listed_domains SET last_seen_at = last_seen_at - make_interval(days => ${days})`.execute(db),
  }
}

const text = (names: readonly string[]) => `# a list\n\n${names.join('\n')}\n`

test('a name of a fetched list is disposable from then on in an engine that runs, with the list as its source', async () => {
  const [name] = madeUp(1)
  const { engine, validated, refresh, follow } = await useLists({ '/list.txt': { body: text(madeUp(5)) } })
  const before = engine.dataVersion
  expect(validated(name!)).toBe(false)
  expect(await refresh()).toEqual(['fetched'])
  expect(await follow()).toBe(true)
  expect(validated(name!)).toBe(true)
  expect(validated(`mail.${name}`)).toBe(true)
  const verdict = engine.validate(`someone.new@${name}`)
  expect(verdict.ok && verdict.domain.disposableSources).toEqual(['127.0.0.1'])
  expect(engine.dataVersion).toBe(`${before}+1`)
  expect(await follow()).toBe(false)
})

test('a list is requested once a day, with the ETag of what is held, and an unchanged one is not read again', async () => {
  const { site, refresh, follow, daysPass, validated } = await useLists({
    '/list.txt': { body: text(madeUp(3)), etag: '"one"' },
  })
  await refresh()
  await refresh()
  expect(site.requests).toEqual([{ path: '/list.txt', ifNoneMatch: undefined }])
  await follow()
  await daysPass(1)
  expect(await refresh()).toEqual(['unchanged'])
  expect(site.requests.at(-1)).toEqual({ path: '/list.txt', ifNoneMatch: '"one"' })
  expect(await follow()).toBe(false)
  // An unchanged list has seen its names today: they stay for another 180 days.
  await daysPass(179)
  expect(await refresh()).toEqual(['unchanged'])
  await daysPass(179)
  await refresh()
  await follow()
  expect(validated(madeUp(1)[0]!)).toBe(true)
})

test('a name that left its list stays for 180 days after it was last seen, and goes then', async () => {
  const [gone, ...rest] = madeUp(5)
  const { site, refresh, follow, daysPass, validated } = await useLists({
    '/list.txt': { body: text([gone!, ...rest]) },
  })
  await refresh()
  site.pages.set('/list.txt', { body: text(rest) })
  await daysPass(179)
  await refresh()
  await follow()
  expect(validated(gone!)).toBe(true)
  await daysPass(2)
  await refresh()
  expect(await follow()).toBe(true)
  expect(validated(gone!)).toBe(false)
  expect(validated(rest[0]!)).toBe(true)
})

test('switched off, nothing is fetched, and names go as they came: 180 days after they were last seen', async () => {
  const { db, engine, site, refresh, follow, daysPass, validated } = await useLists({
    '/list.txt': { body: text(madeUp(5)) },
  })
  await refresh()
  const fetch = () => Promise.reject(new Error('nothing may be fetched'))
  const tasks = listTasks({ db, engine, log: silentLog, fetch, urls: [] }, { enabled: false })
  const hourPasses = () => tasks['disposable-domains.refresh']({}, undefined as never)
  await daysPass(179)
  await hourPasses()
  await follow()
  expect(madeUp(5).every(validated)).toBe(true)
  await daysPass(2)
  await hourPasses()
  await follow()
  expect(madeUp(5).some(validated)).toBe(false)
  expect(site.requests).toHaveLength(1)
})

const BAD: Record<string, [Page, string]> = {
  'an error': [{ status: 500 }, 'unreachable'],
  'a page that is gone': [{ status: 404 }, 'unreachable'],
  'an empty file': [{ body: '' }, 'unreadable'],
  'a web page': [{ body: `<!doctype html>\n<p>\n${madeUp(8).join('\n')}\n</p>` }, 'unreadable'],
  'broken JSON': [{ body: '["a.com", ' }, 'unreadable'],
  'JSON that is no list': [{ body: '{"message":"rate limit","documentation":"here"}' }, 'unreadable'],
  'a list that names a large provider': [{ body: text([...madeUp(20), 'Gmail.com']) }, 'canary'],
  'a list that lost more than half of its names': [{ body: text(madeUp(4)) }, 'shrank'],
  'more names than any list has': [{ body: text(madeUp(200_001, 'x')) }, 'too_many'],
  'more bytes than any list has': [{ body: 'x'.repeat(9 * 2 ** 20) }, 'too_large'],
}

test.each(Object.keys(BAD))('after %s the last good content stays in force', async (kind) => {
  const [page, outcome] = BAD[kind]!
  const { site, refresh, follow, daysPass, validated } = await useLists({ '/list.txt': { body: text(madeUp(10)) } })
  await refresh()
  await daysPass(1)
  site.pages.set('/list.txt', page)
  expect(await refresh()).toEqual([outcome])
  await follow()
  expect(madeUp(10).every(validated)).toBe(true)
  // The next hour asks again: nothing fresh came.
  const { length } = site.requests
  await refresh()
  expect(site.requests).toHaveLength(length + 1)
})

test('a list that lost more than half of its names is taken after seven days if it stays so, and says when', async () => {
  const { db, site, refresh, follow, daysPass, validated } = await useLists({
    '/list.txt': { body: text(madeUp(10)), etag: '"all"' },
  })
  const few = [...madeUp(2), ...madeUp(2, 'other')]
  const takenFrom = async () => (await readListStates(db))[0]!.taken_from
  const daysUntilTaken = async () => Math.round((Date.parse((await takenFrom())!) - Date.now()) / 86_400_000)
  await refresh()
  await daysPass(1)
  site.pages.set('/list.txt', { body: text(few) })
  expect(await refresh()).toEqual(['shrank'])
  expect(await daysUntilTaken()).toBe(7)
  await daysPass(6)
  expect(await refresh()).toEqual(['shrank'])
  expect(await daysUntilTaken()).toBe(1)

  // Whole again, by its ETag or a new download: the seven days begin with the next loss.
  site.pages.set('/list.txt', { body: text(madeUp(10)), etag: '"all"' })
  expect(await refresh()).toEqual(['unchanged'])
  expect(await takenFrom()).toBeNull()
  await daysPass(2)
  site.pages.set('/list.txt', { body: text(few) })
  expect(await refresh()).toEqual(['shrank'])
  await daysPass(6)
  // One that goes on losing names has not come to rest.
  site.pages.set('/list.txt', { body: text(madeUp(1)) })
  expect(await refresh()).toEqual(['shrank'])
  expect(await daysUntilTaken()).toBe(7)
  site.pages.set('/list.txt', { body: text(few) })
  await daysPass(7)
  expect(await refresh()).toEqual(['fetched'])
  expect(await takenFrom()).toBeNull()
  await follow()
  expect(few.every(validated)).toBe(true)
  await daysPass(1)
  expect(await refresh()).toEqual(['fetched'])
})

test('one list that fails does not keep the others', async () => {
  const { refresh, follow, validated } = await useLists({
    '/a.txt': { status: 503 },
    '/b.json': { body: JSON.stringify({ domains: Object.fromEntries(madeUp(3).map((name) => [name, {}])) }) },
    '/c.json': { body: JSON.stringify(madeUp(3, 'other')) },
  })
  expect(await refresh()).toEqual(['unreachable', 'fetched', 'fetched'])
  await follow()
  expect([madeUp(1)[0]!, madeUp(1, 'other')[0]!].map(validated)).toEqual([true, true])
})

test('a list that is no longer configured no longer counts', async () => {
  const { urls, refresh, follow, validated } = await useLists({
    '/a.txt': { body: text(madeUp(3)) },
    '/b.txt': { body: text(madeUp(3, 'other')) },
  })
  await refresh()
  await follow()
  expect(await refresh(urls.slice(1))).toEqual(['fetched'])
  expect(await follow()).toBe(true)
  expect([madeUp(1)[0]!, madeUp(1, 'other')[0]!].map(validated)).toEqual([false, true])
})

test('single mistakes of a list are left out: providers, relays, well-known sites, suffixes, known exceptions', async () => {
  const wrong = ['posteo.de', 'duck.com', 'paypal.com', 'github.io', 'co.uk', 'gmial.com', 'sdf.org', 'cock.li']
  const { refresh, follow, validated } = await useLists({ '/list.txt': { body: text([...madeUp(3), ...wrong]) } })
  expect(await refresh()).toEqual(['fetched'])
  await follow()
  expect(
    wrong.map((name) => (name.includes('.io') || name === 'co.uk' ? `someones.${name}` : name)).filter(validated),
  ).toEqual([])
  expect(validated(madeUp(1)[0]!)).toBe(true)
})

test('processes that refresh at the same time do not disturb each other', async () => {
  const { refresh, follow, validated } = await useLists({ '/list.txt': { body: text(madeUp(500)) } })
  await Promise.all([refresh(), refresh(), refresh()])
  await follow()
  expect(madeUp(500).every(validated)).toBe(true)
})

test('more names than one page are all read', async () => {
  const { refresh, follow, validated } = await useLists({ '/a.txt': { body: text(madeUp(4_500)) } })
  await refresh()
  await follow()
  expect(madeUp(4_500).every(validated)).toBe(true)
})

test('metrics tell which data validates, and how many names each list brings', async () => {
  const { db, engine, refresh, follow } = await useLists({ '/list.txt': { body: text(madeUp(7)) } })
  await refresh()
  await follow()
  const metrics = new Registry()
  measureData({ metrics, engine })
  measureLists({ db, metrics })
  const page = await metrics.metrics()
  expect(page).toContain(`mailsift_data_version_info{version="${engine.dataVersion}"} 1`)
  expect(page).toContain('mailsift_list_names{list="127.0.0.1"} 7')
  expect(page).toMatch(/mailsift_list_age_seconds\{list="127\.0\.0\.1"\} \d/)
})

test('lists of one host or repository have names that differ, without credentials and queries', () => {
  const urls = [
    'https://user:secret@lists.contoso.com/a.txt?token=secret',
    'https://lists.contoso.com/b.txt',
    'https://other.contoso.com/b.txt?key=secret',
    'https://data.contoso.com/names?list=1',
    'https://data.contoso.com/names?list=2',
    'https://raw.githubusercontent.com/owner/one/main/a.txt',
    'https://raw.githubusercontent.com/owner/two/main/a.txt',
    'https://raw.githubusercontent.com/owner/two/main/b.txt',
  ]
  expect([...nameLists(urls).values()].sort()).toEqual([
    'data.contoso.com/names (1)',
    'data.contoso.com/names (2)',
    'lists.contoso.com/a.txt',
    'lists.contoso.com/b.txt',
    'other.contoso.com',
    'owner/one',
    'raw.githubusercontent.com/owner/two/main/a.txt',
    'raw.githubusercontent.com/owner/two/main/b.txt',
  ])
})

test('two lists of one host have separate figures', async () => {
  const { db, site, refresh } = await useLists({
    '/a.txt': { body: text(madeUp(7)) },
    '/b.txt': { body: text(madeUp(4, 'other')) },
  })
  await refresh()
  const metrics = new Registry()
  measureLists({ db, metrics })
  const page = await metrics.metrics()
  const { host } = new URL(site.origin)
  expect(page).toContain(`mailsift_list_names{list="${host}/a.txt"} 7`)
  expect(page).toContain(`mailsift_list_names{list="${host}/b.txt"} 4`)
})

test('the log tells the list and the outcome, and a failure as a warning', async () => {
  const lines: { level: number; outcome: string }[] = []
  const stream = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)))
      done()
    },
  })
  const { site, refresh, urls } = await useLists({ '/a.txt': { body: text(madeUp(3)) }, '/b.txt': { status: 500 } })
  const { host } = new URL(site.origin)
  await refresh(urls, pino(stream))
  expect(lines).toMatchObject([
    { level: 30, list: `${host}/a.txt`, outcome: 'fetched' },
    { level: 40, list: `${host}/b.txt`, outcome: 'unreachable' },
  ])
})
