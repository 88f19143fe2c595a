// What strangers write, handed in over HTTP while others use the service: two of the mails once blocked the event loop for half a minute.
import { generateKeyPairSync, sign } from 'node:crypto'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { AcceptedReports, ReportEventsBody } from '@mailsift/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMailReader } from '../../src/bounces/receive/mail-reader/mail-reader.ts'
import { makeSource } from '../../src/bounces/receive/sources.ts'
import { readMail } from '../../src/bounces/reports/read-mail.ts'
import { type Service, startService } from '../bulk/service.ts'
import { complaint, dsn } from './mails.ts'

const SECRET = 'a secret for tests that is long enough'

let service: Service
beforeAll(async () => {
  service = await startService({}, { worker: false })
})
afterAll(() => service.stop())

/** Turns: how many requests of others were answered, one after the other, before this one. */
async function whileOthersAsk(name: string, bytes: number, request: () => Promise<Response>) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const startedAt = performance.now()
  delay.enable()
  let isAnswered = false
  const pending = request().finally(() => {
    isAnswered = true
  })
  let turns = 0
  do {
    expect((await fetch(`${service.origin}/livez`)).status).toBe(200)
    turns++
  } while (!isAnswered)
  const answer = await pending
  delay.disable()
  const [ms, delayMs] = [Math.round(performance.now() - startedAt), Math.round(delay.max / 1e6)]
  process.stdout.write(
    `${name}: ${bytes} bytes, answered in ${ms} ms, ${turns} other requests answered, loop delay at most ${delayMs} ms\n`,
  )
  return { answer, turns }
}

const names = Array.from({ length: 990 }, (_, nth) => `user.number.${nth}.of.many@department${nth}.contoso.org`)
const groups = names.map((name) => `Final-Recipient: rfc822; ${name}\r\nAction: failed\r\nStatus: 5.1.1\r\n`)
const HOSTILE = {
  'a report about 990 recipients that its text lists, too': dsn({
    notice: names
      .map(
        (name) => `<${name}>: host mx.contoso.org said: 550 5.1.1 User unknown, and much more text that says nothing`,
      )
      .join('\r\n'),
  }).replace('Final-Recipient', `${groups.join('\r\n')}\r\nFinal-Recipient`),
  'a complaint with 25,000 fields of one name': complaint().replace(
    'User-Agent',
    `${'a: \r\n'.repeat(25_000)}User-Agent`,
  ),
  'a notice with 2,000 lines that could each begin a recipient': `From: MAILER-DAEMON@x.example\r\nSubject: failure notice\r\n\r\n${`<a@b.example>: ${'.'.repeat(90)}\r\n`.repeat(2_000)}`,
  'a reply of a million opening brackets': dsn({ diagnostic: `smtp; 550 ${'<a@'.repeat(60_000)}` }),
  'a header of a hundred thousand folds': dsn().replace('Subject:', `X-Fold: ${'\r\n a'.repeat(60_000)}\r\nSubject:`),
  'a mebibyte of boundaries': `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n'.repeat(180_000)}`,
  'a mebibyte of small parts': `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(90_000)}`,
  'a complaint of 100,000 groups': complaint().replace('User-Agent', `${'a:b\r\n\r\n'.repeat(100_000)}User-Agent`),
  'a folded header of a mebibyte in the quoted message': complaint().replace(
    /(message\/rfc822\r?\n\r?\n)/,
    `$1X-Fold: a${'\r\n a'.repeat(200_000)}\r\n`,
  ),
  'flowed text of 160,000 lines': `From: MAILER-DAEMON@x.example\r\nContent-Type: text/plain; format=flowed\r\n\r\n${'> a \r\n'.repeat(160_000)}`,
  'html of 500,000 lines': `From: MAILER-DAEMON@x.example\r\nContent-Type: text/html\r\n\r\n${'\n '.repeat(500_000)}`,
  '24,000 messages inside each other': `From: MAILER-DAEMON@x.example\r\n${'Content-Type: message/rfc822\r\n\r\n'.repeat(24_000)}`,
  'html of opening tags': `From: MAILER-DAEMON@x.example\r\nSubject: failure notice\r\nContent-Type: text/html\r\n\r\n${'<'.repeat(200_000)}`,
}

test.each(Object.entries(HOSTILE))('%s: the service answers others at the same time', async (name, mail) => {
  const caller = await service.newCaller()
  const { answer } = await whileOthersAsk(name, mail.length, () =>
    service.request(caller, `${service.origin}/account/bounces`, {
      method: 'POST',
      body: mail,
      headers: { 'content-type': 'message/rfc822' },
    }),
  )
  expect(answer.status).toBe(200)
  const { ignored, reports } = (await answer.json()) as AcceptedReports
  expect([ignored, reports.no_such_mailbox]).toEqual(
    name.includes('990') ? [1, 0] : [expect.any(Number), expect.any(Number)],
  )
})

/** The sentence is in no table, so every pattern reads every reply to its end. */
const LONG_REPLY = `550 ${'the letters of this reply are many and none is known '.repeat(75)}`
const eventsOf = (count: number, reply: string): ReportEventsBody => ({
  items: Array.from({ length: count }, (_, nth) => ({
    ...{ email: `user${nth}@department${nth}.contoso.org`, event: 'bounce', reply, id: `event ${nth}` },
  })),
})

/** Judging a mebibyte takes hundreds of turns of others; on the event loop it would be one. */
const TURNS_MIN = 20

test('events with a mebibyte of replies: the service answers others at the same time', async () => {
  const caller = await service.newCaller()
  const body = JSON.stringify(eventsOf(240, LONG_REPLY))
  const { answer, turns } = await whileOthersAsk('events', body.length, () =>
    service.request(caller, `${service.origin}/account/bounces/events`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    }),
  )
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ messages: 240, ignored: 0, accepted: 240, reports: { unclear: 240 } })
  expect(turns).toBeGreaterThan(TURNS_MIN)
})

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const sendGrid = (count: number, reason: string) =>
  Array.from({ length: count }, (_, nth) => ({
    ...{ email: `u${nth}@d${nth}.contoso.org`, event: 'bounce', reason, sg_event_id: nth },
  }))

test.each([
  ['240 long replies', sendGrid(240, LONG_REPLY)],
  ['10,000 short replies', sendGrid(10_000, '550 no')],
])('a webhook with %s: the service answers others at the same time', async (name, events) => {
  const { accountId } = await service.newCaller()
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const { secret } = await service.db
    .transaction()
    .execute((tx) => makeSource(tx, [SECRET], accountId, { kind: 'sendgrid', name: 'SendGrid', key }))
  const body = JSON.stringify(events)
  const time = String(Math.floor(Date.now() / 1_000))
  const { answer, turns } = await whileOthersAsk(name, body.length, () =>
    fetch(`${service.origin}/hooks/bounces/${secret}`, {
      method: 'POST',
      body,
      headers: {
        'x-twilio-email-event-webhook-timestamp': time,
        'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(time + body), privateKey).toString(
          'base64',
        ),
      },
    }),
  )
  expect(answer.status).toBe(204)
  expect(turns).toBeGreaterThan(TURNS_MIN)
})

test('what a mail says behind 20,000 lines is not read, and a returned message of a mebibyte hides nothing', async () => {
  const lines = (count: number) => dsn().replace('Reporting-MTA', `${'X: y\r\n'.repeat(count)}Reporting-MTA`)
  expect((await readMail(Buffer.from(lines(30_000)))).reports).toEqual([])
  expect((await readMail(Buffer.from(lines(15_000)))).reports).toMatchObject([{ class: 'no_such_mailbox' }])
  const returned = dsn().replace(/--([^\r\n]*)--\r?\n?$/, `${'a line of base64 '.repeat(4)}\r\n`.repeat(15_000))
  expect((await readMail(Buffer.from(returned))).reports).toMatchObject([{ class: 'no_such_mailbox' }])
})

test('a mail that is not read in time is ignored, and the next one is read', async () => {
  const reader = createMailReader({ readMaxMs: 0 })
  expect(await reader.read(Buffer.from(dsn()))).toBeUndefined()
  await reader.stop()
  const next = createMailReader()
  expect(await Promise.all([next.read(Buffer.from(dsn())), next.read(Buffer.from(complaint()))])).toMatchObject([
    { reports: [{ class: 'no_such_mailbox' }] },
    { reports: [{ class: 'complaint' }] },
  ])
  await next.stop()
})
