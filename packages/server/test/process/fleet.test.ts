import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../src/platform/database.ts'
import { createEmptyDatabase, silentLog } from '../support/database.ts'
import { useDatabaseLine } from '../support/database-line.ts'
import { launchProgram, PROGRAM_TEST, type Program, untilExit } from '../support/program.ts'

const SECRET = 'the same secret on every node of the fleet'

async function untilServing({ origin, process, output }: Program): Promise<void> {
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (process.exitCode !== null) throw new Error(output())
    await sleep(50)
  }
}

async function untilSays({ process, output }: Program, words: RegExp): Promise<void> {
  while (!words.test(output())) {
    if (process.exitCode !== null) throw new Error(output())
    await sleep(20)
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

test(
  'a node that starts while the database is away waits, says so, and serves when it is there',
  PROGRAM_TEST,
  async () => {
    const line = await useDatabaseLine(await createEmptyDatabase())
    line.cut()
    const env = { DATABASE_URL: line.url, SECRET }
    const nodes = await Promise.all([launchProgram({ role: 'api', env }), launchProgram({ role: 'worker', env })])
    for (const node of nodes) await untilSays(node, /cannot be reached \(.*\)\..* Waiting for it\./)
    line.state = 'whole'
    for (const node of nodes) await untilSays(node, /processes of this node are ready/)
    await untilServing(nodes[0])
    for (const node of nodes) expect(await node.stop()).toBe(0)
  },
)

test('a node that waits for its database stops when it is told to', PROGRAM_TEST, async () => {
  const node = await launchProgram({ role: 'worker', env: { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', SECRET } })
  await untilSays(node, /Waiting for it/)
  expect(await node.stop()).toBe(0)
})

test('a wrong password is called that, and not waited for', async () => {
  const url = new URL(await createEmptyDatabase())
  url.password = 'wrong'
  const program = await launchProgram({ role: 'worker', env: { DATABASE_URL: url.href, SECRET } })
  expect(await untilExit(program)).toBe(1)
  expect(program.output()).toBe(
    'The database refuses the user or the password in DATABASE_URL (28P01). Correct them.\n',
  )
})

test.each(['api', 'worker'] as const)(
  'the %s process of a node is replaced when it dies',
  PROGRAM_TEST,
  async (role) => {
    const node = await launchProgram({ role, sharedDatabase: true, env: { SECRET } })
    await untilSays(node, /processes of this node are ready/)
    const [victim] = (await node.pids())[role]
    process.kill(victim!, 'SIGKILL')
    await untilSays(node, /a process died and is started again/)
    await expect.poll(async () => (await node.pids())[role], { timeout: 30_000 }).toHaveLength(1)
    expect((await node.pids())[role]).not.toContain(victim)
    expect(await node.stop()).toBe(0)
  },
)

test(
  'SIGHUP replaces all processes, and no request meanwhile is refused, reset or unanswered',
  PROGRAM_TEST,
  async () => {
    const node = await launchProgram({ role: 'api', sharedDatabase: true, env: { SECRET, API_PROCESSES: '2' } })
    await untilSays(node, /processes of this node are ready/)
    const before = (await node.pids()).api
    let [answers, done] = [0, false]
    const failures: unknown[] = []
    const clients = Array.from({ length: 4 }, async () => {
      while (!done) {
        const answer = await fetch(`${node.origin}/livez`, { headers: { connection: 'close' } }).catch((error) => error)
        if (answer instanceof Response && answer.ok) answers++
        else failures.push(answer)
      }
    })
    node.process.kill('SIGHUP')
    await untilSays(node, /all processes were replaced/)
    done = true
    await Promise.all(clients)
    expect(failures).toEqual([])
    expect(answers).toBeGreaterThan(0)
    const after = (await node.pids()).api
    expect(after).toHaveLength(2)
    expect(after.filter((pid) => before.includes(pid))).toEqual([])
    expect(await node.stop()).toBe(0)
  },
)
