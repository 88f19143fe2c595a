import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate, requireDatabase } from '../../../src/platform/database/migrate.ts'
import { type Migration, readMigrations } from '../../../src/platform/database/migration-files.ts'
import { beginWithTables } from '../../../src/platform/database/migration-locks.ts'
import { checksumOf } from '../../../src/platform/database/sql-checksum.ts'
import { createEmptyDatabase, useTestDatabase } from '../../support/database.ts'

function migration(number: number, sql: string): Migration {
  return { number, name: `${number}.sql`, sql, sha256: checksumOf(sql) }
}

test('each migration has its own number, and they are applied in that order', async () => {
  const numbers = (await readMigrations()).map(({ number }) => number)
  expect(numbers).toEqual([...new Set(numbers)].toSorted((one, other) => one - other))
})

test('processes that start at once apply each migration exactly once', async () => {
  const url = await createEmptyDatabase()
  const steps = [
    migration(1, 'CREATE TABLE counted (n int); INSERT INTO counted VALUES (0)'),
    migration(2, 'SELECT pg_sleep(0.2); UPDATE counted SET n = n + 1'),
  ]
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url, steps)))
  expect(applied.sort()).toEqual([0, 0, 0, 2])
  expect(await query(url, 'SELECT n FROM counted')).toEqual([{ n: 1 }])
})

test('a failing migration leaves nothing of itself and names itself', async () => {
  const url = await createEmptyDatabase()
  const broken = [migration(1, 'CREATE TABLE left_over (n int); SELECT 1 / 0')]
  await expect(migrate(url, broken)).rejects.toThrow('Migration 1.sql failed: division by zero')
  expect(await query(url, "SELECT to_regclass('left_over') AS found")).toEqual([{ found: null }])
})

test('a database of a newer version is refused with the version to start', async () => {
  const { url } = await useTestDatabase()
  await query(url, "INSERT INTO migrations VALUES (9998, '9998-next.sql', '', now(), '0.9.0')")
  await query(url, "INSERT INTO migrations VALUES (9999, '9999-future.sql', '', now(), '1.0.0')")
  await expect(migrate(url)).rejects.toThrow(
    /^The database belongs to Mailsift 1\.0\.0: it has migration 9999-future\.sql.*Start Mailsift 1\.0\.0 or a later one\. To go back, restore a backup/,
  )
})

test('a migration that came late is applied although its number is not the last', async () => {
  const url = await createEmptyDatabase()
  const [first, late, last] = [1, 2, 3].map((number) => migration(number, `CREATE TABLE of_${number} ()`)) as [
    Migration,
    Migration,
    Migration,
  ]
  expect(await migrate(url, [first, last])).toBe(2)
  expect(await migrate(url, [first, late, last])).toBe(1)
  expect(await query(url, "SELECT to_regclass('of_2') IS NOT NULL AS found")).toEqual([{ found: true }])
})

test('a migration changed after it was applied is refused', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, [migration(1, 'SELECT 1')])
  await expect(migrate(url, [migration(1, 'SELECT 2')])).rejects.toThrow('was changed after it was applied')
})

test('a migration whose comments and line breaks were changed after it was applied is accepted', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, [migration(1, 'CREATE TABLE made (n int) -- a table')])
  expect(await migrate(url, [migration(1, '/* The table. */\nCREATE TABLE made (\n  n int\n)')])).toBe(0)
})

test('a migration and a transaction that want the same tables the other way round both succeed', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, [migration(1, 'CREATE TABLE first (n int); CREATE TABLE second (n int)')])
  const customer = await connect(url)
  await customer.query('BEGIN; INSERT INTO second VALUES (1)')
  const changed = migrate(url, [
    migration(1, 'CREATE TABLE first (n int); CREATE TABLE second (n int)'),
    migration(2, 'CREATE INDEX by_n ON first (n); ALTER TABLE second ADD COLUMN more int'),
  ])
  await expect.poll(() => query(url, waiting('second'))).toEqual([{ waiting: true }])
  await customer.query('INSERT INTO first VALUES (1); COMMIT')
  expect(await changed).toBe(1)
  expect(await query(url, 'SELECT first.n, more FROM first, second')).toEqual([{ n: 1, more: null }])
})

test('a migration that waits for a long transaction lets others use the table', async () => {
  const url = await createEmptyDatabase()
  const made = migration(1, 'CREATE TABLE used (n int)')
  await migrate(url, [made])
  const backup = await connect(url)
  await backup.query('BEGIN; SELECT FROM used')
  const changed = migrate(url, [made, migration(2, 'ALTER TABLE used ADD COLUMN more int')])
  await expect.poll(() => query(url, waiting('used'))).toEqual([{ waiting: true }])
  await query(url, 'INSERT INTO used VALUES (1)')
  await backup.query('COMMIT')
  expect(await changed).toBe(1)
})

test('a table that is never free ends the start with what to do, and nothing of the migration is done', async () => {
  const url = await createEmptyDatabase()
  await migrate(url, [migration(1, 'CREATE TABLE used (n int)')])
  const backup = await connect(url)
  await backup.query('BEGIN; SELECT FROM used')
  const client = await connect(url)
  await expect(beginWithTables(client, ['used'], 0)).rejects.toThrow(
    /^The table used could not be locked for 0 seconds\. End long transactions and backups/,
  )
  expect((await client.query('SELECT pg_current_xact_id_if_assigned() AS open')).rows).toEqual([{ open: null }])
})

const waiting = (table: string) =>
  `SELECT count(*) > 0 AS waiting FROM pg_locks WHERE relation = '${table}'::regclass AND NOT granted`

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  onTestFinished(() => client.end())
  await client.connect()
  return client
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

test('what a pooler refuses is told in its own words, with what to set', async () => {
  const words = 'unsupported startup parameter: idle_in_transaction_session_timeout'
  const fields = `SFATAL\0C08P01\0M${words}\0\0`
  const answer = Buffer.concat([Buffer.from('E'), Buffer.alloc(4), Buffer.from(fields)])
  answer.writeInt32BE(fields.length + 4, 1)
  const pooler = createServer((socket) => socket.once('data', () => socket.end(answer))).listen(0, '127.0.0.1')
  onTestFinished(() => void pooler.close())
  await once(pooler, 'listening')
  const { port } = pooler.address() as AddressInfo
  const refused = expect(requireDatabase(`postgres://x:x@127.0.0.1:${port}/x`)).rejects
  await refused.toThrow(`(08P01): ${words}. If DATABASE_URL points to PgBouncer, set DATABASE_DIRECT_URL`)
})
