import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_TOKEN_HEADER, type UsageReport } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { embeddedDatabaseUrl } from '../../src/platform/postgres/embedded.ts'
import { silentLog } from '../support/database.ts'
import { isAlive, isFullRun, type Program, startProgram } from '../support/program.ts'

const ROUNDS = isFullRun ? 5 : 1

/** A client that a busy machine kept from asking for so long finds its connection closed: stopping has an end. */
const LATE_MS = 1_500

const RESET_WHILE_OPENING = 'ECONNRESET of a new connection'

type Writer = { answered(): number; sent(): number; stop(): Promise<void> }

/** Keeps validating, each answer being a promise that its unit is stored, and counts the promises. */
async function startWriter(program: Program): Promise<Writer> {
  const headers = { [API_TOKEN_HEADER]: await program.token() }
  let [answered, sent] = [0, 0]
  let stopping = false
  const writing = (async () => {
    while (!stopping) {
      sent++
      const url = `${program.origin}/v1/emails/validate?email=jane.doe@gmail.com`
      const answer = await fetch(url, { headers }).catch(() => undefined)
      if (answer?.status === 200) answered++
      // Refused or reset while something is down: fine, as long as nothing was promised.
      // Fixed time: the pause of a client.
      else await sleep(20)
    }
  })()
  return {
    answered: () => answered,
    sent: () => sent,
    async stop() {
      stopping = true
      await writing
    },
  }
}

async function untilAnswered(writer: Writer, more: number): Promise<void> {
  const goal = writer.answered() + more
  await eventually(() => writer.answered() >= goal)
}

/** The ledger follows within moments; it must come to at least what was promised, and never to more than was requested. */
async function expectAllBilled(program: Program, writer: Writer): Promise<void> {
  const headers = { [API_TOKEN_HEADER]: await program.token() }
  const total = async () => {
    const answer = await fetch(`${program.origin}/account/usage`, { headers })
    return ((await answer.json()) as UsageReport).total
  }
  await expect.poll(total, { interval: 200 }).toBeGreaterThanOrEqual(writer.answered())
  expect(await total()).toBeLessThanOrEqual(writer.sent())
}

async function untilReplaced(program: Program, role: 'api' | 'worker' | 'postgres', old: number): Promise<void> {
  await eventually(async () => {
    const current = [(await program.pids())[role]].flat()[0]
    return current && current !== old && (await fetch(`${program.origin}/readyz`).catch(() => undefined))?.ok
  })
}

test.each(['api', 'worker', 'postgres'] as const)(
  'kill -9 of the %s process under writes: it is replaced, and everything acknowledged is there',
  async (role) => {
    const program = await startProgram({ sharedDatabase: role !== 'postgres' })
    const writer = await startWriter(program)
    for (let round = 0; round < ROUNDS; round++) {
      await untilAnswered(writer, 10)
      const victim = [(await program.pids())[role]].flat()[0]!
      process.kill(victim, 'SIGKILL')
      await untilReplaced(program, role, victim)
    }
    await untilAnswered(writer, 5)
    await writer.stop()
    await expectAllBilled(program, writer)
    expect(await program.stop()).toBe(0)
  },
)

test('kill -9 of the supervisor: its children leave, and the next start finds everything acknowledged', async () => {
  const first = await startProgram()
  const writer = await startWriter(first)
  await untilAnswered(writer, 10)
  const pids = await first.pids()
  first.process.kill('SIGKILL')
  await once(first.process, 'close')
  await writer.stop()

  // At once and on the same port, which the processes of the first may still have.
  const second = await startProgram({ dataDir: first.dataDir, port: Number(new URL(first.origin).port) })
  await expectAllBilled(second, writer)
  for (const pid of [...pids.api, ...pids.worker, pids.postgres!]) expect(await isAlive(pid)).toBe(false)
  await second.stop()
})

test('SIGTERM under load: readiness turns red, every request on an accepted connection is answered, exit code 0', async () => {
  const program = await startProgram({ sharedDatabase: true })
  const headers = { [API_TOKEN_HEADER]: await program.token() }
  const outcomes = { answered: 0, refusedAfterStop: 0, cutWhileOpening: 0, broken: [] as string[] }
  let stopping = false
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const clients = Array.from({ length: 20 }, async () => {
    for (let answeredAt = Date.now(); ; answeredAt = Date.now()) {
      // Fixed time: the pause of a client.
      await sleep(50)
      const isLate = Date.now() - answeredAt > LATE_MS
      const outcome = await request(`${program.origin}/account/usage`, headers, agent)
      if (typeof outcome === 'number') outcomes.answered++
      else if (outcome === 'ECONNREFUSED' && stopping) {
        outcomes.refusedAfterStop++
        return
      } else if (outcome === RESET_WHILE_OPENING && stopping) outcomes.cutWhileOpening++
      else if (!isLate) outcomes.broken.push(outcome)
    }
  })
  await eventually(() => outcomes.answered >= 100)
  program.process.kill('SIGTERM')
  stopping = true
  let readiness: number | 'closed' = 200
  while (readiness === 200)
    readiness = await fetch(`${program.origin}/readyz`).then(
      ({ status }) => status,
      () => 'closed',
    )
  await Promise.all(clients)
  expect(await program.stop()).toBe(0)
  expect(readiness).toBe(503)
  expect(outcomes.broken).toEqual([])
  // When the listener closes, the kernel resets the connections that no process has accepted yet, as many as a busy machine lets wait.
  console.info(`${outcomes.cutWhileOpening} connections were reset before they were accepted`)
})

/** Node's own client, because it tells a refused connection from a reset one. */
async function request(url: string, headers: Record<string, string>, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const sent = get(url, { headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!))
      answer.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    })
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isNew = error.code === 'ECONNRESET' && !sent.reusedSocket
      resolve(isNew ? RESET_WHILE_OPENING : (error.code ?? error.message))
    })
  })
}

test('the end of a worker is noted, with the reason where it crashed, so that its tasks are isolated', async () => {
  const program = await startProgram()
  const { db, close } = openDatabase(await embeddedDatabaseUrl(join(program.dataDir, 'postgres')), {
    log: silentLog,
    connectionCount: 1,
  })
  const notes = async () => {
    const { rows } = await sql<{ ended: boolean; ended_by: string | null }>`
      SELECT NOT isfinite(seen_at) AS ended, ended_by FROM heartbeats`.execute(db)
    return rows
  }
  const endWorker = async (signal: NodeJS.Signals) => {
    await expect.poll(notes).toContainEqual({ ended: false, ended_by: null })
    process.kill((await program.pids()).worker[0]!, signal)
  }
  await endWorker('SIGKILL')
  await expect.poll(notes).toContainEqual({ ended: true, ended_by: null })
  await endWorker('SIGABRT')
  await expect.poll(notes).toContainEqual({ ended: true, ended_by: 'the process crashed (SIGABRT)' })
  await close()
  expect(await program.stop()).toBe(0)
})
