import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { deleteAccountRows, findAccount } from '../../src/accounts/accounts.ts'
import { ensureFirstAccount, FIRST_ACCOUNT_EMAIL } from '../../src/accounts/first-account.ts'
import { revokeToken } from '../../src/credentials/tokens/tokens.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { useTestApp, withToken } from '../access/test-app.ts'
import { useTestDatabase } from '../support/database.ts'

async function useFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-first-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

const tokensOf = (db: Db) => db.selectFrom('api_tokens').select('id').execute()

test('the first start makes an owner whose token works, kept where only the owner of the folder can read it', async () => {
  const { db, url } = await useTestDatabase()
  const folder = await useFolder()
  const token = await ensureFirstAccount(db, folder)
  expect((await readFile(join(folder, 'token'), 'utf8')).trim()).toBe(token)
  expect((await stat(join(folder, 'token'))).mode & 0o777).toBe(0o600)
  const app = await useTestApp(url)
  expect((await app.fetch('/write/subscribed', withToken(token!, { method: 'POST' }))).status).toBe(200)
})

test('later starts change nothing', async () => {
  const { db } = await useTestDatabase()
  const folder = await useFolder()
  const token = await ensureFirstAccount(db, folder)
  expect(await ensureFirstAccount(db, folder)).toBe(token)
  expect(await tokensOf(db)).toHaveLength(1)
})

test('processes that start at once agree on one account and one token', async () => {
  const { db } = await useTestDatabase()
  const folder = await useFolder()
  const tokens = await Promise.all(Array.from({ length: 6 }, () => ensureFirstAccount(db, folder)))
  expect(new Set(tokens).size).toBe(1)
  expect(await tokensOf(db)).toHaveLength(1)
})

test.each([
  ['deleted', (folder: string) => rm(join(folder, 'token'))],
  ['empty', (folder: string) => writeFile(join(folder, 'token'), '')],
  ['damaged', (folder: string) => writeFile(join(folder, 'token'), 'ms_w_not a token\n')],
])('a token file that was %s is replaced by a working one', async (_name, damage) => {
  const { db, url } = await useTestDatabase()
  const folder = await useFolder()
  const before = await ensureFirstAccount(db, folder)
  await damage(folder)
  const after = await ensureFirstAccount(db, folder)
  expect(after).not.toBe(before)
  expect((await readFile(join(folder, 'token'), 'utf8')).trim()).toBe(after)
  const app = await useTestApp(url)
  expect((await app.fetch('/read', withToken(after!))).status).toBe(200)
})

test('a token that the database does not know, or that was revoked, is replaced', async () => {
  const folder = await useFolder()
  const elsewhere = await ensureFirstAccount((await useTestDatabase()).db, folder)
  const { db } = await useTestDatabase()
  const here = await ensureFirstAccount(db, folder)
  expect(here).not.toBe(elsewhere)
  await revokeToken(db, (await tokensOf(db))[0]!.id)
  expect(await ensureFirstAccount(db, folder)).not.toBe(here)
})

test('an owner who was deleted is not brought back', async () => {
  const { db } = await useTestDatabase()
  const folder = await useFolder()
  await ensureFirstAccount(db, folder)
  await deleteAccountRows(db, (await findAccount(db, FIRST_ACCOUNT_EMAIL))!.id)
  expect(await ensureFirstAccount(db, folder)).toBe(undefined)
  expect(await findAccount(db, FIRST_ACCOUNT_EMAIL)).toBe(null)
})
