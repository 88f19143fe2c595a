// Two containers over one data folder: whatever the second one does, the first one's data stay whole.
import { once } from 'node:events'
import { API_TOKEN_HEADER, type UsageReport } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { runAdmin } from '../admin/run-admin.ts'
import { inContainer } from '../support/namespaces.ts'
import { isFullRun, launchProgram, type Program, startProgram, untilExit, untilReady } from '../support/program.ts'

const ROUNDS = isFullRun ? 50 : 3

/** Sends validations without a pause; each answer promises that its unit is stored. */
function keepValidating(program: Program) {
  const counts = { promised: 0, sent: 0 }
  let stopping = false
  const sending = (async () => {
    const headers = { [API_TOKEN_HEADER]: await program.token() }
    while (!stopping) {
      counts.sent++
      const url = `${program.origin}/v1/emails/validate?email=jane.doe@gmail.com`
      const answer = await fetch(url, { headers }).catch(() => undefined)
      if (answer?.status === 200) counts.promised++
    }
  })()
  return {
    counts,
    async stop() {
      stopping = true
      await sending
    },
  }
}

async function billed(program: Program): Promise<number> {
  const headers = { [API_TOKEN_HEADER]: await program.token() }
  const answer = await fetch(`${program.origin}/account/usage`, { headers })
  return ((await answer.json()) as UsageReport).total
}

const admin = (dataDir: string, words: string[], within?: readonly string[]) =>
  runAdmin({ DATA_DIR: dataDir }, words, '', { within })

/** Its own network has no interface, so the address is of no consequence. */
const startInContainer = (dataDir: string) =>
  launchProgram({ dataDir, within: inContainer(), env: { HOST: '0.0.0.0', BASE_URL: 'http://localhost/v1' } })

async function emailsOf(dataDir: string): Promise<string[]> {
  const { output } = await admin(dataDir, ['users', 'list', '--json'])
  return (JSON.parse(output) as { email: string }[]).map(({ email }) => email)
}

test('a command in another container uses the database that runs, and starts none', async () => {
  const program = await startProgram()
  const { postgres } = await program.pids()
  const made = await admin(program.dataDir, ['users', 'create', 'ann@example.com'], inContainer())
  expect({ code: made.code, errors: made.errors }).toEqual({ code: 0, errors: '' })
  expect((await program.pids()).postgres).toBe(postgres)
  expect(await emailsOf(program.dataDir)).toContain('ann@example.com')
})

test('a start in another container is refused in one line, and the first goes on', async () => {
  const program = await startProgram()
  const second = await startInContainer(program.dataDir)
  expect(await untilExit(second)).toBe(1)
  expect(second.output()).toMatch(/^Mailsift is already running with the data folder .* \(process \d+ on .*\)\. .*\n$/)
  expect((await fetch(`${program.origin}/readyz`)).status).toBe(200)
})

test('a database server left behind is refused from another container and stopped from its own', async () => {
  const first = await startProgram()
  const { postgres } = await first.pids()
  first.process.kill('SIGKILL')
  await once(first.process, 'close')

  const elsewhere = await startInContainer(first.dataDir)
  expect(await untilExit(elsewhere)).toBe(1)
  expect(elsewhere.output()).toContain(`A database server from an earlier run (process ${postgres} on`)

  const next = await startProgram({ dataDir: first.dataDir })
  expect((await next.pids()).postgres).not.toBe(postgres)
})

test('commands and starts in a second container over many rounds lose nothing', async () => {
  let program = await startProgram()
  const { dataDir } = program
  const expected = ['owner@mailsift.internal']
  let [promised, sent] = [0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    const clients = keepValidating(program)
    const email = `round${round}@example.com`
    const [made, refused] = await Promise.all([
      admin(dataDir, ['users', 'create', email], inContainer()),
      startInContainer(dataDir).then(untilExit),
    ])
    expect([made.code, made.errors, refused]).toEqual([0, '', 1])
    expected.push(email)
    if (round % 3 === 1) process.kill((await program.pids()).postgres!, 'SIGKILL')
    if (round % 3 === 2) program.process.kill('SIGKILL')
    await clients.stop()
    promised += clients.counts.promised
    sent += clients.counts.sent
    if (round % 3 === 1) continue
    await program.stop()
    // A killed supervisor leaves its database running, which only its own container can stop.
    program = round % 3 === 0 ? await startRacing(dataDir) : await startProgram({ dataDir })
  }
  expect((await emailsOf(dataDir)).sort()).toEqual(expected.sort())
  await expect.poll(() => billed(program)).toBeGreaterThanOrEqual(promised)
  expect(await billed(program)).toBeLessThanOrEqual(sent)
  console.info(`${ROUNDS} rounds, ${promised} validations promised, ${expected.length} accounts, nothing lost`)
})

/** Both containers start at the same moment: one gets the folder. Afterwards it runs outside again. */
async function startRacing(dataDir: string): Promise<Program> {
  const [outside, inside] = await Promise.all([launchProgram({ dataDir }), startInContainer(dataDir)])
  const refused = await Promise.race([untilExit(outside).then(() => outside), untilExit(inside).then(() => inside)])
  expect(refused.output()).toContain('already running with the data folder')
  if (refused === inside) {
    await untilReady(outside)
    return outside
  }
  await inside.stop()
  return startProgram({ dataDir })
}
