import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { splitMails } from '../../src/bounces/receive/mbox.ts'
import { classify, type Failure } from '../../src/bounces/reports/classify.ts'
import { readMail } from '../../src/bounces/reports/read-mail.ts'
import { ARRIVED_AT, complaint, type Dsn, dsn, notice } from './mails.ts'

const JANE = 'jane.roe@contoso.org'
const read = async (mail: string) => (await readMail(Buffer.from(mail))).reports
const said = async (mail: string) => (await read(mail)).map(({ recipient, class: kind }) => [recipient, kind])
const classified = (reply: string, more: Partial<Failure> = {}) => classify({ recipient: JANE, reply, ...more }).class

describe('what a reply says', () => {
  test.each([
    ['550 5.1.1 User unknown in virtual mailbox table', 'no_such_mailbox'],
    ['550-5.1.1 The email account that you tried to reach does not exist.', 'no_such_mailbox'],
    ['550 No such user here', 'no_such_mailbox'],
    ['550 5.4.1 Recipient address rejected: Access denied. [x.prod.outlook.com]', 'no_such_mailbox'],
    ['550 5.5.0 Requested action not taken: mailbox unavailable. [x.prod.protection.outlook.com]', 'no_such_mailbox'],
    ['550 5.5.0 Requested action not taken: mailbox unavailable.', 'unclear'],
    ['550 Utilisateur inconnu', 'no_such_mailbox'],
    ['550 Empfänger unbekannt', 'no_such_mailbox'],
    ['550 El usuario no existe', 'no_such_mailbox'],
    ['550 Usuário desconhecido', 'no_such_mailbox'],
    ['550 Utente sconosciuto', 'no_such_mailbox'],
    ['550 Unrouteable address', 'no_such_mailbox'],
    ['Unrouteable address', 'unclear'],
    ['550 5.2.1 The email account that you tried to reach is disabled.', 'disabled'],
    ['550 User [jane.roe@contoso.org] does not exist', 'no_such_mailbox'],
    ['554 Recipient <jane.roe@contoso.org> does not exist', 'no_such_mailbox'],
    ['501 5.1.3 Odbiorca <jane.roe@contoso.org> nie istnieje', 'no_such_mailbox'],
    ['550 ** No mail box available for this user **', 'no_such_mailbox'],
    ['550-jane.roe@contoso.org is not an active address at this host', 'disabled'],
    ['551 <jane.roe@contoso.org> is a deactivated mailbox', 'disabled'],
    ['<jane.roe@contoso.org>: Esta casilla ha expirado', 'disabled'],
    ['550 5.7.1 User [jane.roe@contoso.org] does not exist', 'blocked'],
    ['550 5.7.1 <jane.roe@contoso.org> is a deactivated mailbox', 'blocked'],
    ['550 Sender [jane.roe@contoso.org] does not exist', 'sender_fault'],
    ['550 User [news@shop.example] does not exist', 'unclear'],
    ['550-news@shop.example is not an active address at this host', 'unclear'],
    ['450 4.1.1 User unknown', 'temporary'],
    ['552 5.2.2 Mailbox full', 'mailbox_full'],
    ['452 4.2.2 The recipient is over quota', 'temporary'],
    ['552 5.1.1 mailbox full', 'mailbox_full'],
    ['550 5.1.2 Bad destination system address', 'domain_gone'],
    ['556 5.1.10 Recipient address has null MX', 'domain_gone'],
    ['550 5.7.1 Service unavailable; client blocked using zen.spamhaus.org', 'blocked'],
    ['550 5.1.1 Mailbox unavailable: your IP is on our blocklist', 'blocked'],
    ['550 5.7.1 User unknown or not permitted', 'blocked'],
    ['550 5.1.1 Sender address rejected: Domain not found', 'sender_fault'],
    ['550 5.1.8 Domain of sender address does not exist', 'sender_fault'],
    ['554 5.7.1 Relay access denied', 'blocked'],
    ['550 DMARC check failed, no such user', 'blocked'],
    ['550 mailbox unavailable', 'unclear'],
    ['552 5.3.4 Message size exceeds fixed limit', 'blocked'],
    ['451 4.7.1 Greylisting in action, please come back later', 'temporary'],
    ['421 4.4.2 Connection timed out', 'temporary'],
    ['connect to mx.contoso.org: Connection refused', 'blocked'],
    ['Name service error: Host not found, try again', 'temporary'],
  ])('%s: %s', (text, expected) => {
    expect(classified(text)).toBe(expected)
  })

  test('words of the address and of links do not count', () => {
    expect(classified('550 <spam@contoso.org>: no such user', { recipient: 'spam@contoso.org' })).toBe(
      'no_such_mailbox',
    )
    expect(classified('550 no such user https://help.example/spam')).toBe('no_such_mailbox')
    expect(classified('550 no such user', { isReplyToData: true })).toBe('blocked')
  })

  test('a reply that names a block is never a missing mailbox, whatever else it says', () => {
    const blocks = fc.constantFrom(
      'blocked by Spamhaus',
      'listed on a DNSBL',
      'poor reputation',
      'SPF check failed',
      'spam',
    )
    const missing = fc.constantFrom('user unknown', 'no such user', 'mailbox not found', 'recipient rejected')
    const codes = fc.constantFrom('550', '550 5.1.1', '550 5.7.1', '553 5.1.3', '554 5.0.0')
    fc.assert(
      fc.property(codes, blocks, missing, fc.boolean(), (code, block, gone, isFirst) => {
        const text = `${code} ${isFirst ? `${block}, ${gone}` : `${gone}, ${block}`}`
        expect(classified(text)).toBe('blocked')
      }),
    )
  })
})

test('reads the class, code, recipient and time of a delivery report', async () => {
  expect(await read(dsn())).toEqual([
    {
      ...{ recipient: JANE, class: 'no_such_mailbox', status: '5.1.1', reply: '550 5.1.1 User unknown' },
      ...{ host: 'mta.example', kind: 'delivery_status', happenedAt: ARRIVED_AT },
    },
  ])
})

test.each([
  ['a warning of a delay', { action: 'delayed', status: '4.4.1' }, 'temporary'],
  ['a delivery', { action: 'delivered', status: '2.0.0', diagnostic: 'smtp; 250 2.0.0 Ok' }, 'delivered'],
  ['a message passed on', { action: 'relayed', status: '2.0.0', diagnostic: '' }, 'temporary'],
  [
    'a reply that contradicts a generic code',
    { status: '5.0.0', diagnostic: 'smtp; 552 5.2.2 Mailbox full' },
    'mailbox_full',
  ],
  [
    'a reply to DATA',
    { diagnostic: 'smtp; 550 Unknown user', notice: `<${JANE}>: 550 Unknown user (in reply to end of DATA command)` },
    'blocked',
  ],
  ['a status with its words in a comment', { status: '5.4.4 (Illegal host name)', diagnostic: '' }, 'domain_gone'],
] satisfies [string, Dsn, string][])('%s', async (_name, mail, expected) => {
  expect(await said(dsn(mail))).toEqual([[JANE, expected]])
})

test('reads recipients without a blank line between them, each by its own words', async () => {
  const mail = dsn().replace(
    '\r\n\r\n--b1\r\nContent-Type: message/rfc822',
    '\r\nFinal-Recipient: <john@contoso.org>\r\nAction: failed\r\nDiagnostic-Code: 552 5.2.2 over quota\r\n\r\n--b1\r\nContent-Type: message/rfc822',
  )
  expect(await said(mail)).toEqual([
    [JANE, 'no_such_mailbox'],
    ['john@contoso.org', 'mailbox_full'],
  ])
})

test('reads a report whose boundary is wrong', async () => {
  expect(await said(dsn().replace('boundary="b1"', 'boundary="other"'))).toEqual([[JANE, 'no_such_mailbox']])
})

test('reads notices for people, and not the message that they quote', async () => {
  const qmail = `I was not able to deliver your message.\r\n\r\n<${JANE}>:\r\n192.0.2.1 does not like recipient.\r\nRemote host said: 550 no such user\r\n`
  expect(await said(notice(qmail))).toEqual([[JANE, 'no_such_mailbox']])
  const two = `${qmail}\r\n<john@contoso.org>:\r\nRemote host said: 552 mailbox full\r\n`
  expect(await said(notice(two))).toEqual([
    [JANE, 'no_such_mailbox'],
    ['john@contoso.org', 'mailbox_full'],
  ])
  const exim = `A message could not be delivered:\r\n\r\n  ${JANE}\r\n    SMTP error from remote mail server after end of data:\r\n    550 user unknown`
  expect(await said(notice(exim, { 'X-Failed-Recipients': JANE }))).toEqual([[JANE, 'blocked']])
})

test('reads complaints and opt-outs, and no other feedback', async () => {
  expect(await said(complaint())).toEqual([[JANE, 'complaint']])
  expect(await said(complaint('opt-out'))).toEqual([[JANE, 'unsubscribe']])
  expect(await said(complaint('not-spam'))).toEqual([])
  expect(await said(complaint('auth-failure'))).toEqual([])
})

test('a mail of a person reports nothing', async () => {
  const mail = `From: ${JANE}\r\nTo: sender@shop.example\r\nSubject: delivery failed?\r\n\r\nWas it user unknown? 550 5.1.1\r\n`
  expect(await said(mail)).toEqual([])
})

test('any bytes are read without an error, and broken reports name no one else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 2_000 }), async (bytes) => {
      expect((await readMail(bytes)).id).toBeTruthy()
    }),
  )
  const whole = Buffer.from(dsn())
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), fc.nat(40), async (start, length) => {
      const broken = Buffer.concat([whole.subarray(0, start), whole.subarray(start + length)])
      for (const { recipient } of (await readMail(broken)).reports) expect(recipient).toContain('@')
    }),
    { numRuns: 200 },
  )
})

test('an mbox file has as many mails as were put into it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.stringMatching(/^[a-z >]{1,30}$/), { minLength: 1, maxLength: 8 }),
      fc.constantFrom('\n', '\r\n'),
      (bodies, eol) => {
        const mails = bodies.map((body) => `Subject: x${eol}${eol}${body}${eol}From here on${eol}`)
        const mbox = mails.map((mail) => `From sender Mon Nov 16 2026${eol}${mail}${eol}`).join('')
        const found = [...splitMails(Buffer.from(mbox))].map((mail) => mail.toString().trimEnd())
        expect(found).toEqual(mails.map((mail) => mail.trimEnd()))
      },
    ),
  )
  expect([...splitMails(Buffer.from('Subject: one\n\nFrom x\n'))]).toHaveLength(1)
})
