import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { API_TOKEN_HEADER, type ApiTokenList, type IssuedToken, type SignedIn } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { isAlive, type Program, startProgram } from '../support/program.ts'

const RECOVERY_MAX_MS = 15_000

/** A signed-in stranger that keeps writing, and remembers only what was acknowledged. */
async function startWriter(
  program: Program,
): Promise<{ acknowledged: string[]; stop(): Promise<void>; listed(): Promise<string[]> }> {
  const json = { 'content-type': 'application/json' }
  const body = JSON.stringify({ email: 'writer@example.com', password: 'correct horse battery' })
  const signUp = await fetch(`${program.origin}/account/sign-up`, { method: 'POST', headers: json, body })
  expect(signUp.status).toBe(201)
  const { bearer_token } = (await signUp.json()) as SignedIn
  const headers = { ...json, authorization: `Bearer ${bearer_token}` }
  const acknowledged: string[] = []
  let stopping = false
  const writing = (async () => {
    for (let n = 0; !stopping; n++) {
      const request = { method: 'POST', headers, body: JSON.stringify({ name: `token ${n}`, permission: 'read' }) }
      const answer = await fetch(`${program.origin}/account/tokens`, request).catch(() => undefined)
      if (answer?.status === 201) acknowledged.push(((await answer.json()) as IssuedToken).api_token.id)
      // Refused or reset while something is down: fine, as long as nothing was promised.
      else await sleep(20)
    }
  })()
  return {
    acknowledged,
    async stop() {
      stopping = true
      await writing
    },
    async listed() {
      const answer = await fetch(`${program.origin}/account/tokens`, { headers })
      return ((await answer.json()) as ApiTokenList).items.map(({ id }) => id)
    },
  }
}

async function untilReplaced(program: Program, role: 'api' | 'worker' | 'postgres', old: number): Promise<void> {
  for (const deadline = Date.now() + RECOVERY_MAX_MS; Date.now() < deadline; await sleep(50)) {
    const current = [(await program.pids())[role]].flat()[0]
    if (current && current !== old && (await fetch(`${program.origin}/readyz`).catch(() => undefined))?.ok) return
  }
  throw new Error(`The ${role} process was not replaced in time:\n${program.output()}`)
}

test.each(['api', 'worker', 'postgres'] as const)(
  'kill -9 of the %s process under writes: it is replaced, and everything acknowledged is there',
  async (role) => {
    const program = await startProgram({ env: { SIGN_UP: 'open' } })
    const writer = await startWriter(program)
    for (let round = 0; round < 2; round++) {
      const before = writer.acknowledged.length
      while (writer.acknowledged.length < before + 10) await sleep(10)
      const victim = [(await program.pids())[role]].flat()[0]!
      process.kill(victim, 'SIGKILL')
      await untilReplaced(program, role, victim)
    }
    const before = writer.acknowledged.length
    while (writer.acknowledged.length < before + 5) await sleep(10)
    await writer.stop()
    const listed = new Set(await writer.listed())
    expect(writer.acknowledged.filter((id) => !listed.has(id))).toEqual([])
    expect(await program.stop()).toBe(0)
  },
)

test('kill -9 of the supervisor: its children leave, and the next start finds everything acknowledged', async () => {
  const first = await startProgram({ env: { SIGN_UP: 'open' } })
  const writer = await startWriter(first)
  while (writer.acknowledged.length < 10) await sleep(10)
  const pids = await first.pids()
  first.process.kill('SIGKILL')
  await once(first.process, 'close')
  await writer.stop()

  const port = Number(new URL(first.origin).port)
  const second = await startProgram({ dataDir: first.dataDir, port, env: { SIGN_UP: 'open' } })
  const listed = new Set(await writer.listed())
  expect(writer.acknowledged.filter((id) => !listed.has(id))).toEqual([])
  for (const pid of [...pids.api, ...pids.worker, pids.postgres!]) expect(await isAlive(pid)).toBe(false)
  await second.stop()
})

test('SIGTERM under load: readiness turns red, every request is answered, no connection is reset, exit code 0', async () => {
  const program = await startProgram()
  const headers = { [API_TOKEN_HEADER]: await program.token() }
  const outcomes = { answered: 0, refusedAfterStop: 0, broken: [] as string[] }
  let stopping = false
  const agent = new Agent({ keepAlive: true, maxSockets: 20 })
  const clients = Array.from({ length: 20 }, async () => {
    for (;;) {
      const outcome = await request(`${program.origin}/account/usage`, headers, agent)
      if (typeof outcome === 'number') outcomes.answered++
      else if (outcome === 'ECONNREFUSED' && stopping) {
        outcomes.refusedAfterStop++
        return
      } else outcomes.broken.push(outcome)
      await sleep(50)
    }
  })
  while (outcomes.answered < 100) await sleep(10)
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
})

/** Node's own client, because it tells a refused connection from a reset one. */
async function request(url: string, headers: Record<string, string>, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    get(url, { headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode!))
      answer.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    }).on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
  })
}
