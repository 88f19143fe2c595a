import type { AuditEvent, AuditTrail } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noteFailedSignIn } from '../../src/audit/audit.ts'
import { deleteOldEvents } from '../../src/audit/delete-old.ts'
import { addToken, addUser, postJson, signIn, startAppOfFile, withToken } from '../access/test-app.ts'
import { callAdmin } from '../admin/run-admin.ts'

const { app, database } = await startAppOfFile()

async function trailOf(bearer: string, query = ''): Promise<AuditTrail> {
  const answer = await app.fetch(`/account/audit${query}`, { headers: { authorization: `Bearer ${bearer}` } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as AuditTrail
}

const actionsOf = ({ items }: AuditTrail) => items.map(({ action }) => action)

test('sign-ins, failures, sessions, tokens, passwords and subscriptions are noted, newest first, with who and from where', async () => {
  const user = await addUser(database.db)
  expect((await postJson(app, '/account/sign-in', { email: user.email, password: 'wrong password' })).status).toBe(401)
  const first = await signIn(app, user)
  await app.fetch('/account/sign-out', { method: 'POST', headers: { authorization: `Bearer ${first.bearer}` } })
  const { bearer } = await signIn(app, user)
  const authorization = `Bearer ${bearer}`
  const issued = await postJson(app, '/account/tokens', { name: 'CI', permission: 'write' }, { authorization })
  const { api_token } = (await issued.json()) as { api_token: { id: string } }
  for (let times = 0; times < 2; times++)
    await app.fetch(`/account/tokens/${api_token.id}`, { method: 'DELETE', headers: { authorization } })

  const trail = await trailOf(bearer)
  expect(actionsOf(trail)).toEqual([
    'token_revoked',
    'token_issued',
    'sign_in',
    'sign_out',
    'sign_in',
    'sign_in_failed',
    'subscription_set',
    'password_set',
    'account_created',
  ])
  expect(trail).toMatchObject({ total: 9, page: 1, take: 25 })
  const [revoked, , second, signedOut, signedIn, failed, subscribed] = trail.items
  expect(revoked).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    at: expect.stringMatching(/Z$/),
    action: 'token_revoked',
    actor: 'account',
    person: user.email,
    subject_id: api_token.id,
    detail: 'write',
    network: '127.0.0.1',
  })
  expect(failed).toMatchObject({ actor: 'account', detail: 'password', network: '127.0.0.1', person: null })
  expect(signedOut!.subject_id).toBe(signedIn!.subject_id)
  expect(second!.subject_id).not.toBe(signedIn!.subject_id)
  expect(subscribed).toMatchObject({ actor: 'service', detail: 'active', network: null })
  expect((await trailOf(bearer, '?page=2&take=4')).items).toEqual(trail.items.slice(4, 8))
})

test('a person sees only the trail of their account, and an API token sees none', async () => {
  const [ann, bob] = [await addUser(database.db), await addUser(database.db)]
  const { bearer } = await signIn(app, ann)
  await signIn(app, bob)
  const { rows } = await database.pool.query('SELECT id FROM audit_events WHERE account_id = $1', [bob.id])
  const bobs = new Set(rows.map(({ id }) => id))
  expect(bobs.size).toBeGreaterThan(0)
  const seen = (await trailOf(bearer, '?take=100')).items
  expect(seen.filter(({ id }) => bobs.has(id))).toEqual([])
  expect((await app.fetch('/account/audit', withToken(await addToken(database.db, ann.id, 'write')))).status).toBe(403)
  expect((await app.fetch('/account/audit')).status).toBe(401)
})

test('the administration reads everything, by account, action and time, and what it does itself is noted', async () => {
  const json = async (...words: string[]) => {
    const { code, output, errors } = await callAdmin(database.url, [...words, '--json'])
    expect([code, errors]).toEqual([0, expect.any(String)])
    return JSON.parse(output) as (AuditEvent & { account_id: string; email: string })[]
  }
  await json('users', 'create', 'audited@example.com', '--plan', 'team', '--generate-password')
  await json('subscription', 'set', 'audited@example.com', '--plan', 'team', '--status', 'canceled')
  await json('tokens', 'issue', 'audited@example.com', '--permission', 'read')
  await callAdmin(database.url, ['privacy', 'export', '--user', 'audited@example.com'])
  const events = await json('audit', '--user', 'audited@example.com')
  expect(events.map(({ action, actor, detail }) => [action, actor, detail])).toEqual([
    ['privacy_exported', 'administration', 'account'],
    ['token_issued', 'administration', 'read'],
    ['subscription_set', 'administration', 'canceled'],
    ['password_set', 'administration', null],
    ['subscription_set', 'administration', 'active'],
    ['account_created', 'administration', null],
  ])
  expect(events[0]).toMatchObject({ email: 'audited@example.com' })
  expect(await json('audit', '--user', 'audited@example.com', '--action', 'token_issued')).toHaveLength(1)
  expect(await json('audit', '--since', '1h', '--limit', '2')).toHaveLength(2)
  expect(await json('audit', '--user', events[0]!.account_id, '--since', '2001-01-01')).toHaveLength(6)
  expect((await callAdmin(database.url, ['audit'])).output).toMatch(
    /^TIME +ACTION +BY +ACCOUNT +ABOUT +DETAIL +NETWORK\n/,
  )
  for (const words of [
    ['--since', '2999-01-01'],
    ['--limit', '0'],
    ['--action', 'nonsense'],
  ])
    expect((await callAdmin(database.url, ['audit', ...words])).code).toBe(2)
})

test('a change made in the database beside the service is noted as such', async () => {
  const { id } = await addUser(database.db)
  await database.pool.query(`SET application_name = 'psql'; UPDATE subscriptions SET status = 'canceled'
    WHERE account_id = '${id}'; SET application_name = 'mailsift'`)
  const { rows } = await database.pool.query(
    `SELECT actor, detail FROM audit_events WHERE account_id = $1 ORDER BY at DESC LIMIT 1`,
    [id],
  )
  expect(rows).toEqual([{ actor: 'database', detail: 'canceled' }])
})

test('nothing can be changed or removed before its year is over; then it goes', async () => {
  const { db, pool } = database
  for (const statement of [
    `UPDATE audit_events SET action = 'sign_out'`,
    `UPDATE audit_events SET network = '192.0.2.1'`,
    'DELETE FROM audit_events',
    'TRUNCATE audit_events',
  ])
    await expect(pool.query(statement)).rejects.toThrow('append-only')
  for (const age of ['366 days', '364 days'])
    await sql`INSERT INTO audit_events (at, action, actor, detail)
      VALUES (now() - ${age}::interval, 'sign_in', 'service', 'aged')`.execute(db)
  await deleteOldEvents(db)
  const { rows } = await pool.query(
    `SELECT at > now() - interval '1 year' AS young FROM audit_events WHERE detail = 'aged'`,
  )
  expect(rows).toEqual([{ young: true }])
})

test('no address gets into the trail, and what a deleted account leaves there names no person', async () => {
  const user = await addUser(database.db)
  await postJson(app, '/account/sign-in', { email: user.email, password: 'wrong password' })
  await postJson(app, '/account/sign-in', { email: 'stranger\0@example.com', password: 'wrong password' })
  const { bearer } = await signIn(app, user)
  const body = { name: `for ${user.email}`, permission: 'read' }
  await postJson(app, '/account/tokens', body, { authorization: `Bearer ${bearer}` })
  await callAdmin(database.url, ['privacy', 'delete', '--address', user.email, '--yes'])
  const lines = async () =>
    (await database.pool.query<{ line: string }>('SELECT e::text AS line FROM audit_events e')).rows.map(
      ({ line }) => line,
    )
  expect((await lines()).filter((line) => line.includes('@'))).toEqual([])
  expect((await lines()).filter((line) => line.includes(user.id) && line.includes('127.0.0.1'))).not.toEqual([])
  expect((await callAdmin(database.url, ['users', 'delete', user.id, '--yes'])).code).toBe(0)
  const left = (await lines()).filter((line) => line.includes(user.id))
  expect(left.some((line) => line.includes('account_deleted,administration'))).toBe(true)
  expect(left.filter((line) => line.includes('127.0.0.1'))).toEqual([])
  const { output } = await callAdmin(database.url, ['audit', '--user', user.id])
  expect(output).toContain('account_deleted')
})

test('attempts on accounts that do not exist cannot fill the trail, and hide no attempt on one that does', async () => {
  const user = await addUser(database.db)
  const attempt = (email: string, ip: string) => noteFailedSignIn(database.db, { email, detail: 'password', ip })
  for (let number = 0; number < 40; number++) await attempt(`nobody${number}@example.com`, `2001:db8:0:${number}::1`)
  await attempt(user.email.toUpperCase(), '2001:db8:1::1')
  const { rows } = await database.pool.query<{ account_id: string | null; network: string }>(
    `SELECT account_id, network FROM audit_events WHERE network <<= '2001:db8::/32'`,
  )
  expect(rows.filter(({ account_id }) => account_id === null).length).toBeLessThanOrEqual(20)
  expect(rows.filter(({ account_id }) => account_id !== null)).toEqual([
    { account_id: user.id, network: '2001:db8:1::/64' },
  ])
})
