import { ROLES, type Role } from '@mailsift/contract'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addUser, codeOf, postJson, signIn, type TestApp, type TestUser, useTestApp } from '../access/test-app.ts'
import { createTestDatabase } from '../support/database.ts'

const database = await createTestDatabase()
afterAll(() => database.drop())
let app: TestApp
beforeEach(async () => {
  app = await useTestApp(database.url)
})
const PASSWORD = 'correct horse battery staple'
let joined = 0

type Client = { authorization: string }
type User = Client & { userId: string; email: string }

async function clientOf(user: Pick<TestUser, 'email' | 'password'>): Promise<Client> {
  return { authorization: `Bearer ${(await signIn(app, user)).bearer}` }
}

async function invite(by: Client, body: { role: Role; email?: string }): Promise<string> {
  const answer = await postJson(app, '/account/invitations', body, { ...by })
  expect(answer.status).toBe(201)
  const { link } = (await answer.json()) as { link: string }
  return /#invitation=([\w-]{43})$/.exec(link)![1]!
}

async function join(secret: string, email = `member${++joined}@example.com`): Promise<User> {
  const answer = await postJson(app, '/account/invitations/join', { secret, email, password: PASSWORD, name: 'Joined' })
  expect(answer.status).toBe(201)
  const { bearer_token } = (await answer.json()) as { bearer_token: string }
  const client = { authorization: `Bearer ${bearer_token}` }
  return { ...client, email, userId: (await session(client)).person_id }
}

type SessionAnswer = { account: { id: string }; person_id: string; role: Role; accounts: { id: string; role: Role }[] }
async function session(client: Client): Promise<SessionAnswer> {
  const answer = await app.fetch('/account/session', { headers: client })
  expect(answer.status).toBe(200)
  return (await answer.json()) as SessionAnswer
}

const send = (client: Client, method: string, path: string, body?: object) =>
  app.fetch(path, {
    method,
    headers: { ...client, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })

/** An account with one person of each role. */
async function team(): Promise<{ accountId: string } & Record<Role, User>> {
  const user = await addUser(database.db)
  const client = await clientOf(user)
  const owner = { ...client, email: user.email, userId: (await session(client)).person_id }
  const of = async (role: Role) => join(await invite(owner, { role }))
  return { accountId: user.id, owner, admin: await of('admin'), member: await of('member'), viewer: await of('viewer') }
}

test('each role may do what the roles below it may, and no more', async () => {
  const people = await team()
  const least: Record<string, Role> = {
    'GET /read': 'viewer',
    'GET /account/session': 'viewer',
    'GET /account/sessions': 'viewer',
    'GET /account/members': 'viewer',
    'POST /write': 'member',
    'GET /read/subscribed': 'member',
    'POST /write/subscribed': 'member',
    'GET /account/tokens': 'admin',
    'GET /account/audit': 'admin',
    'GET /account/invitations': 'admin',
  }
  for (const [route, role] of Object.entries(least))
    for (const own of ROLES) {
      const [method, path] = route.split(' ') as [string, string]
      const answer = await send(people[own], method, path)
      const isAllowed = ROLES.indexOf(own) <= ROLES.indexOf(role)
      expect([route, own, answer.status]).toEqual([route, own, isAllowed ? 200 : 403])
      if (!isAllowed) expect(await codeOf(answer)).toBe('role_required')
    }
})

test('an invitation adds one member once, and only the address that it names', async () => {
  const { owner, viewer, accountId } = await team()
  const secret = await invite(owner, { role: 'member', email: 'Grace@Example.com' })
  const read = await postJson(app, '/account/invitations/read', { secret })
  expect(await read.json()).toEqual(
    expect.objectContaining({
      account_name: owner.email,
      role: 'member',
      email: 'grace@example.com',
      invited_by: owner.email,
    }),
  )
  const other = { secret, email: 'mallory@example.com', password: PASSWORD }
  expect(await codeOf(await postJson(app, '/account/invitations/join', other))).toBe('link_invalid')
  expect(await codeOf(await send(viewer, 'POST', '/account/invitations/accept', { secret }))).toBe('link_invalid')
  const grace = await join(secret, 'grace@example.com')
  expect(await session(grace)).toEqual(
    expect.objectContaining({ role: 'member', account: expect.objectContaining({ id: accountId }) }),
  )
  const again = { secret, email: 'grace2@example.com', password: PASSWORD }
  expect(await codeOf(await postJson(app, '/account/invitations/join', again))).toBe('link_invalid')

  const races = await invite(owner, { role: 'viewer' })
  const answers = await Promise.all(
    ['a', 'b', 'c'].map((name) =>
      postJson(app, '/account/invitations/join', { secret: races, email: `${name}@race.example`, password: PASSWORD }),
    ),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 403, 403])
})

test('a revoked or expired invitation, and one of a person who lost the role, adds no member', async () => {
  const { owner, admin } = await team()
  const tryToJoin = async (secret: string) =>
    codeOf(await postJson(app, '/account/invitations/join', { secret, email: 'late@example.com', password: PASSWORD }))
  const revoked = await invite(owner, { role: 'viewer' })
  const { items } = (await (await send(owner, 'GET', '/account/invitations')).json()) as { items: { id: string }[] }
  expect((await send(owner, 'DELETE', `/account/invitations/${items[0]!.id}`)).status).toBe(204)
  expect(await tryToJoin(revoked)).toBe('link_invalid')
  const expired = await invite(owner, { role: 'viewer' })
  await database.pool.query('UPDATE invitations SET expires_at = now()')
  expect(await tryToJoin(expired)).toBe('link_invalid')
  const orphan = await invite(admin, { role: 'admin' })
  expect((await send(owner, 'PATCH', `/account/members/${admin.userId}`, { role: 'viewer' })).status).toBe(204)
  expect(await tryToJoin(orphan)).toBe('link_invalid')
})

test('an existing person accepts, belongs to both accounts and switches between them', async () => {
  const { owner, accountId } = await team()
  const ann = await addUser(database.db)
  const client = await clientOf(ann)
  const secret = await invite(owner, { role: 'viewer' })
  expect((await send(client, 'POST', '/account/invitations/accept', { secret })).status).toBe(204)
  expect(await session(client)).toEqual(
    expect.objectContaining({
      role: 'viewer',
      account: expect.objectContaining({ id: accountId }),
      accounts: [expect.objectContaining({ id: ann.id, role: 'owner' }), expect.objectContaining({ id: accountId })],
    }),
  )
  expect((await send(client, 'POST', '/account/switch', { account_id: ann.id })).status).toBe(204)
  expect((await session(client)).role).toBe('owner')
  const foreign = await addUser(database.db)
  expect((await send(client, 'POST', '/account/switch', { account_id: foreign.id })).status).toBe(404)
  expect((await session(client)).account.id).toBe(ann.id)

  const second = await invite(owner, { role: 'admin' })
  expect(await codeOf(await send(client, 'POST', '/account/invitations/accept', { secret: second }))).toBe(
    'already_member',
  )
  await join(second)
})

test('a removed member is signed out at once, and their tokens stay unless they are revoked', async () => {
  const { owner, admin, member, viewer } = await team()
  const issue = async () => {
    const answer = await send(admin, 'POST', '/account/tokens', { name: 'CI', permission: 'read' })
    return ((await answer.json()) as { token: string }).token
  }
  const status = async (token: string) =>
    (await app.fetch('/read', { headers: { authorization: `Bearer ${token}` } })).status
  const token = await issue()
  expect(await status(token)).toBe(200)
  for (const by of [member, viewer])
    expect(await codeOf(await send(by, 'DELETE', `/account/members/${admin.userId}`))).toBe('role_required')
  const members = (await (await send(viewer, 'GET', '/account/members')).json()) as {
    items: { person_id: string; tokens: number; you: boolean }[]
  }
  expect(members.items.map(({ person_id, tokens, you }) => [person_id, tokens, you])).toEqual([
    [owner.userId, 0, false],
    [admin.userId, 1, false],
    [member.userId, 0, false],
    [viewer.userId, 0, true],
  ])
  expect((await send(owner, 'DELETE', `/account/members/${member.userId}`)).status).toBe(204)
  expect((await app.fetch('/read', { headers: member })).status).toBe(401)
  expect((await send(owner, 'DELETE', `/account/members/${admin.userId}?revoke_tokens=1`)).status).toBe(204)
  expect((await app.fetch('/read', { headers: admin })).status).toBe(401)
  await expect.poll(() => status(token)).toBe(401)
  const again = await postJson(app, '/account/sign-in', { email: admin.email, password: PASSWORD })
  expect(await codeOf(again)).toBe('invalid_credentials')
})

test('an invitation from before a removal does not bring the removed member back, and one for another person stays', async () => {
  const { owner } = await team()
  const email = `member${++joined}@example.com`
  const [first, second] = [
    await invite(owner, { role: 'member', email }),
    await invite(owner, { role: 'admin', email }),
  ]
  const other = await invite(owner, { role: 'member', email: `other.${email}` })
  const { userId } = await join(first, email)
  expect((await send(owner, 'DELETE', `/account/members/${userId}`)).status).toBe(204)
  const answer = await postJson(app, '/account/invitations/join', { secret: second, email, password: PASSWORD })
  expect(await codeOf(answer)).toBe('link_invalid')
  await join(other, `other.${email}`)
  await join(await invite(owner, { role: 'viewer', email }), email)
})

test('an account keeps an owner, and only owners change owners', async () => {
  const { owner, admin, viewer } = await team()
  const role = (by: Client, userId: string, to: Role) => send(by, 'PATCH', `/account/members/${userId}`, { role: to })
  expect(await codeOf(await role(admin, owner.userId, 'viewer'))).toBe('role_required')
  expect(await codeOf(await role(admin, admin.userId, 'owner'))).toBe('role_required')
  expect(await codeOf(await send(admin, 'POST', '/account/invitations', { role: 'owner' }))).toBe('role_required')
  expect(await codeOf(await send(admin, 'DELETE', `/account/members/${owner.userId}`))).toBe('role_required')
  const removal = await send(viewer, 'DELETE', `/account/members/${admin.userId}`)
  expect(((await removal.json()) as { detail: string }).detail).toBe('Only owners and admins can remove other members.')
  expect(await codeOf(await role(owner, owner.userId, 'admin'))).toBe('last_owner')
  expect(await codeOf(await send(owner, 'DELETE', `/account/members/${owner.userId}`))).toBe('last_owner')
  expect((await send(viewer, 'DELETE', `/account/members/${viewer.userId}`)).status).toBe(204)
  expect((await role(owner, admin.userId, 'owner')).status).toBe(204)
  // Both owners leave at once: one stays.
  const answers = await Promise.all(
    [owner, admin].map((person) => send(person, 'DELETE', `/account/members/${person.userId}`)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 409])
})

test('members of other accounts are not found', async () => {
  const [ours, theirs] = [await team(), await team()]
  for (const path of [`/account/members/${theirs.member.userId}`, `/account/invitations/${theirs.accountId}`])
    expect((await send(ours.owner, 'DELETE', path)).status).toBe(404)
  expect((await send(ours.owner, 'PATCH', `/account/members/${theirs.member.userId}`, { role: 'viewer' })).status).toBe(
    404,
  )
  expect((await session(theirs.member)).role).toBe('member')
})

test('the audit trail names the person', async () => {
  const { owner, admin, member } = await team()
  await send(admin, 'PATCH', `/account/members/${member.userId}`, { role: 'viewer' })
  const trail = (await (await send(owner, 'GET', '/account/audit')).json()) as {
    items: { action: string; person: string | null; subject_id: string | null; detail: string | null }[]
  }
  expect(trail.items[0]).toEqual(
    expect.objectContaining({
      action: 'role_changed',
      person: admin.email,
      subject_id: member.userId,
      detail: 'viewer',
    }),
  )
})
