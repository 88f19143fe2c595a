// Databases from before 0.1.0: the archived state of commit 6fa24ec, brought to the schema of this version.
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/platform/database/migrate.ts'
import { readMigrations } from '../../src/platform/database/migration-files.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { makeDataDir } from '../support/program.ts'
import { readCatalog } from './catalog.ts'
import { loadState } from './state.ts'

async function useUnreleased(): Promise<{ url: string; client: pg.Client }> {
  const url = await createEmptyDatabase()
  await loadState('unreleased', { url, dataDir: await makeDataDir() })
  return { url, client: await connect(url) }
}

async function connect(url: string, name = 'test'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('a database that was taken over has the same schema as an empty one that the baseline fills', async () => {
  const taken = await useUnreleased()
  expect(await migrate(taken.url)).toBeGreaterThan(1)
  const url = await createEmptyDatabase()
  await migrate(url)
  expect(await readCatalog(taken.client)).toEqual(await readCatalog(await connect(url)))

  const { rows } = await taken.client.query('SELECT number, name, sha256 FROM migrations ORDER BY number')
  expect(rows).toEqual((await readMigrations()).map(({ number, name, sha256 }) => ({ number, name, sha256 })))
  expect(await migrate(taken.url)).toBe(0)
})

test('a takeover that was cut short is finished by the next start', async () => {
  const { url, client } = await useUnreleased()
  await client.query('CREATE VIEW bulk_group_resources AS SELECT 1 AS one')
  await expect(migrate(url)).rejects.toThrow(/failed: relation "bulk_group_resources" already exists/)
  await client.query('DROP VIEW bulk_group_resources')
  expect(await migrate(url)).toBeGreaterThan(1)
})

test('programs that start at once take a database over together', async () => {
  const { url } = await useUnreleased()
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.filter((count) => count > 0)).toHaveLength(1)
})

test('a database older than commit 6fa24ec is refused with the commit to start first, and is not changed', async () => {
  const { url, client } = await useUnreleased()
  await client.query("DELETE FROM migrations WHERE name = '0131-shrunk-lists.sql'")
  const before = await readCatalog(client)
  await expect(migrate(url)).rejects.toThrow(
    /too old: it lacks migration 0131-shrunk-lists\.sql\. Start Mailsift of commit 6fa24ec on it once/,
  )
  expect(await readCatalog(client)).toEqual(before)
})

test('a database of an unreleased program that is not in this history is refused', async () => {
  const { url, client } = await useUnreleased()
  await client.query("INSERT INTO migrations (number, name, sha256) VALUES (150, '0150-mine.sql', '')")
  await expect(migrate(url)).rejects.toThrow(/it has migration 0150-mine\.sql, which no released version knows/)
})

test('a takeover waits for the nodes of the earlier version to end', async () => {
  const { url, client } = await useUnreleased()
  const worker = new pg.Client({ connectionString: url, application_name: 'mailsift queue' })
  await worker.connect()
  const taken = migrate(url)
  const locked = `SELECT count(*)::int AS count FROM pg_locks WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  await expect.poll(async () => (await client.query<{ count: number }>(locked)).rows[0]!.count).toBe(1)
  expect((await client.query('SELECT FROM migrations')).rowCount).toBeGreaterThan(10)
  await worker.end()
  expect(await taken).toBeGreaterThan(1)
})
