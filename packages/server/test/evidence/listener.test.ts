import { loadEngine } from '@mailsift/engine/node'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test } from 'vitest'
import { createUser } from '../../src/accounts/users/users.ts'
import { listenForMail, readVerp } from '../../src/evidence/intake/listener.ts'
import { makeSource } from '../../src/evidence/intake/sources.ts'
import { mailboxOf } from '../../src/evidence/mailbox.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { freePort } from '../support/program.ts'
import { dsn } from './mails.ts'

const SECRETS = ['a secret for tests, long enough for all'] as const
const JANE = 'jane.roe@contoso.org'

async function useListener(protocol: 'lmtp' | 'smtp') {
  const { db } = await useTestDatabase()
  const deps = { db, engine: loadEngine(), secrets: SECRETS, log: silentLog }
  const { id } = await createUser(db, { email: 'user@mail.example' })
  const { secret } = await db
    .transaction()
    .execute((tx) => makeSource(tx, SECRETS, id, { kind: 'mail', name: 'Bounces' }))
  const { port, stop } = await listenForMail({ host: '127.0.0.1', port: await freePort() }, protocol, deps)
  onTestFinished(stop)
  const client = createTransport({ host: '127.0.0.1', port, lmtp: protocol === 'lmtp', ignoreTLS: true })
  onTestFinished(() => client.close())
  return {
    secret,
    send: (to: string, raw: string) => client.sendMail({ envelope: { from: '', to: [to] }, raw }),
    mailbox: async (address = JANE) => (await mailboxOf(deps, db, id, [address]))[0]!.mailbox,
  }
}

test.each(['lmtp', 'smtp'] as const)(
  '%s: a bounce to a secret address is known when it is acknowledged',
  async (protocol) => {
    const { secret, send, mailbox } = await useListener(protocol)
    await send(`bounces+${secret}@mail.example`, dsn())
    expect(await mailbox()).toBe('does_not_exist')
  },
)

test('a VERP tag says whom the message was sent to, whatever the report says', async () => {
  const { secret, send, mailbox } = await useListener('lmtp')
  await send(`bounces+${secret}+john=contoso.org@mail.example`, dsn())
  expect([await mailbox(), await mailbox('john@contoso.org')]).toEqual(['unknown', 'does_not_exist'])
  expect(readVerp('jane=roe=contoso.org')).toBe('jane=roe@contoso.org')
  expect(readVerp('news')).toBeUndefined()
})

test('an address without a valid secret and a mail that is too large are refused', async () => {
  const { secret, send, mailbox } = await useListener('lmtp')
  for (const to of [`bounces+${'0'.repeat(32)}@mail.example`, 'postmaster@mail.example'])
    await expect(send(to, dsn())).rejects.toThrow(/550 5\.1\.1/)
  const large = dsn({ notice: `${'x'.repeat(70)}\r\n`.repeat(20_000) })
  const refused = await send(`bounces+${secret}@mail.example`, large)
  expect(refused).toMatchObject({ accepted: [], response: expect.stringMatching(/^552/) })
  expect(await mailbox()).toBe('unknown')
})
