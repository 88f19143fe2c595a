import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Configuration } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { findAccount, findUserOf, setPassword } from '../../src/accounts/accounts.ts'
import { ensureFirstAccount, FIRST_ACCOUNT_EMAIL, firstSignInLink } from '../../src/accounts/first-account.ts'
import { readConfig } from '../../src/config/config.ts'
import { describeConfig } from '../../src/config/describe.ts'
import { registerConfiguration } from '../../src/console/configuration.ts'
import { slowPasswords } from '../../src/identity/identity.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { addUser, codeOf, signIn, useTestApp, withToken } from '../access/test-app.ts'
import { useTestDatabase } from '../support/database.ts'

const config = readConfig({
  ROLE: 'api',
  DATABASE_URL: 'postgres://service:hidden@db.test/mail',
  SECRET: 'a secret that is long enough for all',
  DENY_DOMAINS: 'throwaway.test',
  S3_ENDPOINT: 'https://key:word@store.test/',
})

async function useOwner(db: Db): Promise<{ token: string; id: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'mailsift-owner-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const token = (await ensureFirstAccount(db, folder))!
  return { token, id: (await findAccount(db, FIRST_ACCOUNT_EMAIL))!.id }
}

const byLink = (link: string) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ secret: link.split('#sign-in=')[1] }),
})

test('the person who installed the service reads what the installation runs with, secrets and passwords masked', async () => {
  const { db, url } = await useTestDatabase()
  const app = await useTestApp(url, { addRoutes: (http) => registerConfiguration(http, { config }) })
  await useOwner(db)
  const link = (await firstSignInLink(db, app.url))!
  const signedIn = await app.fetch('/account/sign-in-link', byLink(link))
  const { bearer_token } = (await signedIn.json()) as { bearer_token: string }
  const answer = await app.fetch('/account/configuration', { headers: { authorization: `Bearer ${bearer_token}` } })
  const told = (await answer.json()) as Configuration
  expect(told).toMatchObject({ allow_domains: [], deny_domains: ['throwaway.test'] })
  const setting = (name: string) => told.settings.find((each) => each.name === name)
  expect(setting('PORT')).toMatchObject({ value: '3000', is_default: true })
  expect(setting('REGISTRY_LOOKUPS')).toMatchObject({ value: 'on', is_default: true })
  expect(setting('SECRET')).toMatchObject({ value: '(set, not shown)', is_default: false })
  expect(JSON.stringify(told)).not.toMatch(/hidden|key:word|long enough/)
})

test('settings that the supervisor generates for its processes read as not set by the operator', () => {
  const described = describeConfig(config, ['ROLE', 'DATABASE_URL', 'SECRET'])
  const setting = (name: string) => described.find((each) => each.name === name)
  expect(setting('ROLE')).toMatchObject({ value: 'all', isDefault: true })
  expect(setting('DATABASE_URL')).toMatchObject({ value: '', isDefault: true })
  expect(setting('SECRET')).toMatchObject({ value: '', isDefault: true })
  expect(setting('DENY_DOMAINS')).toMatchObject({ value: 'throwaway.test', isDefault: false })
})

test('to members of the first account, to other accounts and to tokens, the configuration does not exist', async () => {
  const { db, url } = await useTestDatabase()
  const app = await useTestApp(url, { addRoutes: (http) => registerConfiguration(http, { config }) })
  const { token, id } = await useOwner(db)
  const stranger = await signIn(app, await addUser(db))
  const answer = await app.fetch('/account/configuration', { headers: { authorization: `Bearer ${stranger.bearer}` } })
  expect([answer.status, await codeOf(answer)]).toEqual([404, 'not_found'])
  expect((await app.fetch('/account/configuration', withToken(token))).status).toBe(404)
  for (const role of ['viewer', 'owner']) {
    const member = await addUser(db)
    const { id: userId } = (await findUserOf(db, member.id))!
    await sql`INSERT INTO members (account_id, user_id, role) VALUES (${id}, ${userId}, ${role})`.execute(db)
    const { bearer } = await signIn(app, member)
    const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
    const switched = { method: 'POST', headers, body: JSON.stringify({ account_id: id }) }
    expect((await app.fetch('/account/switch', switched)).status).toBe(204)
    expect((await app.fetch('/account/configuration', { headers })).status).toBe(404)
    expect((await app.fetch('/account/test-mail', { method: 'POST', headers, body: '{}' })).status).toBe(404)
  }
  expect((await app.fetch('/account/configuration')).status).toBe(401)
})

test('the link of the first start signs the owner in once, and is offered until the owner has a password', async () => {
  const { db, url } = await useTestDatabase()
  const app = await useTestApp(url)
  expect(await firstSignInLink(db, app.url)).toBeUndefined()
  const { id } = await useOwner(db)
  const link = (await firstSignInLink(db, app.url))!
  expect(link).toMatch(new RegExp(`^${app.url}/#sign-in=[\\w-]{43}$`))
  expect((await app.fetch('/account/sign-in-link', byLink(link))).status).toBe(200)
  expect((await app.fetch('/account/sign-in-link', byLink(link))).status).toBe(403)
  const another = (await firstSignInLink(db, app.url))!
  const passwordHash = await slowPasswords.hash('four entirely random words')
  await db.transaction().execute(async (tx) => setPassword(tx, (await findUserOf(tx, id))!.id, passwordHash))
  expect(await firstSignInLink(db, app.url)).toBeUndefined()
  expect((await app.fetch('/account/sign-in-link', byLink(another))).status).toBe(403)
})
