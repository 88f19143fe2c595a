// The real service in processes of its own, for measuring from outside.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { setSubscription } from '../src/accounts/subscriptions.ts'
import { issueToken } from '../src/accounts/tokens.ts'
import { createUser } from '../src/accounts/users.ts'
import { openDatabase } from '../src/platform/database.ts'
import { embeddedDatabaseUrl } from '../src/platform/embedded-postgres.ts'
import { createLog } from '../src/platform/log.ts'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

export type BenchProgram = {
  origin: string
  workers: number
  newToken(): Promise<string>
  request(token: string, path: string, init?: RequestInit): Promise<Response>
  /** The highest resident memory, in megabytes, of the processes of a role. */
  peakMemoryMb(role: 'api' | 'worker'): Promise<number>
  stop(): Promise<void>
}

export async function startBenchProgram(env: NodeJS.ProcessEnv = {}): Promise<BenchProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-bench-'))
  const dataDir = join(folder, 'data')
  const port = await freePort()
  const workers = Number(env.WORKERS ?? 1)
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), WORKERS: '1', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  while (!(await fetch(`${origin}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('The service did not start.')
    await sleep(50)
  }
  const log = createLog({ level: 'silent', format: 'json', role: 'bench' })
  const database = openDatabase(embeddedDatabaseUrl(join(dataDir, 'postgres')), { log, connectionCount: 2 })
  let users = 0
  return {
    origin,
    workers,
    async newToken() {
      const { id } = await createUser(database.db, { email: `bench${users++}@mail.example` })
      await setSubscription(database.db, id, { plan: 'bench', status: 'active', periodEnd: null })
      return (await issueToken(database.db, id, { name: 'bench', permission: 'write' })).token
    },
    request: (token, path, init = {}) =>
      fetch(path.startsWith('http') ? path : `${origin}/v1${path}`, {
        ...init,
        headers: { 'service-email-api-token': token, ...(init.headers as Record<string, string>) },
      }),
    peakMemoryMb: (role) => peakMemoryMb(child.pid!, role),
    async stop() {
      await database.close()
      child.kill('SIGINT')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function peakMemoryMb(supervisor: number, role: string): Promise<number> {
  const children = (await readFile(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8')).trim().split(/\s+/)
  const peaks = await Promise.all(
    children.map(async (pid) => {
      const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '')
      if (!environment.includes(`ROLE=${role}`)) return 0
      const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    }),
  )
  return Math.max(...peaks)
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
