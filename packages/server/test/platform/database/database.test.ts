import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openSession } from '../../../src/platform/database/connection.ts'
import { type Database, openDatabase } from '../../../src/platform/database/database.ts'
import { isDatabaseUnavailable } from '../../../src/platform/database/errors.ts'
import { silentLog, useTestDatabase } from '../../support/database.ts'
import { useDatabaseLine } from '../../support/database-line.ts'

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

async function useSeveralServers() {
  const { url } = await useTestDatabase()
  const [first, second] = [await useDatabaseLine(url), await useDatabaseLine(url)]
  const { host, username, password, pathname } = new URL(first.url)
  return { first, address: `postgres://${username}:${password}@${host},${new URL(second.url).host}${pathname}` }
}

for (const when of ['asked', 'answered'] as const)
  test(`a connection that breaks when its first statement is ${when} fails as unavailable and ends no process`, async () => {
    const { first, address } = await useSeveralServers()
    const database = open(address)
    const broken = first.breakAt('SHOW transaction_read_only', when)
    expect(await refusal(ask(database))).toBe('unavailable')
    await broken
    expect(await refusal(ask(database))).toBe('answered')
  })

test('a connection of a pool that stalls at its first statement fails as unavailable and ends no process', async () => {
  const { first, address } = await useSeveralServers()
  const database = open(address)
  const stalled = first.stallAt('SHOW transaction_read_only')
  expect(await refusal(ask(database))).toBe('unavailable')
  await stalled
  expect(await refusal(ask(database))).toBe('answered')
})

test('a session that stalls at its first statement is opened on the next server, also one whose queries may take any time', async () => {
  const { first, address } = await useSeveralServers()
  const stalled = first.stallAt('SHOW transaction_read_only')
  const session = await openSession(address, { name: 'test', timeoutMs: 5_000, isPatient: true })
  onTestFinished(() => session.end())
  await stalled
  expect((await session.query('SELECT 1')).rowCount).toBe(1)
})

test('a server that ends a session in the packet in which it accepts it ends no process', async () => {
  const message = (type: string, body: Buffer) => {
    const head = Buffer.from(`${type}____`)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const accepted = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]
  const ended = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'))
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([...accepted, ended])))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const database = open(`postgres://mailsift@127.0.0.1:${port}/mailsift`)
  expect(await refusal(ask(database))).toBe('unavailable')
})

test('connections that stall in the middle of transactions, and idle ones beside them, cost one wait', async () => {
  const { url } = await useTestDatabase()
  const line = await useDatabaseLine(url)
  const database = open(line.url)
  // Three connections, of which two are idle when all of them stall.
  const [held, ...idle] = await Promise.all([database.pool.connect(), database.pool.connect(), database.pool.connect()])
  for (const client of idle) client.release()
  await held!.query('BEGIN')
  line.stallAll()
  const stalled = refusal(held!.query('SELECT 1').finally(() => held!.release()))
  expect(await stalled).toBe('unavailable')
  const next = await Promise.all(Array.from({ length: 3 }, () => refusal(ask(database))))
  expect(next).toEqual(['answered', 'answered', 'answered'])
})

test('a connection that stalls is left also where the server takes no further connection', async () => {
  const { url, db } = await useTestDatabase()
  const line = await useDatabaseLine(url)
  const database = open(line.url)
  await ask(database)
  const name = new URL(url).pathname.slice(1)
  await sql.raw(`ALTER DATABASE ${name} CONNECTION LIMIT 0`).execute(db)
  line.stallAll()
  expect(await refusal(ask(database))).toBe('unavailable')
  await sql.raw(`ALTER DATABASE ${name} CONNECTION LIMIT -1`).execute(db)
  expect(await refusal(ask(database))).toBe('answered')
})

test('the pool handles errors of its connections, idle or in use, as the queue demands', async () => {
  const { pool } = open((await useTestDatabase()).url)
  expect(pool.listenerCount('error')).toBeGreaterThan(0)
  expect(pool.listenerCount('connect')).toBeGreaterThan(0)
})
