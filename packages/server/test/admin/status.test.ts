// `status`: one screen for people, --json for programs.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../support/database.ts'
import { callAdmin } from './run-admin.ts'

type Status = { warnings: { what: string; do: string }[]; database: { schema: object } }

test('what is wrong is said with what to do, and fits a terminal of 80 columns', async () => {
  const { db, url } = await useTestDatabase()
  await sql`INSERT INTO heartbeats (worker_id, process) VALUES ('here', 'process')`.execute(db)
  await sql`SELECT graphile_worker.add_job('bulk.chunk', '{}', run_at => now() - interval '10 minutes')`.execute(db)
  await sql`UPDATE graphile_worker._private_jobs SET created_at = run_at`.execute(db)
  await sql`SELECT graphile_worker.add_job('disposable-domains.refresh', '{}', max_attempts => 1)`.execute(db)
  await sql`SELECT graphile_worker.permanently_fail_jobs(array_agg(id)) FROM graphile_worker.jobs WHERE max_attempts = 1`.execute(
    db,
  )
  await sql`INSERT INTO outbox_deliveries (listener, event_id, account_id, recorded_at)
    VALUES ('usage', gen_random_uuid(), gen_random_uuid(), now() - interval '2 hours')`.execute(db)
  await sql`INSERT INTO settings VALUES ('last_backup', '{"at":"2020-01-02T03:04:05Z","bytes":1234567}')`.execute(db)

  const { code, output } = await callAdmin(url, ['status'])
  expect(code).toBe(0)
  expect(output).toMatch(/^Mailsift 0\.1\.0 at \d{4}-\d\d-\d\d \d\d:\d\d UTC\n\nProcesses {3}0 APIs, 1 worker\n/)
  expect(output).toContain('Queue       1 waiting (oldest 10 min), 1 exhausted\n')
  expect(output).toContain('Outbox      1 waiting (oldest 2 h)\n')
  expect(output).toMatch(/Backup {6}2020-01-02 03:04 UTC \(\d+ days ago\), 1\.2 MB\n/)
  for (const line of output.split('\n')) expect(line.length).toBeLessThanOrEqual(80)

  const status = JSON.parse((await callAdmin(url, ['status', '--json'])).output) as Status
  expect(status.warnings.map(({ what }) => what.replace(/\d+ days/, 'years'))).toEqual([
    'No API process is connected.',
    'Tasks have waited for 10 min.',
    'Tasks failed on every attempt: 1 disposable-domains.refresh.',
    'Usage and contacts are 2 h behind.',
    'The last backup is years old.',
  ])
  for (const { do: todo } of status.warnings) expect(todo).not.toBe('')
})

test('one that is not running is told so, and nothing else where all else is well', async () => {
  const { db, url } = await useTestDatabase()
  const last = JSON.stringify({ at: new Date().toISOString(), bytes: 1 })
  await sql`INSERT INTO settings VALUES ('last_backup', ${last})`.execute(db)
  const { output } = await callAdmin(url, ['status'])
  expect(output).toContain('! Mailsift is not running on this database.\n  Start it: npm start\n')
  expect(output.match(/^! /gm)).toHaveLength(1)
})

test('a list is said to be days old only if it is; one that was never fetched is said to be so', async () => {
  const { db, url } = await useTestDatabase()
  const warnings = async () =>
    (JSON.parse((await callAdmin(url, ['status', '--json'])).output) as Status).warnings.map(({ what }) => what)
  await sql`INSERT INTO domain_lists (url, outcome, fetched_at)
    VALUES ('https://a.example', 'unreachable', NULL), ('https://b.example', 'fetched', now())`.execute(db)
  expect(await warnings()).toContain('1 of 2 lists of disposable domains have not been downloaded yet.')
  expect((await warnings()).join()).not.toMatch(/last downloaded/)
  await sql`UPDATE domain_lists SET fetched_at = now() - interval '6 days'`.execute(db)
  expect(await warnings()).toContain('A list of disposable domains was last downloaded 6 days ago.')
  expect((await warnings()).join()).not.toMatch(/downloaded yet/)
})

test('a database of a newer version is never called well, and is named even where its tables cannot be read', async () => {
  const { db, url } = await useTestDatabase()
  await sql`INSERT INTO migrations (number, name, sha256, version) VALUES (9999, '9999_from_later.sql', '', '9.9.9')`.execute(
    db,
  )
  const newer =
    'The database belongs to a newer version of Mailsift: it has migration 9999_from_later.sql, which 0.1.0 does not have.'
  const todo = 'Upgrade Mailsift on this machine. This version does not start on that database.'
  const { warnings, database } = JSON.parse((await callAdmin(url, ['status', '--json'])).output) as Status
  expect(warnings[0]).toEqual({ what: newer, do: todo })
  expect(database.schema).toEqual({ unknown: ['9999_from_later.sql'], pending: [] })
  expect((await callAdmin(url, ['status'])).output).not.toContain('No problems found')

  await sql`ALTER TABLE settings RENAME TO settings_of_later`.execute(db)
  for (const words of [['status'], ['status', '--json']])
    expect(await callAdmin(url, words)).toEqual({ code: 1, output: '', errors: `${newer} ${todo}\n` })
})

test('a database that lacks migrations of this version is told how to get them', async () => {
  const { db, url } = await useTestDatabase()
  await sql`DELETE FROM migrations WHERE number = (SELECT max(number) FROM migrations)`.execute(db)
  const { warnings } = JSON.parse((await callAdmin(url, ['status', '--json'])).output) as Status
  expect(warnings[0]).toEqual({
    what: 'The database needs 1 migration for this version.',
    do: 'Start Mailsift, or run: npm run -s admin -- migrate',
  })
})
