// Joining an account through an identity provider: by invitation, and within the plan of the account.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { makeInvitation, type NewInvitation } from '../../../src/accounts/members/invitations.ts'
import { readPlans } from '../../../src/accounts/plans/plans.ts'
import type { Db } from '../../../src/platform/database/database.ts'
import { addUser, codeOf, type TestAppOptions, useTestApp } from '../../access/test-app.ts'
import { type Shape, startIdentityProvider } from '../../stand-ins/identity-provider.ts'
import { useTestDatabase } from '../../support/database.ts'
import { writePlans } from '../../usage/quota/plans.ts'
import { createVisitor, finish, ticketOf, type Visitor, visitProvider } from './visitor.ts'

const ADA = 'ada@contoso.com'

async function setUp(options: TestAppOptions & { shape?: Shape } = {}) {
  const database = await useTestDatabase()
  const owner = await addUser(database.db, { plan: 'small', status: 'active', periodEnd: null })
  const provider = await startIdentityProvider(options.shape)
  provider.person = { sub: 'f3b1', email: ADA, email_verified: true, name: 'Ada' }
  const app = await useTestApp(database.url, { passwordSignIn: false, providers: [provider.config], ...options })
  return { ...database, owner, provider, app, visitor: createVisitor(app) }
}

async function invite(db: Db, accountId: string, given: Partial<NewInvitation> = {}): Promise<string> {
  const { rows } = await sql<{
    id: string
  }>`SELECT user_id AS id FROM first_owners WHERE account_id = ${accountId}`.execute(db)
  const invitation = { role: 'viewer', invitedBy: rows[0]!.id, ...given } as const
  return (await db.transaction().execute((tx) => makeInvitation(tx, accountId, invitation))).secret
}

async function join(visitor: Visitor, invitation: string): Promise<Response> {
  const answer = await visitor.post('/account/single-sign-on/begin', { provider: 'contoso', invitation })
  const { redirect_to } = (await answer.json()) as { redirect_to: string }
  return finish(visitor, ticketOf(await visitor.follow(redirect_to)))
}

async function membersOf(db: Db, accountId: string): Promise<unknown[]> {
  const { rows } = await sql`
    SELECT p.email, m.role FROM members m JOIN users p ON p.id = m.user_id
    WHERE m.account_id = ${accountId} AND m.role <> 'owner'`.execute(db)
  return rows
}

test('a person without a password joins through the provider with the role of the invitation, where passwords are off', async () => {
  const { db, owner, app, visitor } = await setUp()
  const secret = await invite(db, owner.id)
  expect((await join(visitor, secret)).status).toBe(200)
  expect(await (await visitor.get('/account/session')).json()).toMatchObject({
    account: { id: owner.id, email: ADA },
    role: 'viewer',
  })
  expect(await membersOf(db, owner.id)).toEqual([{ email: ADA, role: 'viewer' }])
  const again = createVisitor(app)
  expect((await finish(again, await visitProvider(again))).status).toBe(200)
  expect(await codeOf(await join(createVisitor(app), secret))).toBe('link_invalid')
})

test('a person who signs in with the provider already joins another account, and the session works in it', async () => {
  const { db, owner, visitor, app } = await setUp()
  expect((await join(visitor, await invite(db, owner.id))).status).toBe(200)
  const other = await addUser(db)
  const next = createVisitor(app)
  expect((await join(next, await invite(db, other.id, { email: ADA, role: 'admin' }))).status).toBe(200)
  expect(await (await next.get('/account/session')).json()).toMatchObject({ account: { id: other.id }, role: 'admin' })
  expect(await codeOf(await join(createVisitor(app), await invite(db, other.id)))).toBe('already_member')
})

test('an invitation for another address is refused and stays open', async () => {
  const { db, owner, visitor } = await setUp()
  const secret = await invite(db, owner.id, { email: 'bob@contoso.com' })
  const refusal = await join(visitor, secret)
  expect(await refusal.json()).toMatchObject({
    code: 'link_invalid',
    detail: expect.stringContaining('bob@contoso.com'),
  })
  expect((await sql`SELECT FROM invitations`.execute(db)).rows).toHaveLength(1)
  expect(await membersOf(db, owner.id)).toEqual([])
})

test('an unverified address joins only by an invitation that names it', async () => {
  const { db, owner, provider, visitor, app } = await setUp()
  provider.person = { sub: 'f3b1', email: ADA, email_verified: false, name: 'Ada' }
  expect(await codeOf(await join(visitor, await invite(db, owner.id)))).toBe('single_sign_on_refused')
  expect((await join(createVisitor(app), await invite(db, owner.id, { email: ADA }))).status).toBe(200)
})

test('an invitation does not open the account that the address has: its person signs in first', async () => {
  const { db, owner, provider, visitor } = await setUp({ passwordSignIn: true })
  const known = await addUser(db)
  provider.person = { sub: 'f3b1', email: known.email, email_verified: true, name: 'Ada' }
  const refusal = await join(visitor, await invite(db, owner.id))
  expect(await refusal.json()).toMatchObject({
    code: 'confirmation_required',
    detail: expect.stringContaining('Then open the invitation again.'),
  })
  expect((await sql`SELECT FROM identities`.execute(db)).rows).toEqual([])
  expect((await sql`SELECT FROM invitations`.execute(db)).rows).toHaveLength(1)
})

describe('the members that a plan allows', () => {
  const plansOf = async () => readPlans(await writePlans({ small: { members: 1 } }))

  test('limit invitations that are accepted through a provider', async () => {
    const { db, owner, visitor } = await setUp({ plans: await plansOf() })
    expect(await codeOf(await join(visitor, await invite(db, owner.id)))).toBe('plan_limit')
    expect(await membersOf(db, owner.id)).toEqual([])
  })

  test('limit newcomers of a provider, and people of another account keep only that one', async () => {
    const { db, url, owner, provider, app } = await setUp({ plans: await plansOf() })
    const admitting = { ...provider.config, account: owner.id }
    const full = await useTestApp(url, { plans: await plansOf(), providers: [admitting] })
    const stranger = createVisitor(full)
    expect(await codeOf(await finish(stranger, await visitProvider(stranger)))).toBe('plan_limit')

    const other = await addUser(db)
    expect((await join(createVisitor(app), await invite(db, other.id))).status).toBe(200)
    const known = createVisitor(full)
    expect((await finish(known, await visitProvider(known))).status).toBe(200)
    expect(await (await known.get('/account/session')).json()).toMatchObject({ account: { id: other.id } })
    expect(await membersOf(db, owner.id)).toEqual([])
  })
})
