import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Conversation } from '../../src/probe/conversation.ts'
import { meaningOf } from '../../src/probe/meaning.ts'
import { readConversation } from '../../src/probe/outcome.ts'
import type { Reply } from '../../src/probe/reply.ts'

const ADDRESS = 'ada@test.example'
const RANDOM = 'qx7w2k@test.example'

/** As a server would send it: a code, perhaps a status, and lines. */
function replyOf(text: string): Reply {
  const [, code, status, rest = ''] = /^(\d{3}) (?:([245]\.\d+\.\d+) )?([\s\S]*)$/.exec(text)!
  return { code: Number(code), status: status ?? null, text: rest }
}

const meaning = (text: string) => meaningOf(replyOf(text), ADDRESS)

describe('a reply to RCPT', () => {
  test.each([
    '550 5.1.1 <ada@test.example>: Recipient address rejected: User unknown in local recipient table',
    '550 5.1.1 <ada@test.example>: Recipient address rejected: User unknown in relay recipient table',
    '550 5.1.1 <ada@test.example>... User unknown',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup',
    '550 5.1.2 Mailbox does not exist.',
    '551 5.1.6 Mailbox has moved',
    '550 5.2.1 The email account that you tried to reach is disabled.',
    '501 5.1.1 User does not exist',
    '550 Unrouteable address',
    '550 No Such User Here',
    '550 No such user here',
    '550 No such person at this address.',
    '550 User <ada@test.example> unknown',
    '550 Invalid recipient: <ada@test.example>',
    '550 <ada@test.example>: Invalid recipient',
    '550 User unknown',
    '550 <ada@test.example>... User unknown',
    '550 Unknown user',
    '550 sorry, no mailbox here by that name (#5.1.1)',
    '511 sorry, no mailbox here by that name (#5.1.1)',
    '550 5.1.1 blocked@test.example does not exist',
  ])('means no such mailbox: %s', (text) => {
    expect(meaningOf(replyOf(text), text.includes('blocked@') ? 'blocked@test.example' : ADDRESS)).toBe(
      'no_such_mailbox',
    )
  })

  test.each([
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    '550 5.7.1 Recipient rejected',
    '550 5.7.26 Unauthenticated email from example.com is not accepted',
    '550 5.1.8 Sender address rejected: Domain not found',
    '550 5.1.7 Bad sender address syntax',
    '550 5.1.1 Blocked by the reputation of your network',
    '550 5.1.1 Mail from 192.0.2.1 rejected, see https://www.spamhaus.org/query',
    '550 rejected because 192.0.2.1 is in a black list at zen.spamhaus.org',
    '550 JunkMail rejected - example.com [192.0.2.1] is in an RBL',
    '550 Verification failed for <postmaster@example.com>\nCalled:   192.0.2.9\nSent:     RCPT TO:<postmaster@example.com>\nResponse: 550 5.1.1 User unknown\nSender verify failed',
    '550 Unrouteable address\nSender verify failed',
    '550 SPF check failed: unknown user',
    '550 Too many invalid recipients: user unknown',
    '550 Access denied - Invalid HELO name',
  ])('means that this service is refused: %s', (text) => {
    expect(meaning(text)).toBe('refused_us')
  })

  test.each([
    '450 4.2.0 <ada@test.example>: Recipient address rejected: Greylisted',
    '451 4.7.1 Greylisting in action, please come back in 00:05:00',
    '450 4.1.1 <ada@test.example>: Recipient address rejected: unverified address',
    '421 4.7.0 Too many connections',
    '452 4.2.2 Mailbox full',
    '450 User unknown',
  ])('means later: %s', (text) => {
    expect(meaning(text)).toBe('later')
  })

  test.each([
    '554 5.7.1 <ada@test.example>: Relay access denied',
    '550 relay not permitted',
    '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain',
    '553 5.1.3 Bad recipient address',
    '550 5.1.0 Address rejected.',
    '550 Administrative prohibition',
    '550 Requested action not taken: mailbox unavailable',
    '554 Transaction failed',
    '503 5.5.1 Error: need MAIL command',
    '500 5.5.2 Error: bad syntax',
    '252 Cannot VRFY user, but will accept message',
    '354 go ahead',
  ])('is unclear: %s', (text) => {
    expect(meaning(text)).toBe('unclear')
  })

  test('a full mailbox exists', () => {
    expect(meaning('552 5.2.2 Mailbox full')).toBe('full')
  })
})

describe('an outcome', () => {
  const read = (conversation: Conversation | undefined, acceptsAny: boolean | null = null) =>
    readConversation(conversation, { address: ADDRESS, randomAddress: RANDOM, acceptsAny }).outcome
  const ok = replyOf('250 2.1.5 Ok')
  const no = replyOf('550 5.1.1 User unknown')

  test('exists only where the server refuses a random name as one that does not', () => {
    expect(read({ state: 'answered', recipient: ok, random: no })).toMatchObject({ mailbox: 'exists' })
    expect(read({ state: 'answered', recipient: ok, random: ok })).toMatchObject({ mailbox: 'catch_all' })
    expect(read({ state: 'answered', recipient: ok }, false)).toMatchObject({ mailbox: 'exists' })
    for (const random of [undefined, replyOf('450 4.2.0 Greylisted'), replyOf('550 5.7.1 no'), replyOf('550 Denied.')])
      expect(read({ state: 'answered', recipient: ok, random })).toMatchObject({ mailbox: 'unknown' })
  })

  // What blocks, greylisting and time-outs look like, in any combination of their words: none may condemn a mailbox.
  const code = fc.constantFrom('450', '451', '421', '452', '550', '553', '554', '571')
  const block = fc.constantFrom(
    'blocked using zen.spamhaus.org',
    'your IP is on a blocklist',
    'Client host rejected: cannot find your reverse hostname, your ip',
    'poor reputation of your network',
    'Sender verify failed',
    'Sender address rejected',
    'SPF check failed',
    'rejected by policy',
    'Too many invalid recipients',
    'message looks like spam',
    'HELO name rejected',
    'rate limit exceeded',
    'DNSBL:ATTRBL',
    'Greylisted, try again later',
  )
  const noise = fc.constantFrom(
    'User unknown',
    'no such user',
    'Unrouteable address',
    'Invalid recipient',
    'mailbox unavailable',
    '',
  )
  const status = fc.constantFrom(
    '',
    '5.7.1 ',
    '5.7.26 ',
    '5.1.8 ',
    '5.1.7 ',
    '5.1.1 ',
    '5.1.0 ',
    '4.7.1 ',
    '5.5.0 ',
    '5.7.606 ',
  )
  const refusal = fc
    .record({ code, status, block, noise, isFirst: fc.boolean(), separator: fc.constantFrom(' ', '\n', ': ', ' - ') })
    .map(({ code, status, block, noise, isFirst, separator }) =>
      replyOf(`${code} ${status}${isFirst ? `${block}${separator}${noise}` : `${noise}${separator}${block}`}`),
    )
  const temporary = fc
    .record({ code: fc.integer({ min: 400, max: 499 }), text: fc.oneof(fc.string(), noise) })
    .map(({ code, text }): Reply => ({ code, status: null, text }))
  const stage = fc.constantFrom('greeting', 'ehlo', 'tls', 'mail', 'recipient' as const)
  const anything = fc.record({ code: fc.integer({ min: 200, max: 599 }), text: fc.string() })

  const harmless: fc.Arbitrary<Conversation | undefined> = fc.oneof(
    refusal.map((recipient) => ({ state: 'answered' as const, recipient })),
    temporary.map((recipient) => ({ state: 'answered' as const, recipient })),
    fc.record({
      state: fc.constant('refused' as const),
      stage,
      reply: fc.oneof(
        refusal,
        anything.map((one) => ({ ...one, status: '5.1.1' })),
      ),
    }),
    fc.record({
      state: fc.constant('failed' as const),
      stage,
      reason: fc.constantFrom('timeout', 'closed', 'malformed', 'tls', 'unsupported' as const),
    }),
    fc.constant(undefined),
    fc.record({
      state: fc.constant('answered' as const),
      recipient: fc.constant(ok),
      random: fc.oneof(refusal, temporary),
    }),
  )

  test('is never "does not exist" because of a block, greylisting or a time-out', () => {
    fc.assert(
      fc.property(harmless, fc.constantFrom(true, false, null), (conversation, acceptsAny) => {
        expect(read(conversation, acceptsAny).mailbox).not.toBe('does_not_exist')
      }),
      { numRuns: 2_000 },
    )
  })
})
