import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canBeProbed, converse, type Question } from '../../src/probe/conversation.ts'
import { useSmtp } from '../stand-ins/smtp.ts'

const QUESTION: Question = {
  host: 'mx.test',
  heloName: 'probe.example.com',
  sender: 'postmaster@example.com',
  recipient: 'ada@test.example',
}
const RANDOM = 'qx7w2k@test.example'
const QUICK = { replyMs: 100, totalMs: 400 }

describe('a conversation', () => {
  test('sends EHLO, MAIL, RCPT and QUIT, and never DATA', async () => {
    const server = await useSmtp({})
    const heard = await converse(await server.open(), { ...QUESTION, randomRecipient: RANDOM })
    expect(heard).toMatchObject({ state: 'answered', recipient: { code: 250, status: '2.1.5' }, random: { code: 250 } })
    expect(server.commands).toEqual([
      'EHLO probe.example.com',
      'MAIL FROM:<postmaster@example.com>',
      'RCPT TO:<ada@test.example>',
      `RCPT TO:<${RANDOM}>`,
      'QUIT',
    ])
  })

  test('sends no random name after a recipient that is not accepted', async () => {
    const server = await useSmtp({ rcpt: () => '550 5.1.1 User unknown' })
    const heard = await converse(await server.open(), { ...QUESTION, randomRecipient: RANDOM })
    expect(heard).toMatchObject({ state: 'answered', recipient: { code: 550, status: '5.1.1', text: 'User unknown' } })
    expect(server.commands.filter((line) => line.startsWith('RCPT'))).toHaveLength(1)
    expect(server.commands.at(-1)).toBe('QUIT')
  })

  test('says HELO to a server that does not know EHLO', async () => {
    const server = await useSmtp({ ehlo: '500 what?' })
    expect(await converse(await server.open(), QUESTION)).toMatchObject({ state: 'answered' })
    expect(server.commands.slice(0, 2)).toEqual(['EHLO probe.example.com', 'HELO probe.example.com'])
  })

  test('greets a server without a question', async () => {
    const server = await useSmtp({ ehlo: '250 mx.test Hello probe.example.com [192.0.2.7]' })
    expect(await converse(await server.open(), { ...QUESTION, recipient: null })).toEqual({
      state: 'greeted',
      seenAs: '192.0.2.7',
    })
    expect(server.commands).toEqual(['EHLO probe.example.com', 'QUIT'])
  })

  test.each([
    ['greeting', { greeting: '554 5.7.1 go away' }],
    ['ehlo', { ehlo: '550 5.7.1 bad name' }],
    ['mail', { mail: '550 5.1.8 bad sender' }],
  ] as const)('names a refusal at %s as one', async (stage, script) => {
    const server = await useSmtp(script)
    expect(await converse(await server.open(), QUESTION)).toMatchObject({ state: 'refused', stage })
    expect(server.commands.some((line) => line.startsWith('RCPT'))).toBe(false)
  })

  test.each([
    ['a greeting that never comes', { greeting: null }, 'timeout'],
    ['a reply that never comes', { rcpt: () => null }, 'timeout'],
    ['a connection that is closed instead of a reply', { rcpt: () => (socket) => socket.end() }, 'closed'],
    ['a connection that is reset', { mail: (socket) => socket.resetAndDestroy() }, 'closed'],
    ['text that is no reply', { greeting: 'SSH-2.0-OpenSSH_9.6' }, 'malformed'],
    ['a line without an end', { greeting: (socket) => socket.write('2'.repeat(5_000)) }, 'malformed'],
    ['a line that is too long', { rcpt: () => `550 ${'x'.repeat(3_000)}` }, 'malformed'],
    ['a reply of too many lines', { greeting: (socket) => socket.write('220-hello\r\n'.repeat(70)) }, 'malformed'],
    ['a reply with two codes', { rcpt: () => '250-fine\r\n550 or not' }, 'malformed'],
    ['a code outside of SMTP', { rcpt: () => '999 what' }, 'malformed'],
    ['a reply that nothing asked for', { mail: '250 Ok\r\n550 5.1.1 User unknown' }, 'malformed'],
  ] satisfies [string, Parameters<typeof useSmtp>[0], string][])('ends at %s', async (_what, script, reason) => {
    const server = await useSmtp(script)
    const limits = reason === 'timeout' ? QUICK : undefined
    expect(await converse(await server.open(), QUESTION, limits)).toMatchObject({ state: 'failed', reason })
  })

  test('has a limit of time however often a tarpit sends a byte', async () => {
    const drip = (socket: import('node:net').Socket) => {
      // Fixed time: the tarpit's pace.
      const timer = setInterval(() => socket.write('220-wait\r\n'), 20)
      socket.once('close', () => clearInterval(timer))
    }
    const server = await useSmtp({ greeting: drip })
    const heard = await converse(await server.open(), QUESTION, { replyMs: 10_000, totalMs: 300 })
    expect(heard).toMatchObject({ state: 'failed', reason: 'timeout' })
  })

  test('does not go on in the clear where TLS fails', async () => {
    const server = await useSmtp({
      ehlo: '250-mx.test\r\n250 STARTTLS',
      starttls: (socket) => socket.write('220 ready\r\n', () => socket.on('data', () => socket.write('no TLS\r\n'))),
    })
    expect(await converse(await server.open(), QUESTION, QUICK)).toEqual({
      state: 'failed',
      stage: 'tls',
      reason: 'tls',
    })
    expect(server.commands.some((line) => line.startsWith('MAIL'))).toBe(false)
  })

  test('does not believe what was sent in the clear behind the offer of TLS', async () => {
    const server = await useSmtp({ ehlo: '250-mx.test\r\n250 STARTTLS', starttls: '220 ready\r\n250 injected' })
    expect(await converse(await server.open(), QUESTION)).toMatchObject({ state: 'failed', reason: 'malformed' })
  })

  test('keeps the first answer where the second one fails', async () => {
    const server = await useSmtp({ rcpt: (name) => (name === RANDOM ? (socket) => socket.destroy() : '250 Ok') })
    const heard = await converse(await server.open(), { ...QUESTION, randomRecipient: RANDOM })
    expect(heard).toMatchObject({ state: 'answered', recipient: { code: 250 }, random: undefined })
  })

  test('needs SMTPUTF8 for a name beyond ASCII', async () => {
    const unable = await useSmtp({})
    const question = { ...QUESTION, recipient: 'zoë@test.example' }
    expect(await converse(await unable.open(), question)).toMatchObject({ state: 'failed', reason: 'unsupported' })
    const able = await useSmtp({ ehlo: '250-mx.test\r\n250 SMTPUTF8' })
    expect(await converse(await able.open(), question)).toMatchObject({ state: 'answered' })
    expect(able.commands).toContain('MAIL FROM:<postmaster@example.com> SMTPUTF8')
  })
})

test('no address can add a command', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.constantFrom('\r', '\n', '\0', ' ', '>', '<'), (text, evil) => {
      expect(canBeProbed(`${text}${evil}@test.example`)).toBe(false)
      expect(canBeProbed(`a@${text}${evil}.example`)).toBe(false)
    }),
  )
  expect(canBeProbed('jane.doe+news@test.example')).toBe(true)
})
