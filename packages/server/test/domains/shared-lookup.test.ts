import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createFactStore } from '../../src/domains/fact-store.ts'
import {
  createSharedLookup,
  type Served,
  type SharedLookup,
  type SharedLookupDeps,
} from '../../src/domains/shared-lookup.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'

const HOUR_MS = 3_600_000
const NO_HURRY = Number.POSITIVE_INFINITY
const OWNER = 'somebody'

type Ask = SharedLookupDeps<string>['ask']
type Process = SharedLookup<string> & { served: Served[]; asked: string[]; alsoFor: [owner: string, name: string][] }

/** The lookup as one process has it: on the fleet's table, with its own memory. */
function startLookup(db: Db, ask: Ask, clock = { now: () => Date.now() }): Process {
  const served: Served[] = []
  const asked: string[] = []
  const alsoFor: [owner: string, name: string][] = []
  const lookup = createSharedLookup<string>({
    store: createFactStore(db, 'registry_facts'),
    clock,
    log: silentLog,
    memoryCapacity: 100,
    ask: (name, question) => {
      asked.push(name)
      return ask(name, question)
    },
    count: (how) => served.push(how),
    alsoFor: (owner, name) => alsoFor.push([owner, name]),
  })
  onTestFinished(() => lookup.stop())
  return { ...lookup, served, asked, alsoFor }
}

/** Asks under the lease, as every asker must. */
const answering =
  (answer: string | (() => Promise<string>), freshMs = HOUR_MS): Ask =>
  async (_name, { takeLease }) => {
    if (!(await takeLease())) return 'leased_elsewhere'
    return { answer: typeof answer === 'string' ? answer : await answer(), freshMs, usableMs: 2 * HOUR_MS }
  }

function gate() {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

async function rowOf(db: Db, name: string) {
  const { rows } = await sql<{ answer: string | null; leased: boolean }>`
    SELECT answer, coalesce(leased_until > now(), false) AS leased FROM registry_facts WHERE name = ${name}`.execute(db)
  return rows[0]
}

test('concurrent callers share one lookup, and its result is cached', async () => {
  const { db } = await useTestDatabase()
  const process = startLookup(db, answering('found'))
  const answers = await Promise.all(Array.from({ length: 20 }, () => process.find('a.test', NO_HURRY, OWNER)))
  expect(new Set(answers)).toEqual(new Set(['found']))
  expect(await process.find('a.test', NO_HURRY, OWNER)).toBe('found')
  expect(process.recall('a.test')).toBe('found')
  expect(process.asked).toEqual(['a.test'])
  expect(process.served.toSorted()).toEqual([...Array(19).fill('joined'), 'asked', 'memory'].toSorted())
})

test('an answer that another process stored is served without a question', async () => {
  const { db } = await useTestDatabase()
  const first = startLookup(db, answering('found'))
  await first.find('a.test', NO_HURRY, OWNER)
  await first.stop()
  const second = startLookup(db, answering('never asked'))
  expect(await second.find('a.test', NO_HURRY, OWNER)).toBe('found')
  expect([second.asked, second.served]).toEqual([[], ['database']])
})

test('while one process asks, another waits for its answer', async () => {
  const { db } = await useTestDatabase()
  const { open, opened } = gate()
  const first = startLookup(
    db,
    answering(() => opened.then(() => 'found')),
  )
  const looking = first.find('a.test', NO_HURRY, OWNER)
  await expect.poll(async () => (await rowOf(db, 'a.test'))?.leased).toBe(true)
  const second = startLookup(db, answering('asked twice'))
  const waiting = second.find('a.test', NO_HURRY, OWNER)
  await expect.poll(() => second.asked).toEqual(['a.test'])
  open()
  expect([await looking, await waiting]).toEqual(['found', 'found'])
  expect(second.served).toEqual(['waited'])
})

test('the lease of a dead process expires, and the next process repeats the lookup', async () => {
  const { db } = await useTestDatabase()
  await sql`INSERT INTO registry_facts (name, leased_until) VALUES ('a.test', now() + interval '300 milliseconds')`.execute(
    db,
  )
  const process = startLookup(db, answering('found'))
  expect(await process.find('a.test', NO_HURRY, OWNER)).toBe('found')
  expect(process.served).toEqual(['waited'])
})

test('an old answer that may still be used is served at once, and asked for again behind it, once', async () => {
  const { db } = await useTestDatabase()
  const { open, opened } = gate()
  const previous: unknown[] = []
  await sql`INSERT INTO registry_facts (name, answer, fresh_until, usable_until)
    VALUES ('a.test', '"old"', now() - interval '1 minute', now() + interval '1 hour')`.execute(db)
  const process = startLookup(db, async (name, question) => {
    previous.push(question.previous?.answer)
    return answering(() => opened.then(() => 'new'))(name, question)
  })
  expect([await process.find('a.test', NO_HURRY, OWNER), await process.find('a.test', NO_HURRY, OWNER)]).toEqual([
    'old',
    'old',
  ])
  open()
  await expect.poll(() => process.recall('a.test')).toBe('new')
  expect([process.asked, previous]).toEqual([['a.test'], ['old']])
  await process.stop()
  expect(await rowOf(db, 'a.test')).toEqual({ answer: 'new', leased: false })
})

test('a lookup that finds the lease taken by the refresh of its own process leaves the lease to the refresh', async () => {
  const { db } = await useTestDatabase()
  const { open, opened } = gate()
  let now = Date.now()
  await sql`INSERT INTO registry_facts (name, answer, fresh_until, usable_until)
    VALUES ('a.test', '"old"', now() - interval '1 minute', now() + interval '1 hour')`.execute(db)
  const process = startLookup(
    db,
    answering(() => opened.then(() => 'new')),
    { now: () => now },
  )
  expect(await process.find('a.test', NO_HURRY, OWNER)).toBe('old')
  await expect.poll(async () => (await rowOf(db, 'a.test'))?.leased).toBe(true)
  await sql`UPDATE registry_facts SET usable_until = now()`.execute(db)
  now += HOUR_MS
  expect(await process.find('a.test', now, OWNER)).toBeUndefined()
  expect(process.asked).toEqual(['a.test', 'a.test'])
  expect(await rowOf(db, 'a.test')).toEqual({ answer: 'old', leased: true })
  open()
  await expect.poll(() => process.recall('a.test')).toBe('new')
})

test('an answer that may not be used any more is not served, however long the question takes', async () => {
  const { db } = await useTestDatabase()
  await sql`INSERT INTO registry_facts (name, answer, fresh_until, usable_until)
    VALUES ('a.test', '"old"', now() - interval '2 minutes', now() - interval '1 minute')`.execute(db)
  expect(await startLookup(db, answering('new')).find('a.test', NO_HURRY, OWNER)).toBe('new')
})

test('who had no time left is told nothing, keeps no lease, and does not decide for who has more', async () => {
  const { db } = await useTestDatabase()
  const { open, opened } = gate()
  let first = true
  const process = startLookup(db, async (name, question) => {
    if (!first) return answering('found')(name, question)
    first = false
    await question.takeLease()
    await opened
    return 'out_of_time'
  })
  const hurried = process.find('a.test', Date.now() - 1, OWNER)
  const patient = process.find('a.test', NO_HURRY, OWNER)
  open()
  expect([await hurried, await patient]).toEqual([undefined, 'found'])
  expect(process.served).toEqual(['joined', 'out_of_time', 'asked'])
})

test('without an answer the lease is given back at once', async () => {
  const { db } = await useTestDatabase()
  const process = startLookup(db, async (_name, { takeLease }) => {
    await takeLease()
    return 'out_of_time'
  })
  expect(await process.find('a.test', NO_HURRY, OWNER)).toBeUndefined()
  expect(await rowOf(db, 'a.test')).toEqual({ answer: null, leased: false })
})

test('a question that fails is a failure for all who wait for it, and the next one makes a new request', async () => {
  const { db } = await useTestDatabase()
  let failing = true
  const process = startLookup(db, async (name, question) => {
    if (failing) throw new Error('broken')
    return answering('found')(name, question)
  })
  const waiting = [process.find('a.test', NO_HURRY, OWNER), process.find('a.test', NO_HURRY, OWNER)]
  for (const one of waiting) await expect(one).rejects.toThrow('broken')
  failing = false
  expect(await process.find('a.test', NO_HURRY, OWNER)).toBe('found')
})

test('an answer that cannot be stored is given all the same', async () => {
  const { db } = await useTestDatabase()
  const process = startLookup(db, async (name, question) => {
    const asked = await answering('found')(name, question)
    await sql`ALTER TABLE registry_facts RENAME TO moved_away`.execute(db)
    return asked
  })
  expect(await process.find('a.test', NO_HURRY, OWNER)).toBe('found')
  await process.stop()
})

test('a process that stops stores what it is finding out, and waits for no other', async () => {
  const { db } = await useTestDatabase()
  const { open, opened } = gate()
  await sql`INSERT INTO registry_facts (name, leased_until) VALUES ('other.test', now() + interval '1 hour')`.execute(
    db,
  )
  const process = startLookup(
    db,
    answering(() => opened.then(() => 'found')),
  )
  const [own, others] = [process.find('own.test', NO_HURRY, OWNER), process.find('other.test', NO_HURRY, OWNER)]
  await expect.poll(async () => (await rowOf(db, 'own.test'))?.leased).toBe(true)
  const stopping = process.stop()
  open()
  await stopping
  expect([await own, await others]).toEqual(['found', undefined])
  expect(await rowOf(db, 'own.test')).toEqual({ answer: 'found', leased: false })
})

test('a second owner of a waiting question is made known, so that it can come sooner', async () => {
  const { db } = await useTestDatabase()
  const { open, opened } = gate()
  const lookup = startLookup(
    db,
    answering(() => opened.then(() => 'found')),
  )
  const looking = lookup.find('a.test', NO_HURRY, OWNER)
  const joining = lookup.find('a.test', NO_HURRY, 'somebody else')
  open()
  expect(await Promise.all([looking, joining])).toEqual(['found', 'found'])
  expect(lookup.alsoFor).toEqual([['somebody else', 'a.test']])
})
