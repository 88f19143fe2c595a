import type { SessionView, SignedIn } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createAccount } from '../../../src/accounts/accounts.ts'
import { FIRST_ACCOUNT_EMAIL } from '../../../src/accounts/first-account.ts'
import { addUser, codeOf, postJson, signIn, startAppOfFile, useTestApp } from '../../access/test-app.ts'
import { callAdmin } from '../../admin/run-admin.ts'

const { app, database } = await startAppOfFile()

const NEW = 'a quite different password'

async function makeLink(...words: string[]): Promise<{ secret: string; link: string }> {
  const { code, output } = await callAdmin(database.url, [...words, '--json'])
  expect(code).toBe(0)
  return JSON.parse(output) as { secret: string; link: string }
}

const exchange = (secret: string, on = app) => postJson(on, '/account/sign-in-link', { secret })

test('a link of the administration signs in once, without a password, and the owner then sets one', async () => {
  await createAccount(database.db, { email: FIRST_ACCOUNT_EMAIL })
  const { secret, link } = await makeLink('sign-in-link')
  expect(link).toBe(`http://mailsift.test/#sign-in=${secret}`)
  expect(Buffer.from(secret, 'base64url')).toHaveLength(32)

  const answers = await Promise.all([exchange(secret), exchange(secret)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  const first = answers.find(({ status }) => status === 200)!
  expect(first.headers.getSetCookie()).toEqual([expect.stringMatching(/^mailsift_session=[^;]+; Max-Age=604800; /)])
  const { account, bearer_token } = (await first.json()) as SignedIn
  expect(account.email).toBe(FIRST_ACCOUNT_EMAIL)
  const authorization = `Bearer ${bearer_token}`
  const view = async () =>
    (await (await app.fetch('/account/session', { headers: { authorization } })).json()) as SessionView
  expect(await view()).toMatchObject({ has_password: false, second_factor: false })
  expect((await postJson(app, '/account/password', { new_password: NEW }, { authorization })).status).toBe(204)
  expect(await view()).toMatchObject({ has_password: true })
  await signIn(app, { email: FIRST_ACCOUNT_EMAIL, password: NEW })
})

test('what is printed is the link, and how to use it without a browser', async () => {
  const { email } = await addUser(database.db)
  const { output, errors } = await callAdmin(database.url, ['sign-in-link', email])
  expect(output).toMatch(/^http:\/\/mailsift\.test\/#sign-in=[\w-]{43}\n$/)
  expect(errors).toMatch(
    /^Works once for .*, until .*\n.*curl --json '\{"secret": "[\w-]{43}"\}' http:\/\/mailsift\.test\/account\/sign-in-link\n$/,
  )
  expect((await callAdmin(database.url, ['sign-in-link', 'nobody@example.com'])).code).toBe(3)
})

test('a link that has expired, was invented, is of another purpose, or is older than the password is refused', async () => {
  const user = await addUser(database.db)
  const expired = (await makeLink('sign-in-link', user.email)).secret
  await sql`UPDATE sign_in_links SET expires_at = now() - interval '1 second'`.execute(database.db)
  const reset = (await makeLink('users', 'reset-link', user.email)).secret
  const old = (await makeLink('sign-in-link', user.email)).secret
  for (const secret of [expired, reset, 'invented', '']) {
    const answer = await exchange(secret)
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'link_invalid'])
  }
  await callAdmin(database.url, ['users', 'set-password', user.email], NEW)
  expect((await exchange(old)).status).toBe(403)
})

test('only the hash of a secret is stored, and making and using a link is noted', async () => {
  const user = await addUser(database.db)
  const { secret } = await makeLink('sign-in-link', user.email)
  const { rows } = await database.pool.query('SELECT l::text AS row FROM sign_in_links l')
  expect(JSON.stringify(rows)).not.toContain(secret)
  await exchange(secret)
  const trail = await database.pool.query<{ action: string; actor: string; detail: string }>(
    `SELECT action, actor, detail FROM audit_events WHERE account_id = $1 ORDER BY at DESC LIMIT 3`,
    [user.id],
  )
  expect(trail.rows).toEqual([
    { action: 'sign_in', actor: 'account', detail: 'link' },
    { action: 'link_used', actor: 'account', detail: 'sign_in' },
    { action: 'link_made', actor: 'administration', detail: 'sign_in' },
  ])
  expect(app.logged()).not.toContain(secret)
})

test('a page of another site cannot sign its visitor in by a link, and guesses are counted', async () => {
  const { secret } = await makeLink('sign-in-link', (await addUser(database.db)).email)
  const foreign = await postJson(app, '/account/sign-in-link', { secret }, { origin: 'https://evil.example' })
  expect([foreign.status, await codeOf(foreign)]).toEqual([403, 'forbidden_origin'])
  const fresh = await useTestApp(database.url)
  const statuses = new Set<number>()
  for (let guess = 0; guess < 31; guess++) statuses.add((await exchange(`guess ${guess}`, fresh)).status)
  expect([...statuses]).toEqual([403, 429])
})

test('a reset link sets a password once and ends every session; a refused password does not spend it', async () => {
  const user = await addUser(database.db)
  const { bearer } = await signIn(app, user)
  const { secret, link } = await makeLink('users', 'reset-link', user.email)
  expect(link).toBe(`http://mailsift.test/#reset=${secret}`)
  const reset = (new_password: string) => postJson(app, '/account/password-reset', { secret, new_password })
  expect(await codeOf(await reset('password1'))).toBe('password_refused')
  expect((await reset('short')).status).toBe(400)
  expect((await reset(NEW)).status).toBe(204)
  expect((await reset('one more password')).status).toBe(403)
  expect((await app.fetch('/read', { headers: { authorization: `Bearer ${bearer}` } })).status).toBe(401)
  await signIn(app, { ...user, password: NEW })
})
