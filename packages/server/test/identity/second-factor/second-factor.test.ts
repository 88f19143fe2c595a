import type { BackupCodes, SecondFactorSetup, SessionView, SignedIn } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  addToken,
  addUser,
  codeOf as errorOf,
  postJson,
  signIn,
  startAppOfFile,
  type TestUser,
  useTestApp,
} from '../../access/test-app.ts'
import { callAdmin } from '../../admin/run-admin.ts'
import { codeOf } from './totp.ts'

const [OLD_SECRET, NEW_SECRET] = ['the old secret, which may have leaked out', 'the new secret, which takes its place']

const { app, database } = await startAppOfFile()

type Protected = { user: TestUser; totpUri: string; confirmedBy: string; backupCodes: string[]; authorization: string }

/** An account whose second factor is on. */
async function protect(on = app): Promise<Protected> {
  const user = await addUser(database.db)
  const first = { authorization: `Bearer ${(await signIn(on, user)).bearer}` }
  const began = await postJson(on, '/account/second-factor', { password: user.password }, first)
  expect(began.status).toBe(200)
  const { totp_uri, backup_codes } = (await began.json()) as SecondFactorSetup
  const code = codeOf(totp_uri)
  const confirmed = await postJson(on, '/account/second-factor/confirm', { code }, first)
  expect(confirmed.status).toBe(200)
  const { bearer_token } = (await confirmed.json()) as SignedIn
  const authorization = `Bearer ${bearer_token}`
  return { user, totpUri: totp_uri, confirmedBy: code, backupCodes: backup_codes, authorization }
}

/** The code of this half minute may be spent; that of the next is taken already, for clocks that are ahead. */
const nextCodeOf = (totpUri: string) => codeOf(totpUri, 1)

const tryToSignIn = ({ email, password }: TestUser, code?: string, on = app) =>
  postJson(on, '/account/sign-in', { email, password, ...(code !== undefined && { code }) })

test('with the second factor on, signing in takes a code of the app, each of which counts once', async () => {
  const { user, totpUri } = await protect()
  expect(totpUri).toMatch(/^otpauth:\/\/totp\/Mailsift.*secret=/)
  const without = await tryToSignIn(user)
  expect([without.status, await errorOf(without)]).toEqual([401, 'second_factor_required'])
  expect(without.headers.getSetCookie()).toEqual([])
  const wrong = await tryToSignIn(user, '000000')
  expect([wrong.status, await errorOf(wrong)]).toEqual([401, 'invalid_second_factor'])
  expect((await tryToSignIn({ ...user, password: 'not the password' }, nextCodeOf(totpUri))).status).toBe(401)

  const code = nextCodeOf(totpUri)
  const answers = await Promise.all([tryToSignIn(user, code), tryToSignIn(user, code)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401])
  const signedIn = answers.find(({ status }) => status === 200)!
  expect(signedIn.headers.getSetCookie()).toEqual([expect.stringMatching(/^mailsift_session=[^;]+; Max-Age=604800/)])
  expect(await errorOf(await tryToSignIn(user, code))).toBe('invalid_second_factor')
})

test('the code that switched it on signs no one in, and once it is on no code can be tried there', async () => {
  const { user, totpUri, confirmedBy, authorization } = await protect()
  expect(await errorOf(await tryToSignIn(user, confirmedBy))).toBe('invalid_second_factor')
  for (const code of [nextCodeOf(totpUri), '000000']) {
    const answer = await postJson(app, '/account/second-factor/confirm', { code }, { authorization })
    expect([answer.status, await errorOf(answer)]).toEqual([409, 'second_factor_enabled'])
  }
  expect((await tryToSignIn(user, nextCodeOf(totpUri))).status).toBe(200)
})

test('a backup code signs in once, and new ones take the place of the old', async () => {
  const { user, backupCodes, authorization } = await protect()
  expect(new Set(backupCodes).size).toBe(10)
  expect((await tryToSignIn(user, backupCodes[0])).status).toBe(200)
  expect(await errorOf(await tryToSignIn(user, backupCodes[0]))).toBe('invalid_second_factor')
  const path = '/account/second-factor/backup-codes'
  expect((await postJson(app, path, { password: 'not the password' }, { authorization })).status).toBe(401)
  const made = await postJson(app, path, { password: user.password }, { authorization })
  const { backup_codes } = (await made.json()) as BackupCodes
  expect((await tryToSignIn(user, backupCodes[1])).status).toBe(401)
  expect((await tryToSignIn(user, backup_codes[1])).status).toBe(200)
})

test('without a second factor, confirming it and making backup codes return a documented 404', async () => {
  const user = await addUser(database.db)
  const authorization = `Bearer ${(await signIn(app, user)).bearer}`
  const { password } = user
  for (const [path, body] of [
    ['confirm', { code: '123456' }],
    ['backup-codes', { password }],
  ] as const) {
    const refused = await postJson(app, `/account/second-factor/${path}`, body, { authorization })
    expect([refused.status, await errorOf(refused)]).toEqual([404, 'not_found'])
  }
  const disabled = await postJson(app, '/account/second-factor/disable', { password }, { authorization })
  expect(disabled.status).toBe(200)
})

test('it is on only after it was confirmed, and off again with the password; each renews the session', async () => {
  const user = await addUser(database.db)
  const first = { authorization: `Bearer ${(await signIn(app, user)).bearer}` }
  const begin = (password: string, headers = first) => postJson(app, '/account/second-factor', { password }, headers)
  expect(await errorOf(await begin('not the password'))).toBe('invalid_credentials')
  const confirm = (code: string) => postJson(app, '/account/second-factor/confirm', { code }, first)
  expect((await confirm('123456')).status).toBe(404)
  await begin(user.password)
  const { totp_uri } = (await (await begin(user.password)).json()) as SecondFactorSetup
  await signIn(app, user)
  expect(await errorOf(await confirm('000000'))).toBe('invalid_second_factor')
  const { bearer_token } = (await (await confirm(codeOf(totp_uri))).json()) as SignedIn
  expect((await app.fetch('/read', { headers: first })).status).toBe(401)
  const second = { authorization: `Bearer ${bearer_token}` }
  const view = (await (await app.fetch('/account/session', { headers: second })).json()) as SessionView
  expect(view.second_factor).toBe(true)
  expect(await errorOf(await begin(user.password, second))).toBe('second_factor_enabled')

  const disable = (password: string) => postJson(app, '/account/second-factor/disable', { password }, second)
  expect((await disable('not the password')).status).toBe(401)
  expect((await disable(user.password)).status).toBe(200)
  expect((await app.fetch('/read', { headers: second })).status).toBe(401)
  await signIn(app, user)
  const { rows } = await database.pool.query(
    `SELECT action FROM audit_events WHERE account_id = $1 AND action LIKE 'second_factor%' ORDER BY at`,
    [user.id],
  )
  expect(rows.map(({ action }) => action)).toEqual(['second_factor_enabled', 'second_factor_disabled'])
})

test('ten wrong codes lock the second factor, whichever process they meet', async () => {
  const { user, totpUri } = await protect()
  await sql`UPDATE users SET failed_codes = 9 WHERE joined_account = ${user.id}`.execute(database.db)
  expect((await tryToSignIn(user, '000000')).status).toBe(401)
  const fresh = await useTestApp(database.url)
  const locked = await tryToSignIn(user, nextCodeOf(totpUri), fresh)
  expect([locked.status, await errorOf(locked)]).toEqual([429, 'rate_limited'])
  expect(locked.headers.get('retry-after')).toBe('900')
})

test('wrong codes that are tried at the same time in several processes are all counted', async () => {
  const { user, totpUri } = await protect()
  const processes = [await useTestApp(database.url), await useTestApp(database.url)]
  const answers = await Promise.all(
    processes.flatMap((on) => Array.from({ length: 5 }, () => tryToSignIn(user, 'wrong-codes', on))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(401))
  expect((await tryToSignIn(user, nextCodeOf(totpUri), processes[0])).status).toBe(429)
  await sql`UPDATE users SET locked_until = now() WHERE joined_account = ${user.id}`.execute(database.db)
  expect((await tryToSignIn(user, 'wrong-codes', processes[0])).status).toBe(401)
  expect((await tryToSignIn(user, nextCodeOf(totpUri), processes[0])).status).toBe(200)
})

test('neither secret nor backup codes are stored in clear, and failures are noted as of the second factor', async () => {
  const { user, totpUri, backupCodes } = await protect()
  await tryToSignIn(user, '000000')
  const { rows } = await database.pool.query<{ row: string }>('SELECT p::text AS row FROM users p')
  const stored = JSON.stringify(rows)
  for (const secret of [new URL(totpUri).searchParams.get('secret')!, ...backupCodes])
    expect(stored).not.toContain(secret)
  const trail = await database.pool.query(
    `SELECT detail FROM audit_events WHERE account_id = $1 AND action = 'sign_in_failed'`,
    [user.id],
  )
  expect(trail.rows).toEqual([{ detail: 'second_factor' }])
  expect(app.logged()).not.toContain(backupCodes[0])
})

test('the administration switches it off for an owner who lost app and codes', async () => {
  const { user } = await protect()
  const remove = () => callAdmin(database.url, ['users', 'remove-second-factor', user.email])
  expect((await remove()).output).toBe(`${user.email} now signs in with the password only.\n`)
  await signIn(app, user)
  expect((await remove()).output).toBe(`${user.email} does not use two-factor authentication.\n`)
})

test('a second factor goes on while the secret that encrypted it is named behind the new one', async () => {
  const { user, totpUri, backupCodes } = await protect(await useTestApp(database.url, { secret: OLD_SECRET }))
  const during = await useTestApp(database.url, { secret: `${NEW_SECRET},${OLD_SECRET}` })
  expect((await tryToSignIn(user, nextCodeOf(totpUri), during)).status).toBe(200)
  expect((await tryToSignIn(user, backupCodes[0], during)).status).toBe(200)
})

test('an API token cannot touch it', async () => {
  const token = await addToken(database.db, (await addUser(database.db)).id, 'write')
  for (const path of ['', '/confirm', '/disable', '/backup-codes']) {
    const answer = await postJson(app, `/account/second-factor${path}`, {}, { 'service-email-api-token': token })
    expect([answer.status, await errorOf(answer)]).toEqual([403, 'session_required'])
  }
})
