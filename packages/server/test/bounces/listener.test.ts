import { expect, test } from 'vitest'
import { limitedClient } from '../../src/bounces/receive/listener.ts'
import { readVerp, signVerp } from '../../src/bounces/receive/verp.ts'
import { dsn } from './mails.ts'
import { KEY, useListener } from './use-listener.ts'

test.each(['lmtp', 'smtp'] as const)(
  '%s: a bounce to a secret address is known when it is acknowledged',
  async (protocol) => {
    const { secret, send, mailbox } = await useListener(protocol)
    await send(`bounces+${secret}@mail.example`, dsn())
    expect(await mailbox()).toBe('does_not_exist')
  },
)

test('a signed VERP tag says whom the message was sent to, and an unsigned one counts only if the report names the same', async () => {
  const { secret, send, mailbox } = await useListener('lmtp')
  const john = 'john=contoso.org'
  await send(`bounces+${secret}+${john}@mail.example`, dsn())
  await send(`bounces+${secret}+${john}+${signVerp(john, 'another key of someone')}@mail.example`, dsn())
  expect([await mailbox(), await mailbox('john@contoso.org')]).toEqual(['unknown', 'unknown'])
  await send(`bounces+${secret}+${john}+${signVerp(john, KEY)}@mail.example`, dsn())
  expect([await mailbox(), await mailbox('john@contoso.org')]).toEqual(['unknown', 'does_not_exist'])
  await send(`bounces+${secret}+jane.roe=contoso.org@mail.example`, dsn({ id: '<2@mta.example>' }))
  expect(await mailbox()).toBe('does_not_exist')
  expect(readVerp('jane=roe=contoso.org')).toEqual({ address: 'jane=roe@contoso.org', isSigned: false })
  expect(readVerp('news')).toBeUndefined()
})

test('a mail about more than 100 recipients is accepted, has no effect, and is shown', async () => {
  const { secret, send, mailbox, source } = await useListener('lmtp')
  const group = (nth: number) =>
    `Final-Recipient: rfc822; user${nth}@contoso.org\r\nAction: failed\r\nStatus: 5.1.1\r\n`
  const many = dsn().replace(
    'Final-Recipient',
    `${Array.from({ length: 101 }, (_, nth) => group(nth)).join('\r\n')}\r\nFinal-Recipient`,
  )
  await send(`bounces+${secret}@mail.example`, many)
  expect([await mailbox(), await mailbox('user1@contoso.org')]).toEqual(['unknown', 'unknown'])
  expect(await source()).toMatchObject({ ignored_count: 1, ignored_at: expect.any(Date) })
})

test('a source that sends too much is told to try again, and nothing is dropped', async () => {
  const { secret, send, mailbox } = await useListener('lmtp', 3)
  for (const nth of [1, 2, 3])
    await send(`bounces+${secret}@mail.example`, dsn({ id: `<${nth}@mta>`, recipient: `user${nth}@contoso.org` }))
  const refused = await send(`bounces+${secret}@mail.example`, dsn())
  expect(refused.response).toMatch(/^451 4\.7\.1 Too many reports/)
  expect([await mailbox('user3@contoso.org'), await mailbox()]).toEqual(['does_not_exist', 'unknown'])
})

test('only SMTP from outside is counted for each client', () => {
  expect(limitedClient('smtp', '8.8.8.8')).toBe('8.8.8.8')
  expect(limitedClient('smtp', '::ffff:8.8.8.8')).toBe('8.8.8.8')
  expect(limitedClient('smtp', '2001:4860:4860::8888')).toBe('2001:4860:4860::/64')
  for (const local of ['127.0.0.1', '::1', '10.0.0.7', '::ffff:192.168.1.2'])
    expect(limitedClient('smtp', local)).toBeUndefined()
  expect(limitedClient('lmtp', '8.8.8.8')).toBeUndefined()
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
