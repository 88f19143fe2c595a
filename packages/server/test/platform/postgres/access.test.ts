// Who gets into the embedded database, and how far.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  type EmbeddedPostgres,
  embeddedDatabaseUrl,
  startEmbeddedPostgres,
} from '../../../src/platform/postgres/embedded.ts'
import { copyFolder } from '../../support/copy-folder.ts'
import { silentLog } from '../../support/database.ts'

let parent: string
let folder: string
let server: EmbeddedPostgres

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'mailsift-access-'))
  folder = join(parent, 'postgres')
  // Made by the same start, which the run has paid for.
  await copyFolder(inject('preparedFolder'), folder)
  server = await startEmbeddedPostgres({ folder, log: silentLog })
})

afterAll(async () => {
  await server.stop()
  await rm(parent, { recursive: true, force: true })
})

async function ask(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return (await client.query(statement)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

function withCredential(user: string, password: string): string {
  const url = new URL(server.url)
  url.username = user
  url.password = password
  return url.href
}

test.each([
  ['mailsift', ''],
  ['mailsift', 'guessed'],
  ['postgres', ''],
  ['postgres', 'guessed'],
  ['somebody', 'guessed'],
])('reaching the socket is not enough: %s with the password "%s" is refused', async (user, password) => {
  await expect(ask(withCredential(user, password), 'SELECT 1')).rejects.toThrow(/password/)
})

test('no rule of the server trusts a connection without a password', async () => {
  const rules = (await readFile(join(folder, 'pgdata', 'pg_hba.conf'), 'utf8'))
    .split('\n')
    .filter((line) => line.trim() && !line.startsWith('#'))
  expect(rules.length).toBeGreaterThan(0)
  for (const rule of rules) expect(rule).toMatch(/scram-sha-256$/)
})

test('passwords, files and the socket are for their owner alone', async () => {
  for (const name of ['password', 'superuser-password'])
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600)
  for (const name of ['pgdata', 'socket']) expect((await stat(join(folder, name))).mode & 0o077).toBe(0)
})

test.each([
  ['read a file of the server', "SELECT pg_read_file('/etc/passwd')"],
  ['run a program', "COPY (SELECT 1) TO PROGRAM 'true'"],
  ['write a file', "COPY (SELECT 1) TO '/tmp/mailsift-access'"],
  ['make a role', 'CREATE ROLE another SUPERUSER'],
  ['make a database', 'CREATE DATABASE another'],
  ['change a setting of the server', "ALTER SYSTEM SET fsync = 'off'"],
  ['become the superuser', 'SET ROLE postgres'],
])('the role of the service cannot %s', async (_what, statement) => {
  await expect(ask(server.url, statement)).rejects.toThrow(/permission denied|must be/)
})

test('a password file that was lost is recreated by the next start', async () => {
  await server.stop()
  await rm(join(folder, 'password'))
  server = await startEmbeddedPostgres({ folder, log: silentLog })
  expect(await ask(await embeddedDatabaseUrl(folder), 'SELECT current_user AS who')).toEqual([{ who: 'mailsift' }])
})
