import type { AuditEvent, AuditTrail, Role } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { addMember } from '../../src/accounts/members/members.ts'
import { readPlans } from '../../src/accounts/plans/plans.ts'
import { note } from '../../src/audit/audit.ts'
import { issueToken } from '../../src/credentials/tokens/tokens.ts'
import { createUser, findUser } from '../../src/identity/users/users.ts'
import { addToken, addUser, codeOf, signIn, startAppOfFile, withToken } from '../access/test-app.ts'
import { callAdmin } from '../admin/run-admin.ts'

const { app, database } = await startAppOfFile()
const { db } = database

async function tokenFor(accountId: string): Promise<string> {
  return (await issueToken(db, accountId, { name: 'SIEM', permission: 'read', scopes: ['audit'] })).token
}

const get = (query: string, token: string) => app.fetch(`/account/audit/export${query}`, withToken(token))

async function read(token: string, query = ''): Promise<AuditEvent[]> {
  const response = await get(query, token)
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/x-ndjson; charset=utf-8'])
  const text = await response.text()
  return text
    .split(/(?<=\n)/)
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEvent)
}

const noteOf = (accountId: string, detail: string) =>
  note(db, { action: 'quota_warning', actor: 'service', accountId, detail })

/** Events can be exported two seconds after they happened. */
const untilExported = (token: string, detail: string) =>
  expect.poll(async () => (await read(token, '?limit=1000')).at(-1)?.detail).toBe(detail)

const errorOf = async (response: Response) => [response.status, await codeOf(response)]

test('a token with the scope audit exports the events of its account as JSON lines, oldest first, and continues after the last id', async () => {
  const [ann, bob] = [await addUser(db), await addUser(db)]
  const { bearer } = await signIn(app, ann)
  await signIn(app, bob)
  const token = await tokenFor(ann.id)
  for (const detail of ['one', 'two', 'three']) await noteOf(ann.id, detail)
  await noteOf(bob.id, 'others')
  await untilExported(token, 'three')

  const all = await read(token)
  const page = await app.fetch('/account/audit?take=100', { headers: { authorization: `Bearer ${bearer}` } })
  expect(all).toEqual(((await page.json()) as AuditTrail).items.toReversed())
  expect(all.find(({ action }) => action === 'sign_in')).toMatchObject({ person: ann.email, network: '127.0.0.1' })

  const pages: AuditEvent[][] = []
  do pages.push(await read(token, `?limit=2${pages.length > 0 ? `&after=${pages.at(-1)!.at(-1)!.id}` : ''}`))
  while (pages.at(-1)!.length === 2)
  expect(pages.flat()).toEqual(all)

  const last = all.at(-1)!.id
  expect(await read(token, `?after=${last}`)).toEqual([])
  await noteOf(ann.id, 'four')
  await untilExported(token, 'four')
  expect((await read(token, `?after=${last.toUpperCase()}`)).map(({ detail }) => detail)).toEqual(['four'])
})

test('an event whose change commits late is not skipped: the export ends before the oldest change that is being written', async () => {
  const ann = await addUser(db)
  const token = await tokenFor(ann.id)
  await noteOf(ann.id, 'before')
  await untilExported(token, 'before')
  const last = (await read(token, '?limit=1000')).at(-1)!.id

  const writer = await database.pool.connect()
  await writer.query('BEGIN')
  const insert = `INSERT INTO audit_events (account_id, action, actor, detail) VALUES ($1, 'quota_warning', 'service', $2)`
  await writer.query(insert, [ann.id, 'slow'])
  await noteOf(ann.id, 'fast')
  // Longer than an event needs that no transaction holds back.
  const { rows } = await database.pool.query('SELECT clock_timestamp() AS now')
  const isLater = `SELECT clock_timestamp() > $1::timestamptz + interval '3 seconds' AS is`
  await expect.poll(async () => (await database.pool.query(isLater, [rows[0].now])).rows[0].is).toBe(true)
  expect(await read(token, `?after=${last}`)).toEqual([])
  await writer.query('COMMIT')
  writer.release()
  await untilExported(token, 'fast')
  expect((await read(token, `?after=${last}`)).map(({ detail }) => detail)).toEqual(['slow', 'fast'])
})

test('the id of another account’s event, and one that no event has, are not found', async () => {
  const [ann, bob] = [await addUser(db), await addUser(db)]
  const token = await tokenFor(ann.id)
  const { rows } = await database.pool.query('SELECT id FROM audit_events WHERE account_id = $1', [bob.id])
  for (const after of [rows[0].id, '01890a5d-ac96-774b-bcce-b302099a8057'])
    expect(await errorOf(await get(`?after=${after}`, token))).toEqual([404, 'not_found'])
})

test.each(['limit=0', 'limit=1001', 'limit=1e2', 'after=5', 'before=1'])('the query %s is refused', async (query) => {
  const ann = await addUser(db)
  expect(await errorOf(await get(`?${query}`, await tokenFor(ann.id)))).toEqual([400, 'invalid_request'])
})

test('tokens without the scope audit are refused, also unrestricted ones, and a token with the scope does not open what needs a session', async () => {
  const ann = await addUser(db)
  const others = await issueToken(db, ann.id, { name: 'x', permission: 'write', scopes: ['contacts', 'bulk'] })
  for (const token of [await addToken(db, ann.id, 'write'), await addToken(db, ann.id, 'read'), others.token])
    expect(await errorOf(await get('', token))).toEqual([403, 'scope_required'])
  expect((await app.fetch('/account/audit/export')).status).toBe(401)

  const token = await tokenFor(ann.id)
  for (const path of ['/account/audit', '/account/tokens', '/account/members'])
    expect(await errorOf(await app.fetch(path, withToken(token)))).toEqual([403, 'session_required'])
})

test.each<[Role, number]>([
  ['admin', 200],
  ['member', 403],
  ['viewer', 403],
])('the session of a person with the role %s gets %i', async (role, status) => {
  const ann = await addUser(db)
  const userId = await db.transaction().execute(async (tx) => {
    const { id } = await createUser(tx, { email: `${role}@mail.example`, isConfirmed: true })
    await addMember(tx, readPlans(''), { accountId: ann.id, userId: id, role })
    return id
  })
  const { bearerToken } = await app.authentication.sessions.start(db, (await findUser(db, userId))!)
  const headers = { authorization: `Bearer ${bearerToken}` }
  expect((await app.fetch('/account/audit/export', { headers })).status).toBe(status)
})

test('the administrator issues such a token, and the list of tokens names its scope', async () => {
  const ann = await addUser(db)
  const words = ['tokens', 'issue', ann.email, '--permission', 'read', '--scopes', 'audit']
  const { code, output } = await callAdmin(database.url, words)
  expect(code).toBe(0)
  expect((await get('', output.trim())).status).toBe(200)
  const listed = await callAdmin(database.url, ['tokens', 'list', ann.email, '--json'])
  expect(JSON.parse(listed.output)).toMatchObject([{ scopes: ['audit'] }])
})
