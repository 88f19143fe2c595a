// A fleet of two API nodes and two workers behind HAProxy, over PostgreSQL with a synchronous standby and an object store, under one fault
// after another. A lost promise, a unit billed twice, a response 500, a crash outside of injected kills or work that never moves on fails it.
// How soon it moves on is printed beside its target: it depends on the machine.
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_TOKEN_HEADER, type UsageReport } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { createAccount } from '../../src/accounts/accounts.ts'
import { setSubscription } from '../../src/accounts/subscriptions/subscriptions.ts'
import { issueToken } from '../../src/credentials/tokens/tokens.ts'
import { type Db, openDatabase } from '../../src/platform/database/database.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { verify } from '../../src/verify/verify.ts'
import { silentLog } from '../support/database.ts'
import { type Line, useLine } from '../support/line.ts'
import { freePort, isFullRun, launchProgram, type Program } from '../support/program.ts'
import { startHaproxy } from './haproxy.ts'
import { type Load, startLoad } from './load.ts'
import { addressOf, startCluster } from './outside-postgres.ts'
import { useStore } from './store.ts'

const ROUNDS = isFullRun ? 8 : 1
const SECRET = 'the same secret on every node of the fleet'
const FROZEN_MS = 8_000
const LIMITED_MS = 6_000
const CALM_MS = 1_500

type Figures = {
  fault: string
  gapMs: number
  backAfterMs: number
  movedAfterMs: number
  refused: number
  lost: number
}

async function withDatabase<T>(url: string, use: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = openDatabase(url, { log: silentLog, connectionCount: 2 })
  try {
    return await use(db)
  } finally {
    await close()
  }
}

test('a fleet loses nothing it has promised, bills nothing twice, returns no 500, does not crash and moves on, whatever fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-fleet-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const cluster = await startCluster(folder)
  onTestFinished(() => cluster.stop())
  const ports = { web: await freePort(), database: await freePort(), api: [await freePort(), await freePort()] }
  const haproxy = await startHaproxy({ folder, ...ports })
  onTestFinished(() => haproxy.stop())
  // The nodes reach both servers over lines, on which connections can stall.
  const lines = new Map(
    await Promise.all(
      cluster.ports().map(async (port) => [port, await useLine(() => connect(port, '127.0.0.1'))] as const),
    ),
  )
  const onLines = (use: (line: Line) => void) => {
    for (const line of lines.values()) use(line)
  }
  const toLine = (port: number) => lines.get(port)!.port
  await haproxy.point(toLine(cluster.ports()[0]!))

  await migrate(addressOf(cluster.ports()))
  const accounts = await withDatabase(addressOf(cluster.ports()), async (db) => {
    const made = []
    for (const name of ['singles', 'bulk', 'files']) {
      const { id } = await createAccount(db, { email: `${name}@contoso.com` })
      await setSubscription(db, id, { plan: 'self-hosted', status: 'active', periodEnd: null })
      made.push({ token: (await issueToken(db, id, { name, permission: 'write' })).token })
    }
    return made as [{ token: string }, { token: string }, { token: string }]
  })

  // Half of the nodes find the database through HAProxy, the others by the names of both servers.
  const dataDir = join(folder, 'data')
  const store = await useStore(dataDir)
  const origin = `http://127.0.0.1:${ports.web}`
  const launch = (role: 'api' | 'worker', at: number) =>
    launchProgram({
      role,
      dataDir,
      port: ports.api[at]!,
      env: {
        SECRET,
        BASE_URL: `${origin}/v1`,
        DNS_CANARIES: 'off',
        ...store.env,
        DATABASE_URL: at === 0 ? addressOf([ports.database]) : addressOf([...lines.values()].map(({ port }) => port)),
        // One API validates short lists itself, the other leaves them to the workers.
        SHORT_LIST_MAX_COUNT: at === 0 ? '100' : '0',
      },
    })
  const nodes = {
    api: [await launch('api', 0), await launch('api', 1)],
    worker: [await launch('worker', 0), await launch('worker', 1)],
  }
  await untilOk(`${origin}/readyz`)

  const load = startLoad(() => origin, ...accounts)
  const [singles, bulk, files] = accounts
  await expect.poll(() => Math.min(load.jobs.size, load.groups.size)).toBeGreaterThan(2)
  const ended: Program[] = []
  let kills = 0

  const kill = async (role: 'api' | 'worker', signal: NodeJS.Signals) => {
    const node = nodes[role][Math.floor(Math.random() * 2)]!
    for (const pid of (await node.pids())[role]) {
      process.kill(pid, signal)
      kills++
    }
  }
  const relaunch = async (role: 'api' | 'worker', at: number) => {
    nodes[role][at]!.process.kill('SIGKILL')
    ended.push(nodes[role][at]!)
    nodes[role][at] = await launch(role, at)
  }
  let stopMs = 0
  /** Ends a worker node in order while the object store is frozen. */
  const stopWhileFrozen = async () => {
    store.line.state = 'silent'
    // Fixed time: transfers run into the silence.
    await sleep(CALM_MS)
    const startedAt = performance.now()
    expect(await nodes.worker[0]!.stop()).toBe(0)
    stopMs = Math.max(stopMs, performance.now() - startedAt)
    store.line.cut()
    store.line.state = 'whole'
    ended.push(nodes.worker[0]!)
    nodes.worker[0] = await launch('worker', 0)
  }
  /** One fault at a time: what the last one took is there again. */
  const untilWhole = async () => {
    for (const role of ['api', 'worker'] as const)
      for (const node of nodes[role]) {
        await eventually(async () => {
          requireRunning(node)
          return node.output().includes('all processes ready') && (await node.pids())[role].length
        })
        if (role === 'api') await untilOk(`${node.origin}/readyz`)
      }
  }
  const faults: [string, () => Promise<void>][] = [
    ['kill -9 of an API process', () => kill('api', 'SIGKILL')],
    ['kill -9 of a worker process', () => kill('worker', 'SIGKILL')],
    ['kill -9 of an API node, started again', () => relaunch('api', 0)],
    ['kill -9 of a worker node, started again', () => relaunch('worker', 1)],
    ['restart of PostgreSQL', () => cluster.restart('SIGINT')],
    ['crash of PostgreSQL', () => cluster.restart('SIGQUIT')],
    ['restart of HAProxy', () => haproxy.restart()],
    [
      `PostgreSQL frozen for ${FROZEN_MS / 1_000} s`,
      async () => {
        await cluster.freeze()
        // Fixed time: the length of the fault.
        await sleep(FROZEN_MS)
        await cluster.thaw()
      },
    ],
    [
      'PostgreSQL is read-only for 4 s',
      async () => {
        await cluster.setReadOnly(true)
        // Fixed time: the length of the fault.
        await sleep(4_000)
        await cluster.setReadOnly(false)
      },
    ],
    [
      'a worker is blocked for 6 s',
      async () => {
        const [pid] = (await nodes.worker[0]!.pids()).worker
        process.kill(pid!, 'SIGSTOP')
        // Fixed time: the length of the fault.
        await sleep(6_000)
        process.kill(pid!, 'SIGCONT')
      },
    ],
    [
      'failover to the synchronous standby',
      async () => {
        await cluster.failOver()
        await haproxy.point(toLine(cluster.ports()[0]!))
      },
    ],
    ['connections to PostgreSQL are half-open', async () => onLines((line) => line.stallAll())],
    ['connections to PostgreSQL drip', async () => onLines((line) => line.dripAll())],
    [
      `PostgreSQL takes only 3 connections for ${LIMITED_MS / 1_000} s`,
      async () => {
        await cluster.limitConnections(3)
        // Fixed time: the length of the fault.
        await sleep(LIMITED_MS)
        await cluster.limitConnections('none')
      },
    ],
    ['SIGTERM of a worker node while the object store is frozen', stopWhileFrozen],
    ...store.faults,
  ]

  await untilWhole()
  const figures: Figures[] = []
  for (let round = 0; round < ROUNDS; round++)
    for (const [fault, cause] of faults) {
      // Fixed time: load without a fault, so that each gap has one cause.
      await sleep(CALM_MS)
      load.takeGap()
      const before = { refused: load.refused, lost: load.lost }
      await cause()
      const [movedAfterMs, backAfterMs] = await Promise.all([untilJobsEnd(load, cluster.ports), untilAnswered(load)])
      const gapMs = load.takeGap()
      figures.push({
        fault,
        gapMs,
        backAfterMs,
        movedAfterMs,
        refused: load.refused - before.refused,
        lost: load.lost - before.lost,
      })
      console.log(line(figures.at(-1)!))
      if (fault.startsWith('failover')) await cluster.rejoin()
      await untilWhole()
    }

  await load.stop()
  await untilJobsEnd(load, cluster.ports)
  const worst = (key: 'gapMs' | 'backAfterMs' | 'movedAfterMs') =>
    Math.max(...figures.map((entry) => entry[key])) / 1_000
  console.log(
    `${figures.length} faults, ${load.answered} validations, ${load.jobs.size} lists and ${load.groups.size} files promised, ${load.refused} refused, ${load.lost} lost.\n` +
      `longest gap of single validation: ${worst('gapMs').toFixed(1)} s, ${worst('backAfterMs').toFixed(1)} s of it after the fault had ended (target: ≤5 s)\n` +
      `last job moves after: ${worst('movedAfterMs').toFixed(1)} s (target: ≤15 s)\n` +
      `a worker node stopped within ${(stopMs / 1_000).toFixed(1)} s beside a frozen object store (target: ≤30 s)`,
  )

  expect(load.faults).toEqual([])
  const output = [...ended, ...nodes.api, ...nodes.worker].map((node) => node.output()).join('\n')
  expect(output.split('\n').filter((said) => said.includes('process crashed'))).toEqual([])
  expect(output.split('process died; restarting it').length - 1).toBeLessThanOrEqual(kills)
  // The ledger follows the outbox.
  const total = async ({ token }: { token: string }) => {
    const answer = await fetch(`${origin}/account/usage`, { headers: { [API_TOKEN_HEADER]: token } })
    return ((await answer.json()) as UsageReport).total
  }
  const rowsOf = (promised: Load['jobs']) => [...promised.values()].reduce((sum, { rows }) => sum + rows, 0)
  await expect.poll(() => total(bulk), { interval: 200 }).toBe(rowsOf(load.jobs))
  await expect.poll(() => total(files), { interval: 200 }).toBe(rowsOf(load.groups))
  await expect.poll(() => total(singles), { interval: 200 }).toBeGreaterThanOrEqual(load.answered)
  expect(await total(singles)).toBeLessThanOrEqual(load.answered + load.lost)

  const blobs = store.open()
  expect(await withDatabase(addressOf(cluster.ports()), (db) => verify({ db, blobs }))).toEqual([])
  const all: Program[] = [...nodes.api, ...nodes.worker]
  for (const node of all) expect(await node.stop(), node.output().slice(-3_000)).toBe(0)
})

async function untilOk(url: string): Promise<void> {
  await eventually(async () => (await fetch(url).catch(() => undefined))?.ok)
}

/** Milliseconds until every job that had been accepted by now is completed. */
async function untilJobsEnd(load: Load, ports: () => number[]): Promise<number> {
  const startedAt = performance.now()
  const [jobs, groups] = [[...load.jobs.keys()], [...load.groups.keys()]]
  const left = () =>
    withDatabase(addressOf(ports()), async (db) => {
      const isDone = sql<boolean>`status = 'completed'`
      const ended = [
        ...(await db.selectFrom('bulk_jobs').select('id').where('id', 'in', jobs).where(isDone).execute()),
        ...(await db.selectFrom('bulk_groups').select('id').where('id', 'in', groups).where(isDone).execute()),
      ]
      return jobs.length + groups.length - ended.length
    }).catch(() => undefined)
  await eventually(async () => (await left()) === 0, { every: 100 })
  return performance.now() - startedAt
}

/** Milliseconds until single validations are answered again. */
async function untilAnswered(load: Load): Promise<number> {
  const startedAt = performance.now()
  const before = load.answered
  await eventually(() => load.answered > before)
  return performance.now() - startedAt
}

function requireRunning({ process, output }: Program): void {
  if (process.exitCode !== null) throw new Error(`A node ended:\n${output().slice(-3_000)}`)
}

function line({ fault, gapMs, backAfterMs, movedAfterMs, refused, lost }: Figures): string {
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  return `${fault}: single validation stood for ${seconds(gapMs)} and was back after ${seconds(backAfterMs)}, jobs moved after ${seconds(movedAfterMs)}, ${refused} refused, ${lost} lost`
}
