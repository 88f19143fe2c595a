import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { spawn } from '../../../../scripts/testing/programs.ts'
import { freePort } from './bind.ts'

/** Debian's rbldnsd. */
const RBLDNSD = 'rbldnsd'

type Zone = { zone: string; kind: 'ip4set' | 'dnset'; lines: string }

/** A real blocklist server on loopback; answers `address:port`, maybe before it listens. */
export async function useRbldnsd(zones: readonly Zone[], listen?: { host: string; port: number }): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-rbldnsd-'))
  const { host, port } = listen ?? { host: '127.0.0.1', port: await freePort() }
  // It reads its data as its own user.
  await chmod(folder, 0o755)
  await Promise.all(zones.map(({ zone, lines }) => writeFile(join(folder, zone), `:127.0.0.2:listed\n${lines}\n`)))
  const names = zones.map(({ zone, kind }) => `${zone}:${kind}:${zone}`)
  const server = spawn(RBLDNSD, ['-n', '-b', `${host}/${port}`, '-w', folder, ...names], { stdio: 'ignore' })
  onTestFinished(async () => {
    if (server.exitCode === null) {
      const ended = new Promise((resolve) => server.once('exit', resolve))
      server.kill()
      await ended
    }
    await rm(folder, { recursive: true })
  })
  return `${host}:${port}`
}
