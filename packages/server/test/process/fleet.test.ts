import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { createEmptyDatabase, silentLog } from '../support/database.ts'
import { launchProgram, type Program, untilExit, untilSays, untilServing } from '../support/program.ts'

const SECRET = 'the same secret on every node of the fleet'

const nodes = {} as Record<'api' | 'worker', Program>
const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

test('nodes that start at once on an empty database bring its schema and share the work', async () => {
  const url = await createEmptyDatabase((drop) => ends.push(drop))
  const options = { env: { DATABASE_URL: url, SECRET }, onFinished: (end: () => Promise<void>) => ends.push(end) }
  const dataDir = await mkdtemp(join(tmpdir(), 'mailsift-fleet-'))
  ends.push(() => rm(dataDir, { recursive: true, force: true }))
  nodes.api = await launchProgram({ ...options, role: 'api', dataDir: join(dataDir, 'api') })
  nodes.worker = await launchProgram({ ...options, role: 'worker', dataDir: join(dataDir, 'worker') })
  await untilServing(nodes.api)

  const { db, close } = openDatabase(url, { log: silentLog, connectionCount: 1 })
  onTestFinished(close)
  await sql`SELECT graphile_worker.add_job('accounts.delete-old', '{}')`.execute(db)
  await eventually(async () => {
    const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'accounts.delete-old'`.execute(
      db,
    )
    return rows.length === 0
  })
})

test.each(['api', 'worker'] as const)('the %s process of a node is replaced when it dies', async (role) => {
  const node = nodes[role]
  await untilSays(node, /all processes ready/)
  const [victim] = (await node.pids())[role]
  process.kill(victim!, 'SIGKILL')
  await untilSays(node, /process died; restarting it/)
  await expect.poll(async () => (await node.pids())[role]).toHaveLength(1)
  expect((await node.pids())[role]).not.toContain(victim)
  expect(await node.stop()).toBe(0)
})

test.each(['api', 'worker'] as const)(
  'the %s process of a node that dies before the node is ready is started again, and the log says so',
  async (role) => {
    const url = await createEmptyDatabase()
    const node = await launchProgram({ role, env: { DATABASE_URL: url, SECRET, LOG_FORMAT: 'json' } })
    let pid: number | undefined
    const find = async () => {
      pid = (await node.pids())[role][0]
      return pid
    }
    await expect.poll(find, { interval: 5 }).toBeDefined()
    process.kill(pid!, 'SIGKILL')
    await untilSays(node, /all processes ready/)
    const said = node
      .output()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(said).toContainEqual(
      expect.objectContaining({ child: role, signal: 'SIGKILL', msg: 'process died; restarting it' }),
    )
    expect(await node.stop()).toBe(0)
  },
)

test('a node whose processes cannot start with its settings ends with exit code 1 and the reason', async () => {
  const url = await createEmptyDatabase()
  const node = await launchProgram({ role: 'worker', env: { DATABASE_URL: url, SECRET, ALLOW_DOMAINS: 'no domain' } })
  expect(await untilExit(node)).toBe(1)
  expect(node.output()).toMatch(/no domain/)
})

test('a node without a database or a secret of the fleet says so', async () => {
  const program = await launchProgram({ role: 'api' })
  expect(await untilExit(program)).toBe(1)
  expect(program.output()).toMatch(/^Invalid settings: ROLE=api requires DATABASE_URL.*; ROLE=api requires SECRET.*\n$/)
})

test('a node that waits for its database stops when it is told to, and not by the signal to replace its processes', async () => {
  const node = await launchProgram({ role: 'worker', env: { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', SECRET } })
  await untilSays(node, /database unavailable; retrying/)
  process.kill(node.process.pid!, 'SIGHUP')
  expect(await node.stop()).toBe(0)
})

test('a wrong password is called that, and not waited for', async () => {
  const url = new URL(await createEmptyDatabase())
  url.password = 'wrong'
  const program = await launchProgram({ role: 'worker', env: { DATABASE_URL: url.href, SECRET } })
  expect(await untilExit(program)).toBe(1)
  expect(program.output()).toBe(
    'The database rejected the user name or password in DATABASE_URL (28P01). Correct them.\n',
  )
})
