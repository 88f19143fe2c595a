import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setOperator } from '../../../src/identity/identity.ts'
import { addUser, codeOf, postJson, signIn, startAppOfFile, type TestUser } from '../../access/test-app.ts'

const { app, database } = await startAppOfFile()
const { db } = database

async function personOf({ email }: TestUser): Promise<string> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM users WHERE email = ${email}`.execute(db)
  return rows[0]!.id
}

/** A person who belongs to this account alone, unless they keep their own. */
async function join(account: TestUser, role: string, keepsOwn = false): Promise<TestUser & { userId: string }> {
  const person = await addUser(db)
  const userId = await personOf(person)
  if (!keepsOwn) await sql`DELETE FROM members WHERE user_id = ${userId}`.execute(db)
  await sql`INSERT INTO members (account_id, user_id, role) VALUES (${account.id}, ${userId}, ${role})`.execute(db)
  return { ...person, userId }
}

async function makeLink(by: TestUser, userId: string): Promise<Response> {
  const { bearer } = await signIn(app, by)
  return app.fetch(`/account/members/${userId}/reset-link`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
  })
}

test('without a mail server, an admin gets a link for a member that works once', async () => {
  const owner = await addUser(db)
  const [admin, member] = [await join(owner, 'admin'), await join(owner, 'member')]
  const answer = await makeLink(admin, member.userId)
  const { link } = (await answer.json()) as { link: string }
  expect([answer.status, link]).toEqual([201, expect.stringMatching(/^http:\/\/mailsift\.test\/#reset=[\w-]{43}$/)])
  const body = { secret: link.split('=')[1], new_password: 'another entirely random phrase' }
  expect((await postJson(app, '/account/password-reset', body)).status).toBe(204)
  expect(await codeOf(await postJson(app, '/account/password-reset', body))).toBe('link_invalid')
  const { rows } = await sql<{ action: string; user_id: string }>`
    SELECT action, user_id FROM audit_events WHERE account_id = ${owner.id} AND action = 'link_made'`.execute(db)
  expect(rows).toEqual([{ action: 'link_made', user_id: admin.userId }])
})

test('a link is refused for an owner by an admin, for oneself, and for a person of other accounts, whom it would open', async () => {
  const owner = await addUser(db)
  const [admin, guest] = [await join(owner, 'admin'), await join(owner, 'member', true)]
  for (const userId of [await personOf(owner), admin.userId, guest.userId]) {
    const answer = await makeLink(admin, userId)
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'role_required'])
  }
  const { rows } = await sql`SELECT FROM sign_in_links`.execute(db)
  expect(rows).toEqual([])
})

test('no admin and no owner gets a link for an operator, whom it would open the whole installation for', async () => {
  const owner = await addUser(db)
  const operator = await join(owner, 'member')
  await setOperator(db, operator.userId, true)
  for (const by of [owner, await join(owner, 'admin')]) {
    const answer = await makeLink(by, operator.userId)
    expect([answer.status, await codeOf(answer)]).toEqual([403, 'role_required'])
  }
})

test('a link that an admin holds ends when the person joins another account or becomes an operator', async () => {
  const [owner, other] = [await addUser(db), await addUser(db)]
  const [guest, operator] = [await join(owner, 'member'), await join(owner, 'member')]
  const secrets = await Promise.all(
    [guest, operator].map(async ({ userId }) => {
      const { link } = (await (await makeLink(owner, userId)).json()) as { link: string }
      return link.split('=')[1]
    }),
  )
  const by = { authorization: `Bearer ${(await signIn(app, other)).bearer}` }
  const { link } = (await (await postJson(app, '/account/invitations', { role: 'member' }, by)).json()) as {
    link: string
  }
  const as = { authorization: `Bearer ${(await signIn(app, guest)).bearer}` }
  const accepted = await postJson(app, '/account/invitations/accept', { secret: link.split('=')[1] }, as)
  expect(accepted.status).toBe(204)
  await setOperator(db, operator.userId, true)
  for (const secret of secrets) {
    const body = { secret, new_password: 'another entirely random phrase' }
    expect(await codeOf(await postJson(app, '/account/password-reset', body))).toBe('link_invalid')
  }
})

test('a person of another account looks like a missing one', async () => {
  const [owner, other] = [await addUser(db), await addUser(db)]
  const answer = await makeLink(owner, await personOf(other))
  expect([answer.status, await codeOf(answer)]).toEqual([404, 'not_found'])
})

test('without a mail server, a request for a link says whom to ask, and makes none', async () => {
  const { email } = await addUser(db)
  for (const each of [email, 'stranger@example.com']) {
    const answer = await postJson(app, '/account/password-reset-request', { email: each })
    expect([answer.status, await codeOf(answer)]).toEqual([503, 'mail_not_configured'])
  }
})

test('no cookie of a device is set while the service cannot send mail', async () => {
  const { setCookie } = await signIn(app, await addUser(db))
  expect(setCookie).not.toContain('device')
})
