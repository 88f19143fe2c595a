// Debian's PostgreSQL, as an operator has it: another major version than the embedded one.
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { execFile } from '../../../../scripts/testing/programs.ts'
import { findPostgres } from '../fleet/outside-postgres.ts'

const run = promisify(execFile)
const BIN = findPostgres()
export const pgDump = join(BIN, 'pg_dump')

export type OutsideServer = { url: string; stop(): Promise<void> }

/** With an empty database of a role that is no superuser. */
export async function startOutsideServer(port: number): Promise<OutsideServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-outside-'))
  // Root makes the folder, and another user is the server.
  await chmod(folder, 0o755)
  const data = join(folder, 'pgdata')
  await mkdir(data, { mode: 0o700 })
  const prefix = await ownedByPostgres(data)
  const command = (program: string, ...words: string[]) => {
    const [first = '', ...rest] = [...prefix, join(BIN, program), ...words]
    return run(first, rest)
  }
  await command('initdb', '-D', data, '-A', 'trust', '-U', 'postgres')
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`
  await command('pg_ctl', '-D', data, '-o', settings, '-l', join(data, 'log'), '-w', 'start')
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/postgres` })
  await client.connect()
  await client.query('CREATE ROLE mailsift LOGIN')
  await client.query('CREATE DATABASE mailsift OWNER mailsift')
  await client.end()
  return {
    url: `postgres://mailsift@127.0.0.1:${port}/mailsift`,
    async stop() {
      await command('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** PostgreSQL refuses root, so root starts it as its own user. */
async function ownedByPostgres(folder: string): Promise<string[]> {
  if (userInfo().uid !== 0) return []
  const [, , uid = '', gid = ''] = /^postgres:.*$/m.exec(await readFile('/etc/passwd', 'utf8'))![0].split(':')
  await chown(folder, Number(uid), Number(gid))
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}
