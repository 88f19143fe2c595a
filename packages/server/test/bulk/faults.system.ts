import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { isFullRun } from '../support/program.ts'
import { startFaultProgram } from './fault-program.ts'
import { watchResumption } from './resumption.ts'

const KILLS = isFullRun ? 100 : 3
const API_KILLS = isFullRun ? 30 : 2
const CALLERS = isFullRun ? 3 : 1
const LIST_SIZES = isFullRun ? [10, 1_000, 4_321, 10_000] : [10, 10_000]

const list = (count: number, name: string) => Array.from({ length: count }, (_, index) => `${name}.${index}@gmail.com`)

test(`kill -9 of workers at ${KILLS} random points: nothing is lost, nothing is billed twice, and all goes on`, async () => {
  const program = await startFaultProgram()
  const callers = await Promise.all(Array.from({ length: CALLERS }, () => program.newCaller()))
  const resumption = watchResumption(program.db)
  let killing = true
  let kills = 0
  let lastKill = new Date(0)

  const killer = (async () => {
    while (kills < KILLS) {
      // Killing a worker without a task proves nothing: one has to have taken a task since.
      await eventually(() => program.isTaskTakenSince(lastKill))
      // Fixed time: a random point of the work.
      await sleep(Math.random() * 300)
      const { worker } = await program.pids()
      const victim = worker[Math.floor(Math.random() * worker.length)]
      if (!victim) continue
      process.kill(victim, 'SIGKILL')
      lastKill = new Date()
      kills++
    }
    killing = false
  })()

  // Every account has a file and two lists under way at any time.
  let [files, lists, longestMs] = [0, 0, 0]
  const runs = callers.flatMap((caller, who) => [
    async (round: number) => {
      // Split, chunks, the children's exports and the group's own: each is a point to be killed at.
      const records = list(12_000, `csv${who}.${round}`).map((email, index) => `${index},${email}`)
      const group = await program.runCsv(caller, `n,email\n${records.join('\n')}\n`, `file ${round}`)
      expect(group).toMatchObject({ status: 'completed', total: 12_000, success: 12_000, download_ready: true })
      files++
    },
    ...['a', 'b'].map((client) => async (round: number) => {
      const size = LIST_SIZES[(round + who) % LIST_SIZES.length]!
      const emails = list(size, `user${who}${client}.round${round}`)
      const job = await program.submit(caller, { emails }, `list ${client} ${round}`)
      const done = await program.untilDone(caller, job.id)
      expect(done).toMatchObject({ status: 'completed', total: size, success: size, errors: 0 })
      lists++
    }),
  ])
  const clients = runs.map(async (run) => {
    for (let round = 0; killing; round++) {
      const startedAt = Date.now()
      await run(round)
      longestMs = Math.max(longestMs, Date.now() - startedAt)
    }
  })
  await killer
  await Promise.all(clients)
  const { interrupted, longestUntilTakenMs, longestUntilProgressMs } = await resumption.stop()
  console.info(
    `${kills} kills cut ${interrupted} tasks of ${files} files and ${lists} lists short; a task was taken again after ` +
      `${longestUntilTakenMs} ms at most, a job went on after ${longestUntilProgressMs} ms at most; the longest wait for a result ` +
      `was ${longestMs} ms`,
  )
  expect(kills).toBe(KILLS)
  const { rows } = await sql<{ jobs: number }>`SELECT count(*) AS jobs FROM bulk_jobs WHERE group_id IS NULL`.execute(
    program.db,
  )
  expect(rows[0]!.jobs).toBe(lists)
  await program.expectInvariants()
})

test(`kill -9 of the API around ${API_KILLS} commits: the retry with the key gets the same job`, async () => {
  const program = await startFaultProgram({ WORKERS: '1' })
  const caller = await program.newCaller()
  for (let round = 0; round < API_KILLS; round++) {
    const body = { emails: list(2_000, `round${round}`) }
    const attempt = program.submit(caller, body, `key ${round}`)
    // Fixed time: a random point around the commit.
    await sleep(Math.random() * 40)
    for (const pid of (await program.pids()).api) process.kill(pid, 'SIGKILL')
    const job = await attempt
    const again = await program.submit(caller, body, `key ${round}`)
    expect(again.id).toBe(job.id)
    expect(await program.untilDone(caller, job.id)).toMatchObject({ status: 'completed', success: 2_000 })
  }
  const { rows } = await sql<{ jobs: number }>`SELECT count(*) AS jobs FROM bulk_jobs`.execute(program.db)
  expect(rows[0]!.jobs).toBe(API_KILLS)
  await program.expectInvariants()
})

test.runIf(isFullRun)('a worker that is stopped, overtaken and woken bills nothing twice', async () => {
  const program = await startFaultProgram()
  const caller = await program.newCaller()
  for (let round = 0; round < 3; round++) {
    const job = await program.submit(caller, { emails: list(10_000, `stop${round}`) }, `stop ${round}`)
    // Fixed time: a random point of the work.
    await sleep(20 + Math.random() * 100)
    const { worker } = await program.pids()
    const [victim] = worker
    process.kill(victim!, 'SIGSTOP')
    onTestFinished(() => void process.kill(victim!, 'SIGCONT'))
    const done = await program.untilDone(caller, job.id)
    expect(done).toMatchObject({ status: 'completed', success: 10_000 })
    process.kill(victim!, 'SIGCONT')
    // Fixed time: for whatever the woken worker still does, which must change nothing.
    await sleep(2_000)
  }
  await program.expectInvariants()
})

test.runIf(isFullRun)('the database dies 20 times under load: nothing acknowledged is lost', async () => {
  const program = await startFaultProgram()
  const callers = await Promise.all([program.newCaller(), program.newCaller()])
  let restarting = true
  const clients = callers.map(async (caller, who) => {
    for (let round = 0; restarting; round++) {
      const job = await program.submit(caller, { emails: list(5_000, `user${who}.round${round}`) }, `key ${round}`)
      expect(await program.untilDone(caller, job.id)).toMatchObject({ status: 'completed', success: 5_000 })
    }
  })
  for (let restart = 0; restart < 20; restart++) {
    // Fixed time: a random point of the load.
    await sleep(500 + Math.random() * 2_500)
    const { postgres } = await program.pids()
    if (postgres) process.kill(postgres, 'SIGQUIT')
  }
  restarting = false
  await Promise.all(clients)
  await program.expectInvariants()
})
