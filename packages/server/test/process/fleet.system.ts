import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../support/database.ts'
import { useDatabaseLine } from '../support/database-line.ts'
import { launchProgram, untilSays, untilServing } from '../support/program.ts'

const SECRET = 'the same secret on every node of the fleet'

test('a node that starts while the database is away waits, says so, and serves when it is there', async () => {
  const line = await useDatabaseLine(await createEmptyDatabase())
  line.cut()
  const env = { DATABASE_URL: line.url, SECRET }
  const nodes = await Promise.all([launchProgram({ role: 'api', env }), launchProgram({ role: 'worker', env })])
  for (const node of nodes) await untilSays(node, /The database cannot be reached \(/)
  line.state = 'whole'
  for (const node of nodes) await untilSays(node, /all processes ready/)
  await untilServing(nodes[0])
  for (const node of nodes) expect(await node.stop()).toBe(0)
})

test('SIGHUP replaces all processes, and no request is refused, reset or unanswered', async () => {
  const node = await launchProgram({ role: 'api', sharedDatabase: true, env: { SECRET, API_PROCESSES: '2' } })
  await untilSays(node, /all processes ready/)
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
  await untilSays(node, /all processes replaced/)
  done = true
  await Promise.all(clients)
  expect(failures).toEqual([])
  expect(answers).toBeGreaterThan(0)
  const after = (await node.pids()).api
  expect(after).toHaveLength(2)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  expect(await node.stop()).toBe(0)
})
