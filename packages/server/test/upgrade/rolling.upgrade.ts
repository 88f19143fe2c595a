// From the version before to this one on one database, node by node, while customers continue. Before 0.1.0 all nodes stop first.
import { join } from 'node:path'
import { API_TOKEN_HEADER, type UsageReport } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { readMigrations } from '../../src/platform/database/migration-files.ts'
import { verify } from '../../src/verify/verify.ts'
import { startLoad } from '../fleet/load.ts'
import { createEmptyDatabase, silentLog } from '../support/database.ts'
import { freePort, launchProgram, makeDataDir, type Program, untilExit } from '../support/program.ts'
import { runAdminOf } from './admin-of.ts'
import { checkOut } from './earlier-version.ts'

const EARLIER = process.env.UPGRADE_FROM ?? 'HEAD~1'
const SECRET = 'the same secret on every node of the fleet'

test('an upgrade from the previous commit loses nothing that was promised, and the earlier program does not start on a newer schema', async () => {
  const earlier = await checkOut(EARLIER)
  const url = await createEmptyDatabase()
  const dataDir = await makeDataDir()
  const env = { DATABASE_URL: url, SECRET, LOG_LEVEL: 'warn', DNS_CANARIES: 'off', SHORT_LIST_MAX_COUNT: '100' }
  const launch = (role: 'api' | 'worker', port: number, root?: string) =>
    launchProgram({
      role,
      dataDir,
      port,
      env,
      ...(root && {
        command: [process.execPath, join(root, 'scripts/run.mjs'), join(root, 'packages/server/src/main.ts')],
      }),
    })

  const old = [
    await launch('api', await freePort(), earlier),
    await launch('worker', await freePort(), earlier),
  ] as const
  await untilServing(old[0])
  const { db, close } = openDatabase(url, { log: silentLog, connectionCount: 2, applicationName: 'test' })
  onTestFinished(close)
  const applied = async () =>
    (await sql<{ name: string }>`SELECT name FROM migrations ORDER BY number`.execute(db)).rows
  const before = await applied()
  const ours = (await readMigrations()).map(({ name }) => ({ name }))
  const isReleased = before.some(({ name }) => name === ours[0]!.name)

  const accounts = []
  for (const name of ['singles', 'bulk']) {
    const admin = (words: string[]) => runAdminOf(earlier, { PATH: process.env.PATH, DATA_DIR: dataDir, ...env }, words)
    await admin(['users', 'create', `${name}@contoso.com`, '--plan', 'team'])
    const issued = await admin(['tokens', 'issue', `${name}@contoso.com`, '--permission', 'write'])
    accounts.push({ token: issued.trim() })
  }
  const [singles, bulk] = accounts as [{ token: string }, { token: string }]

  // Customers ask every node in turn, as a proxy sends them.
  let serving: readonly Program[] = [old[0]]
  let turn = 0
  const load = startLoad(() => serving[turn++ % serving.length]!.origin, singles, bulk)
  const more = async (count: number) => {
    const goal = { answered: load.answered + count, jobs: load.jobs.size + Math.ceil(count / 10) }
    await eventually(() => {
      for (const node of serving) requireRunning(node)
      return load.answered >= goal.answered && load.jobs.size >= goal.jobs
    })
  }
  await more(40)

  if (!isReleased) for (const node of old) expect(await node.stop()).toBe(0)
  const now = [await launch('api', await freePort()), await launch('worker', await freePort())] as const
  await untilServing(now[0])
  expect(await applied()).toEqual(ours)
  if (isReleased) {
    serving = [old[0], now[0]]
    await more(60)
  }
  serving = [now[0]]
  if (isReleased) for (const node of old) expect(await node.stop()).toBe(0)
  await more(30)
  await load.stop()

  const isDone = async () => {
    const rows = await db.selectFrom('bulk_jobs').select('status').where('status', '=', 'completed').execute()
    return rows.length === load.jobs.size
  }
  await eventually(() => {
    for (const node of now) requireRunning(node)
    return isDone()
  })
  expect(load.faults).toEqual([])
  const total = async ({ token }: { token: string }) => {
    const answer = await fetch(`${now[0].origin}/account/usage`, { headers: { [API_TOKEN_HEADER]: token } })
    return ((await answer.json()) as UsageReport).total
  }
  const rows = [...load.jobs.values()].reduce((sum, job) => sum + job.rows, 0)
  await expect.poll(() => total(bulk)).toBe(rows)
  await expect.poll(() => total(singles)).toBeGreaterThanOrEqual(load.answered)
  expect(await total(singles)).toBeLessThanOrEqual(load.answered + load.lost)
  const blobs = createDiskBlobs({
    folder: join(dataDir, 'blobs'),
    linkBaseUrl: '',
    secrets: [Buffer.from(SECRET)],
    uploadStallMs: 0,
  })
  expect(await verify({ db, blobs })).toEqual([])

  if (before.length === ours.length && isReleased) return
  const refused = await launch('api', await freePort(), earlier)
  expect(await untilExit(refused)).toBe(1)
  expect(refused.output()).toMatch(/does not (?:know|have)|was never released/)
})

async function untilServing(node: Program): Promise<void> {
  await eventually(async () => {
    requireRunning(node)
    return (await fetch(`${node.origin}/readyz`).catch(() => undefined))?.ok
  })
}

function requireRunning({ process, output }: Program): void {
  if (process.exitCode !== null) throw new Error(`A node has ended: ${output()}`)
}
