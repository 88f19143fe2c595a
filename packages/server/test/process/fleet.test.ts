import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/platform/database.ts'
import { createEmptyDatabase, silentLog } from '../support/database.ts'
import { launchProgram, PROGRAM_TEST, type Program, untilExit } from '../support/program.ts'

const SECRET = 'the same secret on every node of the fleet'

async function untilServing({ origin, process, output }: Program): Promise<void> {
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (process.exitCode !== null) throw new Error(output())
    await sleep(50)
  }
}

test('nodes that start at once on an empty database bring its schema and share the work', PROGRAM_TEST, async () => {
  const url = await createEmptyDatabase()
  const env = { DATABASE_URL: url, SECRET }
  const [one, two] = await Promise.all([
    launchProgram({ role: 'api', env }),
    launchProgram({ role: 'api', env }),
    launchProgram({ role: 'worker', env }),
  ])
  await Promise.all([untilServing(one), untilServing(two)])

  const { db, close } = openDatabase(url, { log: silentLog, connectionCount: 1 })
  onTestFinished(close)
  await sql`SELECT graphile_worker.add_job('accounts.clean', '{}')`.execute(db)
  for (;;) {
    const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'accounts.clean'`.execute(db)
    if (rows.length === 0) break
    await sleep(50)
  }
  expect(await one.stop()).toBe(0)
})

test('a node without a database or a secret of the fleet says so', async () => {
  const program = await launchProgram({ role: 'api' })
  expect(await untilExit(program)).toBe(1)
  expect(program.output()).toMatch(/^Bad settings: ROLE=api needs DATABASE_URL.*; ROLE=api needs SECRET.*\n$/)
})

test('a database that cannot be reached is named in one line', async () => {
  const program = await launchProgram({ role: 'worker', env: { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', SECRET } })
  expect(await untilExit(program)).toBe(1)
  expect(program.output()).toBe('The database cannot be reached (ECONNREFUSED). Check DATABASE_URL.\n')
})
