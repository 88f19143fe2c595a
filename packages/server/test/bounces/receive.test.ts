// Reports over HTTP: mails, events and webhooks of the real service.
import { createHmac, createSign, generateKeyPairSync, sign } from 'node:crypto'
import type {
  AcceptedReports,
  BounceSourceKind,
  BounceSourceList,
  KnownMailboxList,
  MadeBounceSource,
  SuppressionPage,
} from '@mailsift/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCookieFor } from '../../src/access/session-cookie.ts'
import { findUserOf } from '../../src/accounts/accounts.ts'
import { createSessions } from '../../src/identity/sessions/sessions.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { complaint, dsn } from './mails.ts'

const JANE = 'jane.roe@contoso.org'

let service: Service
beforeAll(async () => {
  service = await startService({}, { worker: false })
})
afterAll(() => service.stop())

const at = (path: string) => `${service.origin}${path}`

async function post<T>(caller: Caller, path: string, body: unknown, type = 'application/json'): Promise<T> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const answer = await service.request(caller, at(path), {
    method: 'POST',
    body: text,
    headers: { 'content-type': type },
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (answer.status === 204 ? undefined : await answer.json()) as T
}

const known = async (caller: Caller, ...emails: string[]) =>
  (await post<KnownMailboxList>(caller, '/account/mailboxes/lookup', { emails })).items

const suppressions = async (caller: Caller, query = '') =>
  (await (await service.request(caller, at(`/account/suppressions?${query}`))).json()) as SuppressionPage

async function makeSource(caller: Caller, kind: BounceSourceKind, more: { key?: string; topic?: string } = {}) {
  const person = (await findUserOf(service.db, caller.accountId))!
  const secrets = ['a secret for tests that is long enough'] as const
  const sessions = createSessions({ db: service.db, secrets, cookie: sessionCookieFor(service.origin) })
  const { bearerToken } = await sessions.start(service.db, person)
  const headers = { authorization: `Bearer ${bearerToken}`, 'content-type': 'application/json' }
  const answer = await fetch(at('/account/bounce-sources'), {
    method: 'POST',
    headers,
    body: JSON.stringify({ kind, name: kind, ...more }),
  })
  expect(answer.status).toBe(201)
  const made = (await answer.json()) as MadeBounceSource
  const list = async () =>
    ((await (await fetch(at('/account/bounce-sources'), { headers })).json()) as BounceSourceList).items
  /** By the real origin: the shown one is the public one. */
  const hook = at(new URL(made.url).pathname)
  const send = async (body: string | object, more: Record<string, string> = {}) =>
    (
      await fetch(hook, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'text/plain; charset=UTF-8', ...more },
      })
    ).status
  return { made, list, send, hook }
}

test('a bounce that is handed in as mail is known at once, and counts once', async () => {
  const caller = await service.newCaller()
  const first = await post<AcceptedReports>(caller, '/account/bounces', dsn(), 'message/rfc822')
  expect(first).toMatchObject({ messages: 1, unread: 0, accepted: 1, reports: { no_such_mailbox: 1, blocked: 0 } })
  expect(await post<AcceptedReports>(caller, '/account/bounces', dsn(), 'message/rfc822')).toMatchObject({
    accepted: 0,
  })
  expect(await known(caller, JANE, 'john@contoso.org')).toMatchObject([
    { email: JANE, mailbox: 'does_not_exist', suppressed: 'bounce', reasons: [{ code: 'bounced', tier: 'unsafe' }] },
  ])
  const other = await service.newCaller()
  expect(await known(other, JANE)).toEqual([])
})

test('an mbox file is read mail by mail, and what reports nothing is counted', async () => {
  const caller = await service.newCaller()
  const mails = [
    dsn(),
    dsn({ recipient: 'john@contoso.org', id: '<2@mta>', status: '5.2.2', diagnostic: 'smtp; 552 full' }),
  ]
  const mbox = [...mails, complaint(), 'From: a@b.example\r\n\r\nHello'].map((mail) => `From x\n${mail}\n\n`).join('')
  expect(await post<AcceptedReports>(caller, '/account/bounces', mbox, 'application/mbox')).toMatchObject({
    ...{ messages: 4, unread: 1, accepted: 3 },
    reports: { no_such_mailbox: 1, mailbox_full: 1, complaint: 1 },
  })
  const [jane] = (await suppressions(caller)).items
  expect(jane).toMatchObject({ email: JANE, reason: 'complaint', expires_at: null })
})

test('a read token and an empty body are refused', async () => {
  const caller = await service.newCaller()
  const headers = { 'service-email-api-token': caller.readToken, 'content-type': 'message/rfc822' }
  expect((await fetch(at('/account/bounces'), { method: 'POST', body: dsn(), headers })).status).toBe(403)
  const empty = await service.request(caller, at('/account/bounces'), { method: 'POST' })
  expect(empty.status).toBe(400)
})

test('a delivery or an entry takes a bounce off the suppression list, and leaves a complaint on it', async () => {
  const caller = await service.newCaller()
  const events = (items: object[]) => post<AcceptedReports>(caller, '/account/bounces/events', { items })
  const day = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
  await events([
    { email: JANE, event: 'bounce', reply: '550 user unknown', at: day(3), id: '1' },
    { email: 'john@contoso.org', event: 'complaint', at: day(3), id: '2' },
    { email: 'mary@contoso.org', event: 'unsubscribe', at: day(3), id: '3' },
    { email: 'bob@contoso.org', event: 'bounce', status_code: '5.7.1', at: day(3), id: '4' },
  ])
  expect((await suppressions(caller)).items.map(({ email, reason }) => [email, reason]).sort()).toEqual([
    [JANE, 'bounce'],
    ['john@contoso.org', 'complaint'],
    ['mary@contoso.org', 'unsubscribe'],
  ])
  await events([JANE, 'john@contoso.org'].map((email, id) => ({ email, event: 'delivery', at: day(1), id: `d${id}` })))
  expect((await suppressions(caller)).items.map(({ reason }) => reason).sort()).toEqual(['complaint', 'unsubscribe'])
  await post(caller, '/account/mailboxes', { email: JANE, mailbox: 'does_not_exist' })
  expect(await known(caller, JANE)).toMatchObject([{ mailbox: 'does_not_exist', suppressed: 'bounce' }])
  await post(caller, '/account/mailboxes', { email: JANE, mailbox: 'exists' })
  expect(await known(caller, JANE)).toMatchObject([{ mailbox: 'exists', suppressed: null, reasons: [] }])
})

const seconds = () => String(Math.floor(Date.now() / 1000))

test('SendGrid: events count only with the signature of its key', async () => {
  const caller = await service.newCaller()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const { send } = await makeSource(caller, 'sendgrid', { key })
  const body = JSON.stringify([
    {
      email: JANE,
      event: 'bounce',
      type: 'bounce',
      reason: '550 5.1.1 user unknown',
      status: '5.1.1',
      sg_event_id: 'e1',
      timestamp: Number(seconds()),
    },
    { email: 'bob@contoso.org', event: 'bounce', type: 'blocked', reason: 'user unknown', sg_event_id: 'e2' },
  ])
  const signed = (text: string, time: string) => ({
    'x-twilio-email-event-webhook-timestamp': time,
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(time + text), privateKey).toString('base64'),
  })
  expect(await send(body)).toBe(401)
  expect(await send(body, signed('[]', seconds()))).toBe(401)
  expect(await send(body, signed(body, '1500000000'))).toBe(401)
  expect(await known(caller, JANE)).toEqual([])
  expect(await send(body, signed(body, seconds()))).toBe(204)
  expect(await known(caller, JANE, 'bob@contoso.org')).toMatchObject([
    { email: JANE, mailbox: 'does_not_exist', mailbox_evidence: { reply: '550 5.1.1 user unknown' } },
  ])
})

test('Mailgun: an event counts only with the HMAC of its key', async () => {
  const caller = await service.newCaller()
  const { send } = await makeSource(caller, 'mailgun', { key: 'a signing key' })
  const event = (key: string) => {
    const timestamp = seconds()
    const signature = createHmac('sha256', key).update(`${timestamp}token`).digest('hex')
    const data = { event: 'failed', severity: 'permanent', id: 'm1', recipient: JANE, timestamp: Number(timestamp) }
    const status = { code: 550, message: '5.1.1 The account does not exist', 'enhanced-code': '5.1.1' }
    return { signature: { timestamp, token: 'token', signature }, 'event-data': { ...data, 'delivery-status': status } }
  }
  expect(await send(event('another key'))).toBe(401)
  expect(await send(event('a signing key'))).toBe(204)
  expect(await known(caller, JANE)).toMatchObject([{ mailbox: 'does_not_exist' }])
})

test('Postal: an event counts only with the RSA signature of its key', async () => {
  const caller = await service.newCaller()
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const key = `v=DKIM1; t=s; h=sha256; p=${publicKey.export({ format: 'der', type: 'spki' }).toString('base64')};`
  const { send } = await makeSource(caller, 'postal', { key })
  const payload = { message: { to: JANE }, output: '552 5.2.2 mailbox full', details: '' }
  const body = JSON.stringify({ event: 'MessageDeliveryFailed', uuid: 'p1', timestamp: Number(seconds()), payload })
  const signature = createSign('RSA-SHA256').update(body).sign(privateKey, 'base64')
  expect(await send(`${body} `, { 'x-postal-signature-256': signature })).toBe(401)
  expect(await send(body, { 'x-postal-signature-256': signature })).toBe(204)
  expect(await known(caller, JANE)).toMatchObject([
    { mailbox: 'exists', reasons: [{ code: 'mailbox_full', tier: 'risky' }] },
  ])
})

test('Postmark: the secret path is the credential, and a path that is not one is not found', async () => {
  const caller = await service.newCaller()
  const { send, list } = await makeSource(caller, 'postmark')
  const event = { RecordType: 'Bounce', Type: 'HardBounce', ID: 7, Email: JANE, Details: 'smtp;550 5.1.1 user unknown' }
  expect(await send(event)).toBe(204)
  expect(await send(event)).toBe(204)
  expect(await known(caller, JANE)).toMatchObject([{ mailbox: 'does_not_exist' }])
  expect((await list())[0]).toMatchObject({ kind: 'postmark', last_report_at: expect.any(String) })
  expect(JSON.stringify(await list())).not.toMatch(/[0-9a-f]{32}\b(?!-)/)
  const guessed = await fetch(at(`/hooks/bounces/${'0'.repeat(32)}`), { method: 'POST', body: '{}' })
  expect(guessed.status).toBe(404)
})

test('Postmark: a block that it calls a hard bounce says nothing about the mailbox', async () => {
  const caller = await service.newCaller()
  const { send } = await makeSource(caller, 'postmark')
  // The same for every hard bounce.
  const Description = 'The server was unable to deliver your message (ex: unknown user, mailbox not found).'
  const bounce = { RecordType: 'Bounce', Type: 'HardBounce', Description }
  await send({ ...bounce, ID: 1, Email: JANE, Details: 'smtp;550 5.7.1 Message blocked: unknown sender' })
  await send({ ...bounce, ID: 2, Email: 'john@contoso.org', Details: 'smtp;550 Listed at zen.spamhaus.org' })
  await send({ ...bounce, ID: 3, Email: 'mary@contoso.org', Details: 'smtp;550 mailbox unavailable' })
  expect(await known(caller, JANE, 'john@contoso.org', 'mary@contoso.org')).toMatchObject([
    { email: 'mary@contoso.org', mailbox: 'does_not_exist' },
  ])
})

test('SendGrid: its own class of a bounce counts only where the server says nothing else', async () => {
  const caller = await service.newCaller()
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const { send } = await makeSource(caller, 'sendgrid', { key })
  const bounce = { event: 'bounce', bounce_classification: 'Invalid Address' }
  const body = JSON.stringify([
    { ...bounce, email: JANE, sg_event_id: '1', status: '5.7.1', reason: '550 5.7.1 Message refused' },
    { ...bounce, email: 'mary@contoso.org', sg_event_id: '2', status: '5.0.0', reason: '550 mailbox unavailable' },
  ])
  const time = seconds()
  const headers = {
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(time + body), privateKey).toString('base64'),
    'x-twilio-email-event-webhook-timestamp': time,
  }
  expect(await send(body, headers)).toBe(204)
  expect(await known(caller, JANE, 'mary@contoso.org')).toMatchObject([{ email: 'mary@contoso.org' }])
})

test('dates and codes that no database can store do not keep other reports from being accepted', async () => {
  const caller = await service.newCaller()
  const mail = (id: number, date: string) =>
    dsn({ recipient: `user${id}@contoso.org`, id: `<${id}@mta>` })
      .replaceAll(/^Last-Attempt-Date:.*\r\n/gm, '')
      .replaceAll(/^Arrival-Date:.*$/gm, `Arrival-Date: ${date}`)
      .replace(/^Date:.*$/m, `Date: ${date}`)
  const dates = ['0000-01-01T00:00:00Z', '-271821-04-20T00:00:00Z', new Date().toUTCString()]
  const mbox = dates.map((date, id) => `From x\n${mail(id, date)}\n\n`).join('')
  expect(await post<AcceptedReports>(caller, '/account/bounces', mbox, 'application/mbox')).toMatchObject({
    ...{ messages: 3, accepted: 1 },
  })
  const { send } = await makeSource(caller, 'mailgun', { key: 'signing key' })
  const timestamp = seconds()
  const signature = createHmac('sha256', 'signing key').update(`${timestamp}t`).digest('hex')
  const status = { 'enhanced-code': `5.1.1\0${'x'.repeat(5_000)}`, message: 'no such user' }
  const event = { event: 'failed', severity: 'permanent', id: 'm', recipient: JANE, 'delivery-status': status }
  const told = { signature: { timestamp, token: 't', signature }, 'event-data': event }
  expect(await send(told)).toBe(204)
  expect(await known(caller, JANE)).toMatchObject([{ mailbox_evidence: { status_code: null } }])
})

test('a source is not created with a key that could verify nothing', async () => {
  const caller = await service.newCaller()
  for (const [kind, more] of [
    ['ses', { topic: 'arn:aws:sns:eu-west-1:1:bounces' }],
    ['sendgrid', {}],
    ['postal', {}],
  ] as const)
    await expect(makeSource(caller, kind, { key: 'no key', ...more }), kind).rejects.toThrow('400')
})

test('Amazon SES: only the configured key and topic count, and a subscription is shown, not opened', async () => {
  const caller = await service.newCaller()
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const topic = 'arn:aws:sns:eu-west-1:1:bounces'
  const key = publicKey.export({ format: 'pem', type: 'spki' }) as string
  const { send, list } = await makeSource(caller, 'ses', { key, topic })
  const message = (fields: Record<string, string>, signWith = privateKey) => {
    const all = { MessageId: 'n1', Timestamp: new Date().toISOString(), TopicArn: topic, ...fields }
    const names = Object.keys(all)
      .sort()
      .filter((name) => name !== 'SigningCertURL')
    const text = names.map((name) => `${name}\n${(all as Record<string, string>)[name]}\n`).join('')
    const Signature = createSign('RSA-SHA256').update(text).sign(signWith, 'base64')
    return { ...all, SignatureVersion: '2', Signature, SigningCertURL: 'https://attacker.example/cert.pem' }
  }
  const subscribe = { Type: 'SubscriptionConfirmation', Message: 'Confirm', Token: 't' }
  const url = 'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&Token=t'
  expect(await send(message({ ...subscribe, SubscribeURL: url }))).toBe(204)
  expect((await list())[0]).toMatchObject({ confirmation_url: url })
  const bounced = { emailAddress: JANE, status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }
  const bounce = { bounceType: 'Permanent', bounceSubType: 'General', feedbackId: 'f1', bouncedRecipients: [bounced] }
  const Message = JSON.stringify({ notificationType: 'Bounce', bounce, mail: { messageId: 'm' } })
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  expect(await send(message({ Type: 'Notification', Message }, other))).toBe(401)
  expect(await send(message({ Type: 'Notification', Message, TopicArn: 'arn:aws:sns:eu-west-1:2:other' }))).toBe(401)
  expect(await send({ ...message({ Type: 'Notification', Message }), Message: '{}' })).toBe(401)
  expect(await known(caller, JANE)).toEqual([])
  expect(await send(message({ Type: 'Notification', Message }))).toBe(204)
  expect(await known(caller, JANE)).toMatchObject([{ mailbox: 'does_not_exist' }])
  expect((await list())[0]).toMatchObject({ confirmation_url: null })
})

test('the suppression list is added to, paged, exported for other programs, and removed from', async () => {
  const caller = await service.newCaller()
  const emails = ['a1@contoso.org', 'a2@contoso.org', '=a3@contoso.org', 'no address']
  expect(await post(caller, '/account/suppressions', { emails })).toEqual({ added: 3, malformed: 1 })
  expect(await post(caller, '/account/suppressions', { emails })).toEqual({ added: 0, malformed: 1 })
  expect(await post(caller, '/account/suppressions', { emails: [emails[0]], reason: 'unsubscribe' })).toMatchObject({
    added: 1,
  })
  const first = await suppressions(caller, 'take=2')
  const second = await suppressions(caller, `take=2&cursor=${first.next_cursor}`)
  expect([...first.items, ...second.items].map(({ email }) => email).sort()).toEqual(emails.slice(0, 3).sort())
  expect(second.next_cursor).toBeNull()
  expect((await suppressions(caller, 'email=A1%40contoso.org')).items).toMatchObject([{ reason: 'unsubscribe' }])
  const exported = async (format: string) =>
    (await (await service.request(caller, at(`/account/suppressions/export?format=${format}`))).text()).split('\r\n')
  expect((await exported('csv'))[0]).toBe('email,reason,suppressed_at,expires_at')
  expect(await exported('csv')).toContainEqual(expect.stringMatching(/^'=a3@contoso\.org,manual,/))
  expect(await exported('ses')).toContain('a1@contoso.org,COMPLAINT')
  expect(await exported('mailchimp')).toEqual(expect.arrayContaining(['Email Address', 'a2@contoso.org']))
  expect(await exported('listmonk')).toContain('a2@contoso.org,,"{""suppressed"":""manual""}"')
  const remove = () => service.request(caller, at('/account/suppressions?email=a2%40contoso.org'), { method: 'DELETE' })
  expect((await remove()).status).toBe(204)
  expect((await remove()).status).toBe(404)
  const bad = await service.request(caller, at('/account/suppressions?cursor=bm9uZQ'))
  expect(bad.status).toBe(400)
})
