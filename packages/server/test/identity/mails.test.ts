// Mails about access to an account, through the real API, worker and a mail server.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCookieFor } from '../../src/access/session-cookie.ts'
import { createAccount, findUserOf, setPassword } from '../../src/accounts/accounts.ts'
import { ensureFirstAccount } from '../../src/accounts/first-account.ts'
import { slowPasswords } from '../../src/identity/identity.ts'
import { createSessions } from '../../src/identity/sessions/sessions.ts'
import { findUser } from '../../src/identity/users/users.ts'
import { type Service, startService } from '../bulk/service.ts'
import { headerOf, type SmtpStandIn, textOf, useSmtpServer } from '../stand-ins/smtp-server.ts'

const PASSWORD = 'correct horse battery staple'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

const ends: (() => Promise<void>)[] = []
let service: Service
let smtp: SmtpStandIn
let passwordHash: string
beforeAll(async () => {
  passwordHash = await slowPasswords.hash(PASSWORD)
  smtp = await useSmtpServer({ onFinished: (end) => ends.push(end), refuse: (to) => REFUSED[to] })
  service = await startService({ SMTP_URL: smtp.url, MAIL_FROM: 'Mailsift <mail@mailsift.test>' })
  ends.unshift(() => service.stop())
})
afterAll(async () => {
  for (const end of ends) await end()
})

const REFUSED: Record<string, string> = { 'full@contoso.com': '552 5.2.2 <full@contoso.com> is full' }

let people = 0
async function addPerson(name = 'person'): Promise<{ email: string; userId: string; accountId: string }> {
  const { db } = service
  const { id: accountId, email } = await createAccount(db, { email: `${name}${++people}@contoso.com` })
  const { id: userId } = (await findUserOf(db, accountId))!
  await db.transaction().execute((tx) => setPassword(tx, userId, passwordHash))
  return { email, userId, accountId }
}

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(service.origin + path, {
    method: 'POST',
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Without a sign-in, whose attempts are limited. */
async function sessionOf(userId: string): Promise<Record<string, string>> {
  const secrets = ['a secret for tests that is long enough'] as const
  const sessions = createSessions({ db: service.db, secrets, cookie: sessionCookieFor(service.origin) })
  const { bearerToken } = await sessions.start(service.db, (await findUser(service.db, userId))!)
  return { authorization: `Bearer ${bearerToken}` }
}

async function signIn(email: string, headers: Record<string, string> = {}, password = PASSWORD) {
  const answer = await post('/account/sign-in', { email, password }, headers)
  const cookies = answer.headers.getSetCookie().map((each) => each.split(';')[0]!)
  return { status: answer.status, device: cookies.find((each) => each.includes('device')) }
}

const secretIn = (text: string, purpose: string) => new RegExp(`#${purpose}=([\\w-]{43})`).exec(text)![1]!

describe('invitations', () => {
  test('an invitation for an address is mailed to it, and its link is shown to the inviter, too', async () => {
    const { email, userId } = await addPerson()
    const bearer = await sessionOf(userId)
    const answer = await post('/account/invitations', { role: 'viewer', email: 'Grace@Contoso.com' }, bearer)
    const { link, mailed } = (await answer.json()) as { link: string; mailed: boolean }
    expect([answer.status, mailed]).toEqual([201, true])
    const mail = await smtp.next('grace@contoso.com')
    expect(headerOf(mail, 'Subject')).toBe(`${email} invited you to their account on Mailsift`)
    expect(textOf(mail)).toContain(link)
    expect(textOf(mail)).toMatch(
      / invited you to their account on Mailsift\.\n\nYour role will be viewer: you can read everything/,
    )
  })

  test('an invitation for anyone is not mailed', async () => {
    const bearer = await sessionOf((await addPerson()).userId)
    const answer = await post('/account/invitations', { role: 'viewer' }, bearer)
    expect(await answer.json()).toMatchObject({ mailed: false })
  })

  test('strangers cannot fill the mailbox of a person with invitations', async () => {
    const statuses = []
    for (let account = 0; account < 6; account++) {
      const bearer = await sessionOf((await addPerson()).userId)
      statuses.push((await post('/account/invitations', { role: 'viewer', email: 'often@contoso.com' }, bearer)).status)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  test('strangers cannot fill a mailbox with invitations by spelling its address in many ways', async () => {
    const spellings = ['jane.doe@gmail.com', 'j.a.n.e.doe@gmail.com', 'janedoe+a@gmail.com', 'JaneDoe+b@gmail.com']
    const statuses = []
    for (const email of [...spellings, 'jane.d.oe@gmail.com', 'janedoe+c@gmail.com']) {
      const bearer = await sessionOf((await addPerson()).userId)
      statuses.push((await post('/account/invitations', { role: 'viewer', email }, bearer)).status)
    }
    expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  })

  test('the name of an account that could be a link is not mailed', async () => {
    const { email, userId } = await addPerson()
    const bearer = await sessionOf(userId)
    await fetch(`${service.origin}/account`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/json', ...bearer },
      body: JSON.stringify({ name: 'You won: evil.example/prize' }),
    })
    await post('/account/invitations', { role: 'viewer', email: 'lucky@contoso.com' }, bearer)
    const mail = await smtp.next('lucky@contoso.com')
    expect(mail.raw).not.toContain('evil')
    expect(headerOf(mail, 'Subject')).toBe(`${email} invited you to their account on Mailsift`)
  })
})

describe('forgotten passwords', () => {
  test('a known person gets a link that sets the password once; the answer is the same for a stranger', async () => {
    const { email } = await addPerson()
    const answers = await Promise.all(
      [email, 'nobody@contoso.com'].map((each) => post('/account/password-reset-request', { email: each })),
    )
    for (const answer of answers) {
      expect([answer.status, await answer.text()]).toEqual([204, ''])
      expect(answer.headers.get('ratelimit')).toMatch(/^"reset-address";r=2;/)
    }
    const mail = await smtp.next(email)
    const secret = secretIn(textOf(mail), 'reset')
    const { rows } = await sql<{ minutes: number }>`
      SELECT round(extract(epoch FROM expires_at - now()) / 60)::integer AS minutes
      FROM sign_in_links l JOIN users p ON p.id = l.user_id WHERE p.email = ${email}`.execute(service.db)
    expect(rows).toEqual([{ minutes: 60 }])
    const reset = () => post('/account/password-reset', { secret, new_password: 'another entirely random phrase' })
    expect((await reset()).status).toBe(204)
    expect((await reset()).status).toBe(403)
    expect((await signIn(email)).status).toBe(401)
    expect((await signIn(email, {}, 'another entirely random phrase')).status).toBe(200)
    expect(smtp.received.filter(({ to }) => to.includes('nobody@contoso.com'))).toEqual([])
  })

  test('requests for one address are limited, whether or not it exists', async () => {
    const { email } = await addPerson()
    for (const each of [email, 'no-one@contoso.com']) {
      const statuses = []
      for (let request = 0; request < 4; request++)
        statuses.push((await post('/account/password-reset-request', { email: each })).status)
      expect(statuses).toEqual([204, 204, 204, 429])
    }
  })

  test('a page of another origin cannot request a link', async () => {
    const headers = { origin: 'https://evil.example' }
    const answer = await post('/account/password-reset-request', { email: 'a@contoso.com' }, headers)
    expect(answer.status).toBe(403)
  })

  test('an admin has a link mailed to a member, and never sees it', async () => {
    const [owner, member] = [await addPerson('owner'), await addPerson('member')]
    await sql`UPDATE members SET account_id = ${owner.accountId}, role = 'member' WHERE user_id = ${member.userId}`.execute(
      service.db,
    )
    const bearer = await sessionOf(owner.userId)
    const answer = await post(`/account/members/${member.userId}/reset-link`, undefined, bearer)
    expect([answer.status, await answer.json()]).toEqual([201, { link: null, expires_at: expect.any(String) }])
    expect(textOf(await smtp.next(member.email))).toMatch(/#reset=[\w-]{43}/)
  })
})

describe('sign-ins', () => {
  test('a sign-in from a device that was not used before is reported, once', async () => {
    const { email } = await addPerson()
    const first = await signIn(email)
    expect(first.device).toMatch(/^mailsift_device=[\w-]{32}$/)
    const again = await signIn(email, { cookie: first.device! })
    expect(again.device).toBeUndefined()
    const other = await signIn(email, { 'user-agent': FIREFOX })
    expect(other.device).not.toBe(first.device)
    const mail = await smtp.next(email)
    expect(headerOf(mail, 'Subject')).toBe('New sign-in to Mailsift')
    expect(textOf(mail)).toMatch(/Network: 127\.0\.0\.1\nBrowser: Firefox on Linux\n/)
    await signIn(email, { cookie: other.device!, 'user-agent': FIREFOX })
    await signIn(email, { 'user-agent': FIREFOX })
    const { rows } = await sql`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'mail.send'`.execute(service.db)
    expect(rows).toEqual([])
    expect(smtp.received.filter(({ to }) => to.includes(email))).toHaveLength(1)
  })

  test("a device of one person is another person's new device", async () => {
    const [ada, grace] = [await addPerson(), await addPerson()]
    const { device } = await signIn(ada.email)
    await signIn(grace.email)
    await signIn(grace.email, { cookie: device! })
    expect(headerOf(await smtp.next(grace.email), 'Subject')).toBe('New sign-in to Mailsift')
  })

  test('the device that a person joined with is known, and the next other one is reported', async () => {
    const { userId } = await addPerson('owner')
    const made = await post('/account/invitations', { role: 'viewer' }, await sessionOf(userId))
    const secret = ((await made.json()) as { link: string }).link.split('=')[1]
    const email = 'joined@contoso.com'
    const joined = await post('/account/invitations/join', { secret, email, password: PASSWORD })
    expect(joined.headers.getSetCookie().join()).toMatch(/mailsift_device=/)
    await signIn(email, { 'user-agent': FIREFOX })
    expect(headerOf(await smtp.next(email), 'Subject')).toBe('New sign-in to Mailsift')
  })

  test('a person has at most 20 known devices', async () => {
    const { email, userId } = await addPerson()
    await sql`INSERT INTO devices (user_id, sha256, last_used_at)
      SELECT ${userId}, sha256(n::text::bytea), now() - make_interval(days => n) FROM generate_series(1, 20) n`.execute(
      service.db,
    )
    await signIn(email)
    const { rows } = await sql`SELECT FROM devices WHERE user_id = ${userId}`.execute(service.db)
    expect(rows).toHaveLength(20)
  })
})

describe('the test email', () => {
  async function ownerSession(): Promise<Record<string, string>> {
    await ensureFirstAccount(service.db, service.dataDir)
    return sessionOf((await findUserOf(service.db, 'owner@mailsift.internal'))!.id)
  }

  test('the owner of the installation sends one, and reads what the mail server says', async () => {
    const bearer = await ownerSession()
    const sent = await post('/account/test-mail', { to: 'ops@contoso.com' }, bearer)
    expect(sent.status).toBe(204)
    expect(headerOf(await smtp.next('ops@contoso.com'), 'Subject')).toBe('Test email from Mailsift')
    const refused = await post('/account/test-mail', { to: 'full@contoso.com' }, bearer)
    expect(refused.status).toBe(502)
    expect(await refused.json()).toMatchObject({ code: 'mail_failed', detail: expect.stringContaining('552 5.2.2') })
    const own = await post('/account/test-mail', {}, bearer)
    expect([own.status, ((await own.json()) as { code: string }).code]).toEqual([400, 'invalid_email'])
  })

  test('other accounts cannot send one', async () => {
    const bearer = await sessionOf((await addPerson()).userId)
    expect((await post('/account/test-mail', { to: 'ops@contoso.com' }, bearer)).status).toBe(404)
  })
})

test('a person chooses the notice of a finished list, which is off at first', async () => {
  const bearer = await sessionOf((await addPerson()).userId)
  const url = `${service.origin}/account/notifications`
  expect(await (await fetch(url, { headers: bearer })).json()).toEqual({ list_completed: false })
  const set = await fetch(url, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', ...bearer },
    body: JSON.stringify({ list_completed: true }),
  })
  expect([set.status, await set.json()]).toEqual([200, { list_completed: true }])
  expect(await (await fetch(url, { headers: bearer })).json()).toEqual({ list_completed: true })
})
