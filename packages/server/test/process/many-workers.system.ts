// As many workers as a large machine has, on the program's own database.
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/platform/database/database.ts'
import { embeddedDatabaseUrl } from '../../src/platform/postgres/embedded.ts'
import { silentLog } from '../support/database.ts'
import { launchProgram, untilReady } from '../support/program.ts'

test('WORKERS=31 starts, is ready, stays within its connections, and ends', async () => {
  const program = await launchProgram({ env: { WORKERS: '31', STANDSTILL_MAX_MS: '0' } })
  await untilReady(program)
  const { db, close } = openDatabase(await embeddedDatabaseUrl(`${program.dataDir}/postgres`), {
    log: silentLog,
    connectionCount: 1,
  })
  onTestFinished(close)
  const count = async () => {
    const { rows } = await sql<{ workers: number; used: number; max: number }>`
        SELECT (SELECT count(*) FROM heartbeats) AS workers,
          (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS used,
          current_setting('max_connections')::int AS max`.execute(db)
    return rows[0]!
  }
  await expect.poll(async () => (await count()).workers).toBe(31)
  const { used, max } = await count()
  expect(used).toBeGreaterThan(31)
  expect(used).toBeLessThan(max - 20)
  expect(program.output()).not.toMatch(/too many clients|a process died/)
  expect(await program.stop()).toBe(0)
})
