import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openDataFolder } from '../../src/platform/data-folder/folder.ts'
import { lockDataFolder } from '../../src/platform/data-folder/lock.ts'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { copyFolder } from '../support/copy-folder.ts'
import { silentLog } from '../support/database.ts'
import { runAdmin } from './run-admin.ts'

let parent: string
let folder: string
beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'mailsift-admin-'))
  folder = await openDataFolder(join(parent, 'data'))
})
afterAll(() => rm(parent, { recursive: true, force: true }))

const admin = (...words: string[]) => runAdmin({ DATA_DIR: folder }, words)

async function serverPid(): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postgres', 'pgdata', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number.parseInt(text, 10) || undefined
}

test('a folder without a database is refused instead of becoming one', async () => {
  const { code, errors } = await admin('users', 'list')
  expect([code, errors]).toEqual([1, expect.stringContaining('There is no database in the data folder')])
})

test('the database of a running instance is used as it is, and left running', async () => {
  const lock = await lockDataFolder({ folder, purpose: 'service', log: silentLog })
  await copyFolder(inject('preparedFolder'), join(folder, 'postgres'))
  const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: silentLog })
  try {
    expect((await admin('users', 'create', 'running@example.com')).code).toBe(0)
    expect(await serverPid()).toBe(postgres.pid)
  } finally {
    await postgres.stop()
    await lock.release()
  }
})

test('without an instance the database runs as long as the command', async () => {
  expect(await serverPid()).toBe(undefined)
  expect((await admin('users', 'list')).output).toContain('running@example.com')
  expect(await serverPid()).toBe(undefined)
  const lock = await lockDataFolder({ folder, purpose: 'service', log: silentLog })
  await lock.release()
})

test('a command that fails leaves no database behind either', async () => {
  expect((await admin('users', 'delete', 'nobody@example.com', '--yes')).code).toBe(3)
  expect(await serverPid()).toBe(undefined)
})

test('a reader that goes away in the middle of an export leaves no database behind', async () => {
  const { code, errors } = await runAdmin(
    { DATA_DIR: folder },
    ['privacy', 'export', '--user', 'running@example.com'],
    '',
    {
      closeOutput: true,
    },
  )
  expect([code, errors]).toEqual([1, 'The output was closed before everything was written.\n'])
  expect(await serverPid()).toBe(undefined)
})
