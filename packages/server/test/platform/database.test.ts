import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database.ts'
import { isDatabaseUnavailable } from '../../src/platform/database-errors.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { useDatabaseLine } from '../support/database-line.ts'

function open(url: string, directUrl?: string): Database {
  const database = openDatabase(url, { log: silentLog, connectionCount: 3, directUrl })
  onTestFinished(() => database.close())
  return database
}

const ask = ({ db }: Database) => sql`SELECT 1`.execute(db)
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => 'answered',
    (error: unknown) => (isDatabaseUnavailable(error) ? 'unavailable' : String(error)),
  )

test('a server that falls silent in the middle of a question makes it fail as unavailable, not wait for ever', async () => {
  const line = await useDatabaseLine((await useTestDatabase()).url)
  const database = open(line.url)
  await ask(database)
  line.state = 'silent'
  expect(await refusal(ask(database))).toBe('unavailable')
  line.state = 'whole'
  await ask(database)
})

test('a question that the server takes its time for is waited for', async () => {
  const database = open((await useTestDatabase()).url)
  expect(await refusal(sql`SELECT pg_sleep(6)`.execute(database.db))).toBe('answered')
})

test('of two transactions that wait for one another, one succeeds and the other fails as unavailable', async () => {
  const { db } = open((await useTestDatabase()).url)
  await sql`CREATE TABLE taken (id int PRIMARY KEY, n int); INSERT INTO taken VALUES (1, 0), (2, 0)`.execute(db)
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const take = (id: number, held: () => void, other: Promise<void>) =>
    refusal(
      db.transaction().execute(async (tx) => {
        await sql`UPDATE taken SET n = n + 1 WHERE id = ${id}`.execute(tx)
        held()
        await other
        await sql`UPDATE taken SET n = n + 1 WHERE id = ${3 - id}`.execute(tx)
      }),
    )
  const ends = [take(1, first.resolve, second.promise), take(2, second.resolve, first.promise)]
  expect((await Promise.all(ends)).sort()).toEqual(['answered', 'unavailable'])
})

test('a transaction that meets a broken connection fails as unavailable at every step', async () => {
  const line = await useDatabaseLine((await useTestDatabase()).url)
  const database = open(line.url)
  const steps: string[] = []
  const whole = database.db.transaction().execute(async (tx) => {
    await sql`SELECT 1`.execute(tx)
    line.cut()
    steps.push(await refusal(sql`SELECT 2`.execute(tx)), await refusal(sql`SELECT 3`.execute(tx)))
  })
  expect(await refusal(whole)).toBe('unavailable')
  expect(steps).toEqual(['unavailable', 'unavailable'])
})

test('a server that has come to only read is left, so that the next question finds the one that writes', async () => {
  const { url, db } = await useTestDatabase()
  const database = open(url)
  const name = new URL(url).pathname.slice(1)
  const connection = async () => (await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(database.db)).rows
  const setReadOnly = (value: string) => sql.raw(`ALTER DATABASE ${name} SET default_transaction_read_only = ${value}`)
  await setReadOnly('on').execute(db)
  const before = await connection()
  expect(await refusal(sql`INSERT INTO settings VALUES ('a', 'b')`.execute(database.db))).toBe('unavailable')
  await setReadOnly('off').execute(db)
  await expect.poll(connection).not.toEqual(before)
  expect(await refusal(sql`INSERT INTO settings VALUES ('a', 'b')`.execute(database.db))).toBe('answered')
})

test('of several servers the one that can be written to is used, and another when it goes away', async () => {
  const one = await useTestDatabase()
  const [first, second] = [await useDatabaseLine(one.url), await useDatabaseLine(one.url)]
  const { host, username, password, pathname } = new URL(first.url)
  const database = open(`postgres://${username}:${password}@127.0.0.1:1,${host},${new URL(second.url).host}${pathname}`)
  // Each refusal has found out about one server.
  await expect.poll(() => refusal(ask(database))).toBe('answered')
  first.cut()
  await expect.poll(() => refusal(ask(database))).toBe('answered')
})
