// A member whom somebody has removed stays out until they are invited again, although the provider adds everybody else.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findUserOf } from '../../../src/accounts/accounts.ts'
import { makeInvitation } from '../../../src/accounts/members/invitations.ts'
import { addUser, codeOf, useTestApp } from '../../access/test-app.ts'
import { startIdentityProvider } from '../../stand-ins/identity-provider.ts'
import { useTestDatabase } from '../../support/database.ts'
import { createVisitor, finish, ticketOf, type Visitor, visitProvider } from './visitor.ts'

const ADA = 'ada@contoso.com'

async function setUp() {
  const database = await useTestDatabase()
  const { db } = database
  const owner = await addUser(db)
  const provider = await startIdentityProvider({ config: { account: owner.id } })
  provider.person = { sub: 'f3b1', email: ADA, email_verified: true, name: 'Ada' }
  const app = await useTestApp(database.url, { providers: [provider.config] })
  const team = createVisitor(app)
  await team.post('/account/sign-in', { email: owner.email, password: owner.password })

  const invite = async (accountId = owner.id) => {
    const { id } = (await findUserOf(db, accountId))!
    const made = await db
      .transaction()
      .execute((tx) => makeInvitation(tx, accountId, { role: 'viewer', invitedBy: id }))
    return made.secret
  }
  const userId = async () => {
    const { rows } = await sql<{ id: string }>`SELECT id FROM users WHERE email = ${ADA}`.execute(db)
    return rows[0]?.id
  }
  const remove = async () => {
    const answer = await team.post(`/account/members/${await userId()}`, undefined, 'DELETE')
    expect(answer.status).toBe(204)
  }
  const roles = async () => {
    const { rows } = await sql<{ role: string }>`
      SELECT m.role FROM members m JOIN users p ON p.id = m.user_id
      WHERE m.account_id = ${owner.id} AND p.email = ${ADA}`.execute(db)
    return rows.map(({ role }) => role)
  }
  const visit = async () => {
    const visitor = createVisitor(app)
    return { visitor, answer: await finish(visitor, await visitProvider(visitor)) }
  }
  return { db, provider, app, owner, invite, userId, remove, roles, visit }
}

async function join(visitor: Visitor, invitation: string): Promise<Response> {
  const answer = await visitor.post('/account/single-sign-on/begin', { provider: 'contoso', invitation })
  const { redirect_to } = (await answer.json()) as { redirect_to: string }
  return finish(visitor, ticketOf(await visitor.follow(redirect_to)))
}

test('a removed member does not return by single sign-on, with the same identity or the same address', async () => {
  const { provider, visit, remove, roles, userId } = await setUp()
  expect((await visit()).answer.status).toBe(200)
  await remove()
  for (const change of [{}, { email: 'ada.byron@contoso.com' }, { sub: 'a second subject' }]) {
    provider.person = { sub: 'f3b1', email: ADA, email_verified: true, name: 'Ada', ...change }
    const { answer, visitor } = await visit()
    expect(await answer.json()).toMatchObject({
      code: 'single_sign_on_refused',
      detail: expect.stringContaining('Ask for an invitation'),
    })
    expect((await visitor.get('/account/session')).status).toBe(401)
  }
  expect(await roles()).toEqual([])
  expect(await userId()).toBeUndefined()
  provider.person = { sub: 'bob', email: 'bob@contoso.com', email_verified: true, name: 'Bob' }
  expect((await visit()).answer.status).toBe(200)
})

test('an invitation brings a removed member back, and single sign-on works again', async () => {
  const { app, visit, remove, roles, invite } = await setUp()
  expect((await visit()).answer.status).toBe(200)
  await remove()
  expect(await codeOf((await visit()).answer)).toBe('single_sign_on_refused')
  expect((await join(createVisitor(app), await invite())).status).toBe(200)
  // From then on the groups of the provider give the role.
  expect((await visit()).answer.status).toBe(200)
  expect(await roles()).toHaveLength(1)
  await remove()
  expect(await codeOf((await visit()).answer)).toBe('single_sign_on_refused')
})

test('a removed member who belongs to another account signs in to that one alone', async () => {
  const { db, app, visit, remove, roles, invite } = await setUp()
  const other = await addUser(db)
  expect((await visit()).answer.status).toBe(200)
  expect((await join(createVisitor(app), await invite(other.id))).status).toBe(200)
  await remove()
  const { answer, visitor } = await visit()
  expect(answer.status).toBe(200)
  expect(await (await visitor.get('/account/session')).json()).toMatchObject({ account: { id: other.id } })
  expect(await roles()).toEqual([])
  expect((await join(createVisitor(app), await invite())).status).toBe(200)
  expect(await roles()).toHaveLength(1)
})

test('a member who left on their own can return by single sign-on', async () => {
  const { visit, userId, roles } = await setUp()
  const { visitor } = await visit()
  expect((await visitor.post(`/account/members/${await userId()}`, undefined, 'DELETE')).status).toBe(204)
  expect(await roles()).toEqual([])
  expect((await visit()).answer.status).toBe(200)
  expect(await roles()).toEqual(['member'])
})
