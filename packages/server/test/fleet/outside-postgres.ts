// PostgreSQL as an operator of a fleet has it: Debian's, a primary and a synchronous standby.
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { appendFile, chmod, chown, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { eventually } from '../../../../scripts/eventually.ts'
import { type ChildProcess, execFile, spawn } from '../../../../scripts/testing/programs.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { freePort } from '../support/program.ts'

const run = promisify(execFile)
const PASSWORD = 'password'

/** The folder of its programs. */
export function findPostgres(): string {
  const [initdb] = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().reverse()
  if (initdb) return dirname(initdb)
  throw new Error('This test needs PostgreSQL of Debian, which is not installed here.')
}

type Member = { folder: string; port: number; process: ChildProcess; ended: Promise<unknown> }

export type Cluster = {
  /** Ports of both servers, the one that can be written to first. */
  ports(): number[]
  /** Ends the primary and starts it again: `SIGINT` as an administrator does, `SIGQUIT` as a crash does. */
  restart(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>
  freeze(): Promise<void>
  thaw(): Promise<void>
  /** The primary lets nothing be written, as one that another has taken the place of. */
  setReadOnly(isReadOnly: boolean): Promise<void>
  /** The primary takes no more sessions of the service than these; those that it has are ended. */
  limitConnections(count: number | 'none'): Promise<void>
  /** Kills the primary and promotes the standby. */
  failOver(): Promise<void>
  /** Makes the server that was killed a standby of the other one, which then waits for it with every commit. */
  rejoin(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL refuses root, so root starts it as its own user. */
async function asPostgres(): Promise<{ prefix: string[]; own(path: string): Promise<void> }> {
  if (userInfo().uid !== 0) return { prefix: [], own: async () => undefined }
  const [, , uid = '', gid = ''] = /^postgres:.*$/m.exec(await readFile('/etc/passwd', 'utf8'))![0].split(':')
  const prefix = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return { prefix, own: (path) => chown(path, Number(uid), Number(gid)) }
}

export async function startCluster(parent: string): Promise<Cluster> {
  const bin = findPostgres()
  const { prefix, own } = await asPostgres()
  const command = (program: string, words: string[]) => {
    const [first = '', ...rest] = [...prefix, join(bin, program), ...words]
    return [first, rest] as const
  }
  const folderOf = async (name: string) => {
    const folder = join(parent, name)
    await rm(folder, { recursive: true, force: true })
    await mkdir(folder, { mode: 0o700 })
    await own(folder)
    return folder
  }
  await chmod(parent, 0o755)

  async function launch(folder: string, port: number): Promise<Member> {
    const [program, words] = command('postgres', ['-D', folder, '-p', String(port)])
    const child = spawn(program, words, { env: CHILD_ENV, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-4_000)
    })
    const member = { folder, port, process: child, ended: once(child, 'exit') }
    await eventually(() => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended:\n${said}`)
      return ask(member, 'SELECT').catch(() => undefined)
    })
    return member
  }

  async function standbyOf(primary: Member, name: string, port: number): Promise<Member> {
    const folder = await folderOf(name)
    const from = `host=127.0.0.1 port=${primary.port} user=postgres password=${PASSWORD} application_name=standby`
    const [program, words] = command('pg_basebackup', ['-D', folder, '-R', '-X', 'stream', '-c', 'fast', '-d', from])
    await run(program, words)
    const member = await launch(folder, port)
    const streaming = () => ask(primary, "SELECT FROM pg_stat_replication WHERE state = 'streaming'")
    await eventually(async () => (await streaming()).length)
    await set(primary, 'synchronous_standby_names', '*')
    return member
  }

  const first = await folderOf('one')
  const passwordFile = join(parent, 'password')
  await writeFile(passwordFile, PASSWORD)
  const [initdb, words] = command('initdb', [
    '-D',
    first,
    '-A',
    'scram-sha-256',
    '-U',
    'postgres',
    `--pwfile=${passwordFile}`,
  ])
  await run(initdb, words)
  await appendFile(
    join(first, 'postgresql.conf'),
    // fsync protects against a loss of power, which is none of the faults of this system test.
    `\nlisten_addresses='127.0.0.1'\nunix_socket_directories=''\nmax_connections=200\nfsync=off\nwal_keep_size='512MB'\nwal_retrieve_retry_interval='200ms'\nrestart_after_crash=on\n`,
  )
  let primary = await launch(first, await freePort())
  await ask(primary, `CREATE ROLE mailsift LOGIN PASSWORD '${PASSWORD}'`)
  await ask(primary, 'CREATE DATABASE mailsift OWNER mailsift')
  let standby = await standbyOf(primary, 'two', await freePort())

  return {
    ports: () => [primary.port, standby.port],
    async restart(signal) {
      primary.process.kill(signal)
      await primary.ended
      primary = await launch(primary.folder, primary.port)
    },
    freeze: () => signalAll(primary, 'SIGSTOP'),
    thaw: () => signalAll(primary, 'SIGCONT'),
    setReadOnly: (isReadOnly) => set(primary, 'default_transaction_read_only', isReadOnly ? 'on' : 'off'),
    async limitConnections(count) {
      await ask(primary, `ALTER DATABASE mailsift CONNECTION LIMIT ${count === 'none' ? -1 : count}`)
      if (count !== 'none')
        await ask(primary, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = 'mailsift'")
    },
    async failOver() {
      primary.process.kill('SIGKILL')
      await primary.ended
      // Nothing waits for a standby that is not there yet.
      await set(standby, 'synchronous_standby_names', '')
      await ask(standby, 'SELECT pg_promote()')
      ;[primary, standby] = [standby, primary]
    },
    async rejoin() {
      standby = await standbyOf(primary, basename(standby.folder), standby.port)
    },
    async stop() {
      for (const member of [primary, standby]) {
        await signalAll(member, 'SIGCONT')
        member.process.kill('SIGQUIT')
        await member.ended
      }
    },
  }
}

async function ask({ port }: Pick<Member, 'port'>, statement: string): Promise<unknown[]> {
  const connectionString = `postgres://postgres:${PASSWORD}@127.0.0.1:${port}/postgres`
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    // A change of the settings of this session alone: the administration can write where others cannot, and waits for no standby.
    await client.query('SET default_transaction_read_only = off; SET synchronous_commit = local')
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

async function set(member: Member, name: string, value: string): Promise<void> {
  await ask(member, `ALTER SYSTEM SET ${name} = '${value}'`)
  await ask(member, 'SELECT pg_reload_conf()')
}

/** A server is a process with one child for each connection. */
async function signalAll({ process: { pid, exitCode } }: Member, signal: NodeJS.Signals): Promise<void> {
  if (exitCode !== null || !existsSync(`/proc/${pid}`)) return
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  for (const id of [pid!, ...children.trim().split(/\s+/).filter(Boolean).map(Number)])
    try {
      process.kill(id, signal)
    } catch {
      // It has already ended.
    }
}

export function addressOf(ports: readonly number[]): string {
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',')
  return `postgres://mailsift:${PASSWORD}@${hosts}/mailsift${ports.length > 1 ? '?target_session_attrs=read-write' : ''}`
}
