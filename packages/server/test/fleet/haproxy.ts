// HAProxy before the nodes of a fleet and before its database, as docs/guides/fleet.md advises.
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { eventually } from '../../../../scripts/eventually.ts'
import { type ChildProcess, spawn } from '../../../../scripts/testing/programs.ts'
import { CHILD_ENV } from '../support/child-env.ts'

export type Haproxy = {
  /** Which server of the database is given the sessions from now on; those of the others are broken. */
  point(port: number): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

export type HaproxyOptions = { folder: string; web: number; api: number[]; database: number }

export async function startHaproxy({ folder, web, api, database }: HaproxyOptions): Promise<Haproxy> {
  const socket = join(folder, 'haproxy.sock')
  const file = join(folder, 'haproxy.cfg')
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    child = spawn('haproxy', ['-db', '-f', file], { env: CHILD_ENV, stdio: 'ignore' })
    const started = child
    await eventually(() => {
      if (started.exitCode !== null) throw new Error('HAProxy ended.')
      return tell(socket, 'show info').catch(() => '')
    })
  }
  async function stop(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }

  let current: number | undefined
  async function point(port: number): Promise<void> {
    current = port
    const lines = api.map((node, at) => `  server api${at} 127.0.0.1:${node} check`).join('\n')
    await writeFile(
      file,
      `global
  stats socket ${socket} mode 600 level admin
defaults
  timeout connect 2s
  timeout client 90s
  timeout server 90s
  timeout check 2s
frontend web
  mode http
  bind 127.0.0.1:${web}
  default_backend nodes
backend nodes
  mode http
  option httpchk GET /readyz
  option redispatch
  retries 3
  http-error status 503 content-type text/plain string "No node is ready." hdr Retry-After 1
  default-server inter 300ms fall 1 rise 1
${lines}
listen database
  mode tcp
  bind 127.0.0.1:${database}
  timeout client 1h
  timeout server 1h
  server primary 127.0.0.1:${port} check inter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
`,
    )
  }

  return {
    async point(port) {
      const isFirst = current === undefined
      await point(port)
      if (isFirst) return start()
      // The running one is told; the file is for the next start.
      await tell(socket, `set server database/primary addr 127.0.0.1 port ${port}`)
      await tell(socket, 'shutdown sessions server database/primary')
    },
    async restart() {
      await stop()
      await start()
    },
    stop,
  }
}

async function tell(socket: string, command: string): Promise<string> {
  const connection = connect(socket)
  connection.end(`${command}\n`)
  return text(connection)
}
