// Through PgBouncer in transaction mode (Debian package pgbouncer).
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { spawn } from '../../../../scripts/testing/programs.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { isDatabaseUnavailable } from '../../src/platform/database/errors.ts'
import { enqueue, startQueue } from '../../src/platform/queue/queue.ts'
import { createUsageRecorder } from '../../src/usage/usage.ts'
import { someAccount } from '../outbox/events.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { useDatabaseLine } from '../support/database-line.ts'
import { useLine } from '../support/line.ts'
import { freePort } from '../support/program.ts'

const NOBODY = 65_534

/** Returns the address that leads through it. Two sessions serve all clients, so that each transaction may meet another one. */
async function startPooler(databaseUrl: string): Promise<string> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl)
  const folder = await mkdtemp(join(tmpdir(), 'pooler-'))
  const listenPort = await freePort()
  await writeFile(join(folder, 'users'), `"${username}" "${password}"\n`)
  await writeFile(
    join(folder, 'ini'),
    `[databases]\n* = host=${hostname} port=${port} user=${username} password=${password}\n[pgbouncer]\nlisten_addr = 127.0.0.1\n` +
      `listen_port = ${listenPort}\nunix_socket_dir =\nauth_type = plain\nauth_file = ${join(folder, 'users')}\npool_mode = transaction\ndefault_pool_size = 2\n`,
  )
  await chmod(folder, 0o755)
  // It does not run as root.
  const server = spawn('pgbouncer', ['-q', join(folder, 'ini')], {
    stdio: 'ignore',
    ...(process.getuid?.() === 0 && { uid: NOBODY, gid: NOBODY }),
  })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })
  return `postgres://${username}:${password}@127.0.0.1:${listenPort}${pathname}`
}

test('behind a pooler that shares sessions, tasks run as soon as they are added, heartbeats are written, and usage is stored', async () => {
  const direct = await useTestDatabase()
  const url = await startPooler((await useDatabaseLine(direct.url)).url)
  const pooled = openDatabase(url, { log: silentLog, connectionCount: 6, directUrl: direct.url })
  onTestFinished(() => pooled.close())
  const ask = () => sql`SELECT 1`.execute(pooled.db)
  await eventually(() => ask().catch(() => undefined))

  let runs = 0
  const tasks = { 'test.run': async () => void runs++ } as never
  const queue = await startQueue({ database: pooled, log: silentLog, tasks, cron: [], concurrency: 3 })
  onTestFinished(() => queue.stop())
  for (let each = 0; each < 20; each++) await enqueue(pooled.db, 'test.run' as never, {} as never)
  await eventually(() => runs >= 20)
  expect(await direct.db.selectFrom('heartbeats').select('ended_by').execute()).toEqual([{ ended_by: null }])

  const recorder = createUsageRecorder({ pool: pooled.pool, log: silentLog, wake: () => undefined })
  const accountId = await someAccount(direct.db)
  const units = Array.from({ length: 200 }, () => ({ resultId: crypto.randomUUID(), accountId, flags: [] }))
  await Promise.all(units.map((unit) => recorder.record(unit)))
  const stored = sql<{ count: number }>`SELECT count(*) FROM outbox_events, jsonb_array_elements(body->'resultIds')`
  expect((await stored.execute(direct.db)).rows).toEqual([{ count: 200 }])
})

test('behind a pooler, a stalled connection is left, and a statement that takes long is waited for', async () => {
  const direct = await useTestDatabase()
  const url = new URL(await startPooler((await useDatabaseLine(direct.url)).url))
  const poolerPort = Number(url.port)
  const line = await useLine(() => connect(poolerPort, '127.0.0.1'))
  url.port = String(line.port)
  const { db, close } = openDatabase(url.href, { log: silentLog, connectionCount: 2, directUrl: direct.url })
  onTestFinished(() => close())
  await eventually(() => sql`SELECT 1`.execute(db).catch(() => undefined))
  expect((await sql`SELECT pg_sleep(12)`.execute(db)).rows).toHaveLength(1)
  line.stallAll()
  await expect(sql`SELECT 1`.execute(db)).rejects.toSatisfy(isDatabaseUnavailable)
  expect((await sql`SELECT 1`.execute(db)).rows).toHaveLength(1)
})
