import type { AuditTrail, SessionList } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { addToken, addUser, codeOf, signIn, startAppOfFile, type TestUser, withToken } from '../../access/test-app.ts'

const { app, database } = await startAppOfFile()

const ORIGIN = 'http://mailsift.test'

async function bearerOf(user: TestUser): Promise<Record<string, string>> {
  return { authorization: `Bearer ${(await signIn(app, user)).bearer}` }
}

async function sessionsOf(headers: Record<string, string>): Promise<SessionList['items']> {
  const answer = await app.fetch('/account/sessions', { headers })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as SessionList).items
}

const end = (headers: Record<string, string>, path = '') =>
  app.fetch(`/account/sessions${path}`, { method: 'DELETE', headers })

test('every session is listed with where it began, and each can be ended at once', async () => {
  const user = await addUser(database.db)
  const [laptop, phone] = [await bearerOf(user), await bearerOf(user)]
  const listed = await sessionsOf(phone)
  expect(listed).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_at: expect.stringMatching(/Z$/),
      last_used_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      network: '127.0.0.1',
      current: true,
    },
    expect.objectContaining({ current: false, network: '127.0.0.1' }),
  ])
  const ended = await end(phone, `/${listed[1]!.id.toUpperCase()}`)
  expect([ended.status, ended.headers.get('set-cookie')]).toEqual([204, null])
  expect((await app.fetch('/read', { headers: laptop })).status).toBe(401)
  expect(await sessionsOf(phone)).toEqual([listed[0]])
  const own = await end(phone, `/${listed[0]!.id}`)
  expect([own.status, own.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
  expect((await app.fetch('/read', { headers: phone })).status).toBe(401)
})

test('a session in use is renewed once a day, with its cookie', async () => {
  const user = await addUser(database.db)
  const { cookie } = await signIn(app, user)
  const read = () => app.fetch('/read', { headers: { cookie } })
  expect((await read()).headers.get('set-cookie')).toBeNull()
  await sql`UPDATE sessions SET expires_at = now() + interval '5 days'`.execute(database.db)
  const renewed = (await read()).headers.get('set-cookie')!
  expect(renewed).toMatch(/^mailsift_session=[^;]+; Max-Age=604800; /)
  expect(renewed.split(';')[0]).toBe(cookie)
  const { rows } = await sql<{ is_renewed: boolean }>`
    SELECT s.expires_at > now() + interval '6 days' AS is_renewed FROM sessions s WHERE s.account_id = ${user.id}`.execute(
    database.db,
  )
  expect(rows).toEqual([{ is_renewed: true }])
  expect((await read()).headers.get('set-cookie')).toBeNull()
})

test('signing out everywhere ends every session and no token, takes the cookie back, and is noted', async () => {
  const [user, other] = [await addUser(database.db), await addUser(database.db)]
  const [laptop, bystander] = [await bearerOf(user), await bearerOf(other)]
  const { cookie } = await signIn(app, user)
  const token = await addToken(database.db, user.id, 'read')
  expect((await end({ cookie })).status).toBe(403)
  const ended = await end({ cookie, origin: ORIGIN })
  expect([ended.status, ended.headers.get('set-cookie')]).toEqual([204, expect.stringContaining('Max-Age=0')])
  for (const headers of [laptop, { cookie }]) expect((await app.fetch('/read', { headers })).status).toBe(401)
  expect((await app.fetch('/read', { headers: bystander })).status).toBe(200)
  expect((await app.fetch('/read', withToken(token))).status).toBe(200)
  const trail = (await (await app.fetch('/account/audit', { headers: await bearerOf(user) })).json()) as AuditTrail
  expect(trail.items[1]).toMatchObject({ action: 'all_sessions_ended', actor: 'account', network: '127.0.0.1' })
})

test("another user's session answers exactly like a missing one, and lives on", async () => {
  const [ann, bob] = [await addUser(database.db), await addUser(database.db)]
  const [anns, bobs] = [await bearerOf(ann), await bearerOf(bob)]
  const [session] = await sessionsOf(bobs)
  const answers = []
  for (const id of [session!.id, '01890a5d-ac96-774b-bcce-b302099a8057']) {
    const answer = await end(anns, `/${id}`)
    const { request_id, ...body } = (await answer.json()) as Record<string, unknown>
    answers.push({ status: answer.status, body })
  }
  expect(answers[0]).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(answers[1]).toEqual(answers[0])
  expect((await app.fetch('/read', { headers: bobs })).status).toBe(200)
  expect((await end(anns, '/nonsense')).status).toBe(400)
})

test('an API token sees and ends no sessions', async () => {
  const token = await addToken(database.db, (await addUser(database.db)).id, 'write')
  for (const [path, method] of [
    ['', 'GET'],
    ['', 'DELETE'],
    ['/01890a5d-ac96-774b-bcce-b302099a8057', 'DELETE'],
  ] as const) {
    const answer = await app.fetch(`/account/sessions${path}`, withToken(token, { method }))
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'session_required'])
  }
})
