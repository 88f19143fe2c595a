// The real service in its own processes, for measuring from outside.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { Agent, request as sendRequest } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createAccount } from '../src/accounts/accounts.ts'
import { setSubscription } from '../src/accounts/subscriptions/subscriptions.ts'
import { issueToken } from '../src/credentials/tokens/tokens.ts'
import { type Db, openDatabase } from '../src/platform/database/database.ts'
import { createLog } from '../src/platform/log.ts'
import { embeddedDatabaseUrl } from '../src/platform/postgres/embedded.ts'
import { ALONE } from '../test/support/alone.ts'

const RUN = fileURLToPath(new URL('../../../scripts/run.mjs', import.meta.url))
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

type Role = 'api' | 'worker'

export type Answer = { status: number; text: string }

export type BenchProgram = {
  origin: string
  /** Of the supervisor, from which all its processes descend. */
  pid: number
  dataDir: string
  workers: number
  db: Db
  newToken(): Promise<string>
  /** Below /v1, or a whole address. With a body, which is JSON, it is a POST. */
  request(token: string, path: string, body?: string | Buffer, headers?: Record<string, string>): Promise<Answer>
  /** The highest resident memory, in megabytes, of the processes of a role. */
  peakMemoryMb(role: Role): Promise<number>
  /** Processor time, in milliseconds, that the processes of a role have used: it says more than the clock on a busy machine. */
  cpuMs(role: Role): Promise<number>
  /** The same of the embedded database. */
  databaseCpuMs(): Promise<number>
  stop(): Promise<void>
}

export async function startBenchProgram(env: NodeJS.ProcessEnv = {}): Promise<BenchProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-bench-'))
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const workers = Number(env.WORKERS ?? 1)
  const child = spawn(process.execPath, [RUN, MAIN], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: String(port),
      API_PROCESSES: '1',
      WORKERS: '1',
      LOG_LEVEL: 'error',
      ...ALONE,
      ...env,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('The service did not start.')
    await sleep(50)
  }
  const log = createLog({ level: 'silent', format: 'json', role: 'bench' })
  const database = openDatabase(await embeddedDatabaseUrl(join(dataDir, 'postgres')), { log, connectionCount: 2 })
  const agent = new Agent({ keepAlive: true })
  let users = 0
  return {
    origin,
    pid: child.pid!,
    dataDir,
    workers,
    db: database.db,
    async newToken() {
      const { id } = await createAccount(database.db, { email: `bench${users++}@mail.example` })
      await setSubscription(database.db, id, { plan: 'bench', status: 'active', periodEnd: null })
      return (await issueToken(database.db, id, { name: 'bench', permission: 'write' })).token
    },
    request: (token, path, body, headers) =>
      ask(
        agent,
        path.startsWith('http') ? path : `${origin}/v1${path}`,
        { 'service-email-api-token': token, ...headers },
        body,
      ),
    peakMemoryMb: async (role) => Math.max(...(await ofProcesses(child.pid!, role, peakMemoryMb))),
    cpuMs: async (role) => (await ofProcesses(child.pid!, role, cpuMs)).reduce((sum, ms) => sum + ms, 0),
    databaseCpuMs: () => familyCpuMs(join(dataDir, 'postgres', 'pgdata', 'postmaster.pid')),
    async stop() {
      agent.destroy()
      await database.close()
      child.kill('SIGINT')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** `fetch` takes as long to ask as the service to answer, on processors that both of them share. */
function ask(agent: Agent, url: string, given: Record<string, string>, body?: string | Buffer): Promise<Answer> {
  const sent =
    body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const headers = { ...given, ...sent }
  return new Promise((resolve, reject) => {
    const request = sendRequest(url, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece) => {
        text += piece
      })
      response.on('end', () => resolve({ status: response.statusCode!, text }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(body)
  })
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function ofProcesses(supervisor: number, role: Role, read: (pid: string) => Promise<number>): Promise<number[]> {
  const children = (await readFile(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8')).trim().split(/\s+/)
  const environments = await Promise.all(
    children.map((pid) => readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')),
  )
  return Promise.all(children.filter((_, at) => environments[at]!.includes(`ROLE=${role}`)).map(read))
}

async function peakMemoryMb(pid: string): Promise<number> {
  return Number(/VmHWM:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
}

const CLOCK_TICK_MS = 10

export async function cpuMs(pid: string): Promise<number> {
  const [user, system] = await cpuTicks(pid)
  return (user! + system!) * CLOCK_TICK_MS
}

/** User, system, and both of the children that have ended. */
async function cpuTicks(pid: string): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 15)
    .map(Number)
}

/** A process named in a file, with its children, those that have ended included. */
export async function familyCpuMs(pidFile: string): Promise<number> {
  const pid = String(Number.parseInt(await readFile(pidFile, 'utf8'), 10))
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(/\s+/)
  const running = await Promise.all(children.map((child) => cpuMs(child).catch(() => 0)))
  const own = (await cpuTicks(pid)).reduce((sum, ticks) => sum + ticks, 0) * CLOCK_TICK_MS
  return running.reduce((sum, ms) => sum + ms, own)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
