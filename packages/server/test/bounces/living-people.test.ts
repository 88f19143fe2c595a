// Mails that once suppressed people who are alive (and their like): none of them may have an effect.
import { describe, expect, test } from 'vitest'
import { classify } from '../../src/bounces/reports/classify.ts'
import { readMail } from '../../src/bounces/reports/read-mail.ts'
import { notice } from './mails.ts'

const MARY = 'mary.miller@contoso.com'
const JANE = 'jane.roe@contoso.org'
const said = async (mail: string) =>
  (await readMail(Buffer.from(mail))).reports.map(({ recipient, class: kind }) => [recipient, kind])
const classified = (reply: string, status?: string) => classify({ recipient: JANE, reply, status }).class
const NO_EFFECT = ['blocked', 'sender_fault', 'temporary', 'unclear']

describe('an automatic reply is no report', () => {
  const ABSENT = `I am no longer with Contoso. Please write to ${MARY}. User unknown here since May.`
  test.each([
    ['an empty return path', { 'Return-Path': '<>', Subject: 'Automatic reply: Offer' }],
    ['RFC 3834', { 'Return-Path': '<>', Subject: 'Re: Offer', 'Auto-Submitted': 'auto-replied' }],
    ['X-Autoreply', { From: 'MAILER-DAEMON@contoso.com', Subject: 'Undeliverable', 'X-Autoreply': 'yes' }],
    ['Precedence', { From: 'postmaster@contoso.com', Subject: 'Delivery failure', Precedence: 'auto_reply' }],
    ['a German subject', { 'Return-Path': '<>', Subject: 'Automatische Antwort: Angebot' }],
    ['a French subject', { 'Return-Path': '<>', Subject: 'Réponse automatique : Offre' }],
    ['no mark at all', { 'Return-Path': '<>', Subject: 'Delivery failure? Not at all' }],
  ])('%s', async (_name, headers) => {
    const lines = Object.entries({ From: 'john@contoso.com', ...headers }).map(([name, value]) => `${name}: ${value}`)
    expect(await said(`${lines.join('\r\n')}\r\nTo: news@shop.example\r\n\r\n${ABSENT}\r\n`)).toEqual([])
  })
})

test('a sentence of a person between the lines of a notice names no one', async () => {
  const text = `Hi. This is the qmail-send program at mta.example.\r\nI'm afraid I wasn't able to deliver your message to the following addresses.\r\n\r\n<${JANE}>:\r\nSorry, no mailbox here by that name. (#5.1.1)\r\nPlease ask ${MARY} for help.`
  expect(await said(notice(text))).toEqual([[JANE, 'no_such_mailbox']])
})

describe('the words of a person are no report, whatever they look like', () => {
  const DEAD = `Your message to the following addresses was not delivered:\r\n\r\n<${MARY}>:\r\nUser unknown. This mailbox is closed.\r\n`
  test.each([
    ['with an empty return path', 'Return-Path: <>\r\nFrom: Bob <bob@contoso.com>\r\nSubject: Re: Offer', DEAD],
    ['under the subject of a report', 'Return-Path: <>\r\nFrom: bob@contoso.com\r\nSubject: failure notice', DEAD],
    ['from an address that reads no mail', 'Return-Path: <>\r\nFrom: no-reply@contoso.com\r\nSubject: Bob left', DEAD],
    [
      'who quotes the fields of a report',
      'From: bob@contoso.com\r\nSubject: Fwd: bounce',
      `I got this:\r\nFinal-Recipient: rfc822; ${MARY}\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
    ],
    [
      'who did not read the mail (RFC 8098)',
      'From: postmaster@contoso.com\r\nSubject: Not read: Offer',
      `Final-Recipient: rfc822; ${MARY}\r\nAction: failed\r\nStatus: 5.1.1\r\nDisposition: automatic-action/MDN-sent-automatically; deleted\r\n`,
    ],
    [
      'who names a colleague from a function address',
      'Return-Path: <>\r\nFrom: postmaster@contoso.com\r\nSubject: Bob left',
      `For questions, write to the following address\r\n${MARY}\r\nThis mailbox is closed.\r\n`,
    ],
  ])('%s', async (_name, headers, text) => {
    expect(await said(`${headers}\r\nTo: news@shop.example\r\n\r\n${text}`)).toEqual([])
  })
})

describe('a fault of the sender has no effect', () => {
  test('a sender that is unknown there, though the report calls it 5.1.1', () => {
    expect(classified('550 5.1.1 <news@shop.example>: unknown user', '5.1.1')).toBe('unclear')
    expect(classified(`550 5.1.1 <${JANE}>: unknown user, ask postmaster@contoso.org`, '5.1.1')).toBe('no_such_mailbox')
  })
  test("the sender's own account is off, or the mailbox is for some mail alone", () => {
    for (const reply of [
      '550 Account suspended',
      '550 Account disabled for sending',
      '550 User closed for messages from outside',
    ])
      expect(NO_EFFECT).toContain(classified(reply))
    expect(classified(`550 <${JANE}> account suspended`)).toBe('disabled')
  })

  test.each([
    '550 5.7.27 <news@shop.example>: Sender address rejected: Domain shop.example does not accept mail (nullMX)',
    '550-Verification failed for <news@shop.example>\n550-Unrouteable address\n550 Sender verify failed',
    '550 No MX for your FROM address',
    '554 5.7.1 this system does not accept mail from your country',
  ])('%s', (reply) => {
    expect(NO_EFFECT).toContain(classified(reply))
    expect(NO_EFFECT).toContain(classified(reply, '5.1.2'))
  })
})

test.each([
  ['System Administrator <admin@contoso.com>', 'Undeliverable: Offer', 'please contact instead:\r\n\r\n'],
  ['System Administrator <admin@contoso.com>', 'Undeliverable: Offer', ''],
  ['Mail System <admin@contoso.com>', 'Returned mail', 'Unknown user: '],
  ['System Administrator <admin@contoso.com>', 'Your account', ''],
  ['Mail Service <tickets@contoso.com>', 'Ticket 4711', ''],
])('a notice from %s with the subject "%s" does not suppress a colleague', async (from, subject, redirect) => {
  const text = `did not reach the following recipient(s):\r\n\r\n${redirect}${MARY}\r\n\r\nThe mailbox has been closed. 550 5.1.1 User unknown`
  expect(await said(`From: ${from}\r\nSubject: ${subject}\r\n\r\n${text}\r\n`)).toEqual([])
})

test('"User unknown" by which Sendmail translates a refusal has no effect', async () => {
  const notice = (reply: string) =>
    `From: MAILER-DAEMON@contoso.com\r\nSubject: Returned mail: see transcript for details\r\n\r\n   ----- The following addresses had permanent fatal errors -----\r\n<${JANE}>\r\n\r\n   ----- Transcript of session follows -----\r\n>>> DATA\r\n<<< ${reply}\r\n550 5.1.1 <${JANE}>... User unknown\r\n<<< 503 RCPT first\r\n`
  expect(await said(notice('553 SPF fail'))).toEqual([[JANE, 'blocked']])
  expect(await said(notice('550 5.1.1 No such user'))).toEqual([[JANE, 'no_such_mailbox']])
})

test('digits of IP addresses and versions are no status codes', () => {
  for (const reply of [
    '5.1.10.20 does not like recipient.',
    'host 5.2.25.9 said: no',
    'Sendmail 5.1.1.7 ready',
    'mx5.1.1 says no',
    '550 Mailserver 5.1.1 ready',
    '550 rejected in version 5.1.1 of the gateway',
    '550 see RFC 5.1.1',
  ])
    expect(classify({ recipient: JANE, reply })).toMatchObject({
      class: expect.toBeOneOf(NO_EFFECT),
      status: undefined,
    })
  expect(classify({ recipient: JANE, reply: '550-5.1.1 gone' })).toEqual({ class: 'no_such_mailbox', status: '5.1.1' })
  expect(classify({ recipient: JANE, reply: 'no mailbox (#5.1.1)' }).status).toBe('5.1.1')
})

test('the recipient of an X.400 address failed, not the list that the message was sent to', async () => {
  const text = `Your message\r\n\r\n  To:      list@shop.example\r\n  Subject: Offer\r\n\r\ndid not reach the following recipient(s):\r\n\r\nc=US;a= ;p=CONTOSO;o=HQ;dda:SMTP=JANE.ROE@CONTOSO.ORG; on Fri, 4 Oct 2002\r\n    The recipient name is not recognized\r\n`
  expect(await said(notice(text, { 'X-Mailer': 'Internet Mail Service' }))).toEqual([
    ['JANE.ROE@CONTOSO.ORG', 'no_such_mailbox'],
  ])
})

test.each([
  '550 Too many invalid recipients',
  '550 Daily sending quota exceeded',
  '550 Destinatario desconocido o mailbox lleno',
  '550 Domain published RFC 7505 Null MX',
  '550 we no longer accept your mail',
  '550 this is not a valid HELO',
  '550 command not recognized',
  '550 user does not accept mail from outside',
  '550 unknown host in HELO',
  '550 invalid address in From header',
  '550 no such user agent allowed here',
])('words inside another sentence are not "no such mailbox": %s', (reply) => {
  expect(NO_EFFECT).toContain(classified(reply))
})

test('a temporary failure has no effect, and keeps the code that the server sent', () => {
  expect(classify({ recipient: JANE, status: '4.2.2', reply: '452 4.2.2 Mailbox full' })).toEqual({
    class: 'temporary',
    status: '4.2.2',
  })
})

test('Yahoo says by its own words that a mailbox is off', () => {
  const reply = `554 30 Sorry, your message to ${JANE} cannot be delivered. This mailbox is disabled (554.30).`
  expect(classify({ recipient: JANE, hosts: ['mta5.am0.yahoodns.net'], reply }).class).toBe('disabled')
})

test("Exim's local notice says nothing about the domain", async () => {
  const text = `A message that you sent could not be delivered to one or more of its\r\nrecipients. This is a permanent error. The following address(es) failed:\r\n\r\n  ${JANE}\r\n    Unrouteable address`
  expect(await said(notice(text, { 'X-Failed-Recipients': JANE }))).toEqual([[JANE, 'unclear']])
})
