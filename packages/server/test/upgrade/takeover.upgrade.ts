// Databases from before 0.1.0: the archived state of commit f553c234, brought to the schema of this version.
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { makeBackup, restoreBackup } from '../../src/backup/backup.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { readMigrations } from '../../src/platform/database/migration-files.ts'
import { storeIn, useFolder, useTarget } from '../backup/installation.ts'
import { createEmptyDatabase, silentLog } from '../support/database.ts'
import { makeDataDir } from '../support/program.ts'
import { readCatalog } from './catalog.ts'
import { loadState } from './state.ts'
import { readStoredRows } from './stored-rows.ts'

async function useEarlier(): Promise<{ url: string; client: pg.Client }> {
  const url = await createEmptyDatabase()
  await loadState('f553c234', { url, dataDir: await makeDataDir() })
  return { url, client: await connect(url) }
}

async function connect(url: string, name = 'test'): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

test('a database that was taken over has the same schema as an empty one that the baseline fills', async () => {
  const taken = await useEarlier()
  expect(await migrate(taken.url)).toBeGreaterThan(1)
  const url = await createEmptyDatabase()
  await migrate(url)
  expect(await readCatalog(taken.client)).toEqual(await readCatalog(await connect(url)))

  const { rows } = await taken.client.query('SELECT number, name, sha256 FROM migrations ORDER BY number')
  expect(rows).toEqual((await readMigrations()).map(({ number, name, sha256 }) => ({ number, name, sha256 })))
  expect(await migrate(taken.url)).toBe(0)
})

test('waiting tasks, quarantined ones included, get the names of today and name the account as accountId', async () => {
  const { url, client } = await useEarlier()
  const payload = '{"userId": "01a1efc0-3155-74e6-b4ba-1214ef16daa5", "hash": "x"}'
  await client.query(`SELECT graphile_worker.add_job('evidence.probe', '${payload}'::json)`)
  await client.query(
    `INSERT INTO quarantine (task, payload, interruptions, reason) VALUES ('evidence.probe', '${payload}', 3, '')`,
  )
  const before = await client.query('SELECT id FROM graphile_worker._private_jobs')
  await migrate(url)
  const after = await client.query<{ task_identifier: string; payload: object }>(
    'SELECT j.id, identifier AS task_identifier, payload FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id',
  )
  expect(after.rowCount).toBe(before.rowCount)
  const expected = { accountId: '01a1efc0-3155-74e6-b4ba-1214ef16daa5', hash: 'x' }
  expect(after.rows).toContainEqual(expect.objectContaining({ task_identifier: 'probe.run', payload: expected }))
  for (const row of after.rows) {
    expect(row.task_identifier).not.toMatch(/^(?:evidence|lists)\./)
    expect(row.payload).not.toHaveProperty('userId')
  }
  expect((await client.query('SELECT task, payload FROM quarantine')).rows).toEqual([
    { task: 'probe.run', payload: expected },
  ])
})

test('a takeover that fails changes nothing, and the next start finishes it', async () => {
  const { url, client } = await useEarlier()
  await client.query('CREATE TABLE accounts ()')
  const before = await readCatalog(client)
  await expect(migrate(url)).rejects.toThrow(/takeover of the database failed in 9000-names\.sql: .*already exists/)
  expect(await readCatalog(client)).toEqual(before)
  await client.query('DROP TABLE accounts')
  expect(await migrate(url)).toBeGreaterThan(1)
})

test('programs that start at once take a database over together', async () => {
  const { url } = await useEarlier()
  const applied = await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(applied.filter((count) => count > 0)).toHaveLength(1)
})

test('a database older than commit f553c234 is refused with the commit to start first, and is not changed', async () => {
  const { url, client } = await useEarlier()
  await client.query("DELETE FROM migrations WHERE name = '1174-calibration.sql'")
  const before = await readCatalog(client)
  await expect(migrate(url)).rejects.toThrow(
    /too old: it lacks migration 1174-calibration\.sql\. Start Mailsift of commit f553c234 on it once/,
  )
  expect(await readCatalog(client)).toEqual(before)
})

test('a database of an unreleased program that is not in this history is refused', async () => {
  const { url, client } = await useEarlier()
  await client.query(
    "INSERT INTO migrations (number, name, sha256, version) VALUES (1175, '1175-mine.sql', '', '0.1.0')",
  )
  await expect(migrate(url)).rejects.toThrow(/it has migration 1175-mine\.sql, which no released version knows/)
})

test('a takeover waits for the nodes of the earlier version to end', async () => {
  const { url, client } = await useEarlier()
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

test('a takeover refuses to begin while a worker has a heartbeat, also behind a pooler that hides its name', async () => {
  const { url, client } = await useEarlier()
  await client.query("INSERT INTO heartbeats (worker_id, seen_at) VALUES ('worker-1', now() + interval '1 hour')")
  await expect(migrate(url)).rejects.toThrow(
    /still uses this database \(0 connections, 1 live workers\)\. .*stop all nodes first/,
  )
  expect((await client.query('SELECT FROM migrations')).rowCount).toBeGreaterThan(10)
})

test('a backup from before the takeover is restored under the names of today', async () => {
  const { url } = await useEarlier()
  const database = openDatabase(url, { log: silentLog, connectionCount: 1, applicationName: 'test' })
  onTestFinished(() => database.close())
  const source = { database: { ...database, url }, blobs: storeIn(await useFolder()), dataFolder: await useFolder() }
  const place = storeIn(await useFolder())
  await makeBackup(source, place, () => undefined)
  const target = await useTarget()
  await restoreBackup(place, target, () => undefined)
  await migrate(url)
  const withoutLast = async (at: string) => ({ ...(await readStoredRows(at)), settings: [] })
  expect(await withoutLast(target.databaseUrl)).toEqual(await withoutLast(url))
})
