import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_TOKEN_HEADER, type UsageReport } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { getRequest, runLoad } from '../../bench/load-client.ts'
import { type Db, openDatabase } from '../../src/platform/database.ts'
import { embeddedDatabaseUrl } from '../../src/platform/embedded-postgres.ts'
import { silentLog } from '../support/database.ts'
import { type Program, startProgram } from '../support/program.ts'
import { emailQuery } from './validation-app.ts'

/** KILLS=20 is the long run. */
const KILLS = Number(process.env.KILLS ?? 3)
const CONNECTIONS = 16
const LEDGER_PATIENCE_MS = 60_000
const WORKER_KILLED_EVERY = 5

/** Sends as fast as it gets answers until the API is gone, and gives the ids of the results that arrived whole. */
async function validateUntilKilled(program: Program, token: string): Promise<string[]> {
  const answered: string[] = []
  const [api] = (await program.pids()).api
  const killing = sleep(100 + Math.random() * 400).then(() => process.kill(api!, 'SIGKILL'))
  await runLoad({
    port: Number(new URL(program.origin).port),
    requests: [
      getRequest(`/v1/emails/validate?${emailQuery('john.smith@example.org')}`, { [API_TOKEN_HEADER]: token }),
    ],
    connections: CONNECTIONS,
    goesOn: () => true,
    onAnswer({ status, body }) {
      if (status === 200) answered.push(JSON.parse(body.toString()).id)
    },
  })
  await killing
  while (!(await fetch(`${program.origin}/readyz`).catch(() => undefined))?.ok) await sleep(20)
  return answered
}

async function billedIds(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT jsonb_array_elements_text(body->'resultIds') AS id FROM outbox_events`.execute(db)
  return rows.map((row) => row.id)
}

async function ledgerUnits(program: Program, token: string): Promise<number> {
  const answer = await fetch(`${program.origin}/account/usage`, { headers: { [API_TOKEN_HEADER]: token } })
  return ((await answer.json()) as UsageReport).total
}

test(`kill -9 of the API under load, ${KILLS} times: every answered validation is in the ledger, none twice`, async () => {
  const program = await startProgram()
  const token = await program.token()
  const { db, close } = openDatabase(embeddedDatabaseUrl(join(program.dataDir, 'postgres')), {
    log: silentLog,
    connectionCount: 1,
  })
  onTestFinished(close)

  const answered: string[] = []
  for (let round = 0; round < KILLS; round++) {
    if (round % WORKER_KILLED_EVERY === 0) process.kill((await program.pids()).worker[0]!, 'SIGKILL')
    const ids = await validateUntilKilled(program, token)
    expect(ids.length).toBeGreaterThan(0)
    answered.push(...ids)
  }

  const billed = await billedIds(db)
  expect(new Set(billed).size, 'nothing is billed twice').toBe(billed.length)
  const known = new Set(billed)
  expect(
    answered.filter((id) => !known.has(id)),
    'everything answered is billed',
  ).toEqual([])
  expect(
    billed.length - answered.length,
    'only requests under way can be billed without an answer',
  ).toBeLessThanOrEqual(KILLS * CONNECTIONS)
  for (const startedAt = Date.now(); Date.now() - startedAt < LEDGER_PATIENCE_MS; await sleep(200))
    if ((await ledgerUnits(program, token)) >= billed.length) break
  expect(await ledgerUnits(program, token)).toBe(billed.length)
}, 600_000)
