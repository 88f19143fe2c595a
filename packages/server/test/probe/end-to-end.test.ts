import type { Insight } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { setAllowed } from '../../src/probe/requests.ts'
import { useProbingService } from './probing-service.ts'

test('with PROBE=on, the worker asks mail servers about addresses of a list on request, and /insight has the answers', async () => {
  const { service, servers } = await useProbingService()
  const caller = await service.newCaller()
  await setAllowed(service.db, caller.accountId, true)
  const [exists, gone, catchAll] = ['jane.roe@contoso.org', 'john.smith@fabrikam.org', 'mary.miller@northwind.org']
  await service.run(caller, [exists, gone, catchAll], 1)
  const talked = async () => (await sql`SELECT FROM probe_log`.execute(service.db)).rows.length
  // Nothing under /v1 asks a mail server.
  expect(await talked()).toBe(0)

  const insight = (address: string, more = '') =>
    service.json<Insight>(
      caller,
      `${service.base.replace(/\/v1$/, '')}/insight/emails/validate?email=${address}${more}`,
    )
  for (const address of [exists, gone, catchAll])
    expect(await insight(address, '&probe=1')).toMatchObject({
      mailbox: 'unknown',
      mailbox_probe: { state: 'pending' },
    })
  const answered = (address: string) =>
    eventually(async () => {
      const answer = await insight(address)
      return answer.mailbox !== 'unknown' && answer
    })
  expect(await answered(exists)).toMatchObject({
    mailbox: 'exists',
    mailbox_evidence: { reason: 'accepted', source: 'probe', age_days: 0 },
    tier: 'safe',
  })
  expect(await answered(gone)).toMatchObject({
    mailbox: 'does_not_exist',
    mailbox_evidence: { reason: 'no_such_mailbox', source: 'probe', status_code: '5.1.1' },
    tier: 'unsafe',
    reasons: [{ code: 'bounced' }],
  })
  expect(await answered(catchAll)).toMatchObject({ mailbox: 'catch_all', mailbox_evidence: { source: 'probe' } })
  expect(await talked()).toBe(3)
  const said = servers['8.8.8.2'].commands
  expect(said.filter((line) => line.startsWith('MAIL'))).toEqual(['MAIL FROM:<postmaster@example.com>'])
  expect(said.filter((line) => line.startsWith('RCPT'))).toHaveLength(2)
  expect(said).not.toContain('DATA')
  expect(said.at(-1)).toBe('QUIT')
})
