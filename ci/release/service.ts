// A running instance for the packages to talk to: on loopback, with a folder and its own database.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eventually } from '../../scripts/eventually.ts'
import { ROOT } from './stage.ts'

export type Instance = { origin: string; token: string; stop(): Promise<void> }

const READY_TIMEOUT_MS = 300_000

export async function startInstance(): Promise<Instance> {
  const folder = mkdtempSync(join(tmpdir(), 'mailsift-release-'))
  const port = await freePort()
  const child = spawn(process.execPath, ['scripts/run.mjs', 'packages/server/src/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: String(port),
      LOG_LEVEL: 'silent',
      // Nothing beyond this machine is contacted.
      DNS_SERVERS: '127.0.0.1:1',
      REGISTRY_LOOKUPS: 'off',
      LIST_REFRESH: 'off',
      ENRICHMENT: 'off',
    },
  })
  const stop = async () => {
    const exited = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await exited
    rmSync(folder, { recursive: true, force: true })
  }
  const origin = `http://127.0.0.1:${port}`
  const tokenFile = join(folder, 'token')
  // The file appears empty, and is written a moment later.
  const token = () => (existsSync(tokenFile) ? readFileSync(tokenFile, 'utf8').trim() : '')
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error('The service ended.')
    // The first account is made right after the service is ready.
    return (await fetch(`${origin}/readyz`).catch(() => undefined))?.ok && token() !== ''
  }
  try {
    await eventually(isReady, { within: READY_TIMEOUT_MS })
  } catch (error) {
    await stop()
    throw error
  }
  return { origin, token: token(), stop }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
