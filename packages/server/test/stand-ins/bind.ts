import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { type ChildProcess, spawn } from '../../../../scripts/testing/programs.ts'

/** Debian's bind9. */
const NAMED = 'named'

export type Bind = {
  address: string
  /** Replaces the zone `test`; its new serial is loaded before this ends. */
  load(records: string): Promise<void>
}

/** A real BIND on loopback that serves the zone `test`; a denial holds for `denialSeconds`. */
export async function useBind(records: string, denialSeconds: number): Promise<Bind> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-bind-'))
  const port = await freePort()
  let serial = 0
  const writeZone = (lines: string) =>
    writeFile(
      join(folder, 'test.zone'),
      `$TTL 300\n@ IN SOA ns.test. hostmaster.test. ${++serial} 3600 600 86400 ${denialSeconds}\n@ IN NS ns.test.\nns IN A 8.8.4.4\n${lines}\n`,
    )
  await writeZone(records)
  // BIND looks for the root servers on its own: here they are on loopback, too.
  await writeFile(join(folder, 'root.hints'), '. 3600 IN NS root.test.\nroot.test. 3600 IN A 127.0.0.1\n')
  await writeFile(
    join(folder, 'named.conf'),
    `options { directory "${folder}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; recursion no;
      pid-file "${folder}/named.pid"; session-keyfile "${folder}/session.key"; dnssec-validation no; };
    controls { };
    zone "." { type hint; file "root.hints"; };
    zone "test" { type primary; file "test.zone"; };`,
  )
  const named = spawn(NAMED, ['-g', '-c', join(folder, 'named.conf'), '-p', String(port)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(async () => {
    if (named.exitCode === null) {
      const ended = new Promise((resolve) => named.once('exit', resolve))
      named.kill()
      await ended
    }
    await rm(folder, { recursive: true })
  })
  await logged(named, /all zones loaded/)
  return {
    address: `127.0.0.1:${port}`,
    async load(lines) {
      await writeZone(lines)
      const loaded = logged(named, new RegExp(`zone test/IN: loaded serial ${serial}`))
      named.kill('SIGHUP')
      await loaded
    },
  }
}

function logged({ stderr }: ChildProcess, line: RegExp): Promise<void> {
  return new Promise((resolve, reject) => {
    let text = ''
    const read = (piece: Buffer) => {
      text += piece.toString()
      if (text.includes('not loaded due to errors')) reject(new Error(text))
      if (!line.test(text)) return
      stderr!.off('data', read)
      stderr!.resume()
      resolve()
    }
    stderr!.on('data', read)
    stderr!.once('end', () => reject(new Error(`BIND ended:\n${text}`)))
  })
}

export async function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
