// Issue: somebody joins with an address that is not theirs, adds a passkey, and waits until its owner gets access to something worth having.
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createAccount, findUserOf, setPassword } from '../../src/accounts/accounts.ts'
import { slowPasswords } from '../../src/identity/identity.ts'
import { confirmAddressAnew } from '../../src/identity/users/confirmed-address.ts'
import { codeOf } from '../access/test-app.ts'
import { type Service, startService } from '../bulk/service.ts'
import { APP_ORIGIN } from '../stand-ins/identity-provider.ts'
import { headerOf, type SmtpStandIn, textOf, useSmtpServer } from '../stand-ins/smtp-server.ts'
import { createAuthenticator } from './passkeys/authenticator.ts'
import { codeOf as totpOf } from './second-factor/totp.ts'
import { createVisitor, type Visitor } from './single-sign-on/visitor.ts'

const PASSWORD = 'correct horse battery staple'
const NEW_PASSWORD = 'an entirely different phrase'

const ends: (() => Promise<void>)[] = []
let service: Service
let smtp: SmtpStandIn
let passwordHash: string
beforeAll(async () => {
  passwordHash = await slowPasswords.hash(PASSWORD)
  smtp = await useSmtpServer({ onFinished: (end) => ends.push(end) })
  const mail = { SMTP_URL: smtp.url, MAIL_FROM: 'Mailsift <mail@mailsift.test>' }
  service = await startService({ BASE_URL: `${APP_ORIGIN}/v1`, ...mail })
  ends.unshift(() => service.stop())
})
afterAll(async () => {
  for (const end of ends) await end()
})

// All visitors come from one network.
beforeEach(() => sql`TRUNCATE rate_limits`.execute(service.db))

const visitor = () => createVisitor({ url: service.origin })

async function resultOf(answer: Promise<Response>): Promise<string> {
  const response = await answer
  return response.status < 300 ? 'ok' : await codeOf(response)
}

/** The owner of an account, signed in. */
async function owner(email: string): Promise<Visitor & { accountId: string }> {
  const { id } = await createAccount(service.db, { email })
  const person = (await findUserOf(service.db, id))!
  await service.db.transaction().execute((tx) => setPassword(tx, person.id, passwordHash))
  const own = visitor()
  expect(await resultOf(own.post('/account/sign-in', { email, password: PASSWORD }))).toBe('ok')
  return { ...own, accountId: id }
}

async function invite(by: Visitor, body: object): Promise<string> {
  const answer = await by.post('/account/invitations', body)
  return ((await answer.json()) as { link: string }).link.split('#invitation=')[1]!
}

async function addPasskey(by: Visitor, password = PASSWORD) {
  const begun = await by.post('/account/passkeys/begin', { password })
  const { challenge, user_id: userHandle } = (await begun.json()) as { challenge: string; user_id: string }
  const key = createAuthenticator()
  expect(await resultOf(by.post('/account/passkeys', { name: 'Key', ...key.register({ challenge }) }))).toBe('ok')
  return { key, userHandle }
}

type Passkey = Awaited<ReturnType<typeof addPasskey>>
async function signInByPasskey(by: Visitor, { key, userHandle }: Passkey): Promise<string> {
  const { challenge } = (await (await by.post('/account/passkeys/challenge', undefined)).json()) as {
    challenge: string
  }
  return resultOf(by.post('/account/passkeys/sign-in', key.assert({ challenge, userHandle })))
}

const secretIn = (text: string, purpose: string) => new RegExp(`#${purpose}=([\\w.-]+)`).exec(text)![1]!

async function mailedSecret(to: string, subject: RegExp, purpose: string): Promise<string> {
  for (;;) {
    const mail = await smtp.next(to)
    if (subject.test(headerOf(mail, 'Subject') ?? '')) return secretIn(textOf(mail), purpose)
  }
}

const sessionOf = async (by: Visitor) =>
  (await (await by.get('/account/session')).json()) as { account: { id: string }; address_confirmed: boolean }

const actionsOf = async (by: Visitor) => {
  const { items } = (await (await by.get('/account/audit?take=100')).json()) as { items: { action: string }[] }
  return items.map(({ action }) => action)
}

test('a passkey that somebody added with the address of another does not sign in once the owner of the address has come', async () => {
  const address = 'victim@company.example'
  // 1. The attacker makes an invitation for anyone and joins with the address of the victim: no proof, no mail.
  const attacker = await owner('attacker@example.com')
  const planted = visitor()
  const secret = await invite(attacker, { role: 'viewer' })
  const joining = { secret, email: address, password: PASSWORD }
  expect(await resultOf(planted.post('/account/invitations/join', joining))).toBe('ok')
  expect(await sessionOf(planted)).toMatchObject({ address_confirmed: false })
  const members = (await (await attacker.get('/account/members')).json()) as { items: object[] }
  expect(members.items).toContainEqual(expect.objectContaining({ email: address, address_confirmed: false }))

  // 2. The attacker adds a passkey. The owner of the mailbox hears of it.
  const passkey = await addPasskey(planted)
  const reported = await smtp.next(address)
  expect(textOf(reported)).toContain('signs you in to Mailsift without a password')
  expect(headerOf(reported, 'Subject')).toBe('New passkey for Mailsift')
  expect(await actionsOf(attacker)).toContain('passkey_added')

  // 3. The victim resets the password by mail.
  const victim = visitor()
  const requested = smtp.next(address)
  expect(await resultOf(victim.post('/account/password-reset-request', { email: address }))).toBe('ok')
  const mail = await requested
  expect(textOf(mail)).toContain('removes passkeys')
  const reset = { secret: secretIn(textOf(mail), 'reset'), new_password: NEW_PASSWORD }
  expect(await resultOf(victim.post('/account/password-reset', reset))).toBe('ok')
  expect((await planted.get('/account/session')).status).toBe(401)
  expect(await signInByPasskey(visitor(), passkey)).toBe('passkey_refused')
  expect(await actionsOf(attacker)).toEqual(expect.arrayContaining(['credentials_removed', 'address_confirmed']))

  // 4. The victim joins the company as an admin.
  const company = await owner('ceo@company.example')
  const invitation = await invite(company, { role: 'admin', email: address })
  expect(await resultOf(victim.post('/account/sign-in', { email: address, password: NEW_PASSWORD }))).toBe('ok')
  expect(await resultOf(victim.post('/account/invitations/accept', { secret: invitation }))).toBe('ok')
  expect(await sessionOf(victim)).toMatchObject({ account: { id: company.accountId }, address_confirmed: true })

  // 5. The passkey of the attacker signs in nowhere, so that it creates no token.
  const back = visitor()
  expect(await signInByPasskey(back, passkey)).toBe('passkey_refused')
  expect(await resultOf(back.post('/account/switch', { account_id: company.accountId }))).toBe('unauthenticated')
  const token = { name: 'Stolen', permission: 'write' }
  expect(await resultOf(back.post('/account/tokens', token))).toBe('unauthenticated')
})

test('a person who joined by a link alone works in that account and in no other until the address is confirmed', async () => {
  const address = 'unproved@company.example'
  const [first, second] = [await owner('first@example.com'), await owner('second@example.com')]
  const person = visitor()
  const joining = { secret: await invite(first, { role: 'member' }), email: address, password: PASSWORD }
  expect(await resultOf(person.post('/account/invitations/join', joining))).toBe('ok')
  // The inviter of the second account holds this link, too, so that it proves nothing.
  const shown = await invite(second, { role: 'member', email: address })
  const mailed = await mailedSecret(address, /invited you/, 'invitation')
  expect(mailed.startsWith(`${shown}.`)).toBe(true)
  expect(await resultOf(person.post('/account/invitations/accept', { secret: shown }))).toBe('address_unconfirmed')
  const forged = `${shown}.${'x'.repeat(43)}`
  expect(await resultOf(person.post('/account/invitations/accept', { secret: forged }))).toBe('address_unconfirmed')
  // The one in the mail does, and the signed-in person keeps everything.
  const passkey = await addPasskey(person)
  expect(await resultOf(person.post('/account/invitations/accept', { secret: mailed }))).toBe('ok')
  expect(await sessionOf(person)).toMatchObject({ account: { id: second.accountId }, address_confirmed: true })
  expect(await signInByPasskey(visitor(), passkey)).toBe('ok')
})

test('a person who confirms by mail while signed in keeps passkey, second factor and session', async () => {
  const address = 'honest@company.example'
  const account = await owner('host@example.com')
  const person = visitor()
  const joining = { secret: await invite(account, { role: 'member' }), email: address, password: PASSWORD }
  expect(await resultOf(person.post('/account/invitations/join', joining))).toBe('ok')
  const passkey = await addPasskey(person)
  const { totp_uri } = (await (await person.post('/account/second-factor', { password: PASSWORD })).json()) as {
    totp_uri: string
  }
  expect(await resultOf(person.post('/account/second-factor/confirm', { code: totpOf(totp_uri) }))).toBe('ok')
  expect(await resultOf(person.post('/account/address/confirmation-mail', undefined))).toBe('ok')
  const secret = await mailedSecret(address, /Confirm your address/, 'confirm')
  // Another person cannot use it up.
  expect(await resultOf(account.post('/account/address/confirm', { secret }))).toBe('link_invalid')
  expect(await resultOf(person.post('/account/address/confirm', { secret }))).toBe('ok')
  expect(await sessionOf(person)).toMatchObject({ address_confirmed: true, second_factor: true })
  expect(await signInByPasskey(visitor(), passkey)).toBe('ok')
  expect(smtp.received.filter(({ to }) => to.includes(address)).map((mail) => headerOf(mail, 'Subject'))).toContain(
    'Two-factor authentication is on',
  )
})

test('the confirmation by somebody who is not signed in removes what signed in before', async () => {
  const address = 'squatted@company.example'
  const account = await owner('squatter@example.com')
  const planted = visitor()
  const joining = { secret: await invite(account, { role: 'viewer' }), email: address, password: PASSWORD }
  expect(await resultOf(planted.post('/account/invitations/join', joining))).toBe('ok')
  const passkey = await addPasskey(planted)
  // The squatter requests the mail and hopes that the victim follows it.
  expect(await resultOf(planted.post('/account/address/confirmation-mail', undefined))).toBe('ok')
  const secret = await mailedSecret(address, /Confirm your address/, 'confirm')
  const victim = visitor()
  expect(await resultOf(victim.post('/account/address/confirm', { secret }))).toBe('unauthenticated')
  expect(await resultOf(victim.post('/account/password-reset', { secret, new_password: NEW_PASSWORD }))).toBe('ok')
  expect((await planted.get('/account/session')).status).toBe(401)
  expect(await signInByPasskey(visitor(), passkey)).toBe('passkey_refused')
  expect(await resultOf(planted.post('/account/sign-in', { email: address, password: PASSWORD }))).toBe(
    'invalid_credentials',
  )
})

test('the mail of an invitation brings the owner of an address in, even if somebody else has joined with it', async () => {
  const address = 'wanted@company.example'
  const account = await owner('other-squatter@example.com')
  const planted = visitor()
  const joining = { secret: await invite(account, { role: 'viewer' }), email: address, password: PASSWORD }
  expect(await resultOf(planted.post('/account/invitations/join', joining))).toBe('ok')
  const passkey = await addPasskey(planted)
  const company = await owner('hr@company.example')
  const shown = await invite(company, { role: 'admin', email: address })
  const mailed = await mailedSecret(address, /invited you/, 'invitation')
  const victim = visitor()
  const own = { email: address, password: NEW_PASSWORD }
  // With the link that the inviter has seen, the person exists.
  expect(await resultOf(visitor().post('/account/invitations/join', { ...own, secret: shown }))).toBe('account_exists')
  expect(await resultOf(victim.post('/account/invitations/join', { ...own, secret: mailed }))).toBe('ok')
  expect(await sessionOf(victim)).toMatchObject({ account: { id: company.accountId }, address_confirmed: true })
  expect((await planted.get('/account/session')).status).toBe(401)
  expect(await signInByPasskey(visitor(), passkey)).toBe('passkey_refused')
})

/** Resolves when a statement waits for a lock that another transaction holds. */
async function lockWaiter(): Promise<'waits'> {
  for (;;) {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(service.db)
    if (rows.length > 0) return 'waits'
  }
}

test('what somebody sends while the owner of the address proves it adds no passkey, no password and no session', async () => {
  const host = await owner('racer@example.com')
  const attempts: Record<string, (planted: Visitor, email: string) => Promise<() => Promise<Response>>> = {
    async passkey(planted) {
      const begun = await planted.post('/account/passkeys/begin', { password: PASSWORD })
      const { challenge } = (await begun.json()) as { challenge: string }
      const body = { name: 'Key', ...createAuthenticator().register({ challenge }) }
      return () => planted.post('/account/passkeys', body)
    },
    password: async (planted) => () =>
      planted.post('/account/password', { current_password: PASSWORD, new_password: 'a third and different phrase' }),
    async 'second factor'(planted) {
      const setup = await planted.post('/account/second-factor', { password: PASSWORD })
      const { totp_uri } = (await setup.json()) as { totp_uri: string }
      const code = totpOf(totp_uri)
      expect(await resultOf(planted.post('/account/second-factor/confirm', { code }))).toBe('ok')
      return () => planted.post('/account/second-factor/disable', { password: PASSWORD })
    },
    session: async (_planted, email) => () => visitor().post('/account/sign-in', { email, password: PASSWORD }),
  }
  for (const [name, prepare] of Object.entries(attempts)) {
    const email = `${name.replace(' ', '-')}@company.example`
    const planted = visitor()
    const joining = { secret: await invite(host, { role: 'viewer' }), email, password: PASSWORD }
    expect(await resultOf(planted.post('/account/invitations/join', joining))).toBe('ok')
    const send = await prepare(planted, email)
    const { id } = (await findUserOf(service.db, email))!
    let answer: Promise<Response> | undefined
    await service.db.transaction().execute(async (tx) => {
      await confirmAddressAnew(tx, { id })
      answer = send()
      expect(await Promise.race([answer.then(() => 'answered'), lockWaiter()])).toBe('waits')
    })
    const refusal = { session: 'invalid_credentials', passkey: 'passkey_refused' }[name] ?? 'unauthenticated'
    expect(await resultOf(answer!)).toBe(refusal)
    const { rows } = await sql`
      SELECT FROM users WHERE id = ${id} AND (password_hash IS NOT NULL
        OR EXISTS (SELECT FROM passkeys WHERE user_id = ${id}) OR EXISTS (SELECT FROM sessions WHERE user_id = ${id}))`.execute(
      service.db,
    )
    expect(rows).toEqual([])
  }
})
