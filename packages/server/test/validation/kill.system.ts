import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_TOKEN_HEADER, type UsageReport } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { getRequest, runLoad } from '../../bench/load-client.ts'
import { type Db, openDatabase } from '../../src/platform/database/database.ts'
import { embeddedDatabaseUrl } from '../../src/platform/postgres/embedded.ts'
import { silentLog } from '../support/database.ts'
import { isFullRun, type Program, startProgram } from '../support/program.ts'
import { emailQuery } from './validation-app.ts'

const KILLS = isFullRun ? 20 : 1
const CONNECTIONS = 16
const WORKER_KILLED_EVERY = 5

/** Sends as fast as it gets answers, while a process is killed and until all is well again; gives the ids of the results. */
async function validateThroughKill(program: Program, token: string, role: 'api' | 'postgres'): Promise<string[]> {
  const answered: string[] = []
  const victim = [(await program.pids())[role]].flat()[0]!
  let recovered = false
  const killAndRecover = async () => {
    await eventually(() => answered.length)
    // Fixed time: a random point of the load.
    await sleep(Math.random() * 400)
    process.kill(victim, 'SIGKILL')
    await eventually(async () => [(await program.pids())[role]].flat()[0] !== victim && isReady(program))
    recovered = true
  }
  const recovery = killAndRecover()
  await runLoad({
    port: Number(new URL(program.origin).port),
    requests: [
      getRequest(`/v1/emails/validate?${emailQuery('john.smith@contoso.org')}`, { [API_TOKEN_HEADER]: token }),
    ],
    connections: CONNECTIONS,
    goesOn: () => !recovered,
    onAnswer({ status, body }) {
      if (status === 200) answered.push(JSON.parse(body.toString()).id)
    },
  })
  await recovery
  return answered
}

async function isReady(program: Program): Promise<boolean> {
  return (await fetch(`${program.origin}/readyz`).catch(() => undefined))?.ok ?? false
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

async function killUnderLoad(role: 'api' | 'postgres', kills: number): Promise<void> {
  const program = await startProgram()
  const token = await program.token()
  const answered: string[] = []
  for (let round = 0; round < kills; round++) {
    if (round % WORKER_KILLED_EVERY === 0) process.kill((await program.pids()).worker[0]!, 'SIGKILL')
    answered.push(...(await validateThroughKill(program, token, role)))
  }

  const { db, close } = openDatabase(await embeddedDatabaseUrl(join(program.dataDir, 'postgres')), {
    log: silentLog,
    connectionCount: 1,
  })
  onTestFinished(close)
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
  ).toBeLessThanOrEqual(kills * CONNECTIONS)
  await eventually(async () => (await ledgerUnits(program, token)) >= billed.length)
  expect(await ledgerUnits(program, token)).toBe(billed.length)
}

test(`kill -9 of the API under load, ${KILLS} times: every answered validation is in the ledger, none twice`, async () => {
  await killUnderLoad('api', KILLS)
})

test(`kill -9 of the database under load, ${KILLS} times: every answered validation is in the ledger, none twice`, async () => {
  await killUnderLoad('postgres', KILLS)
})
