import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { warnOfQuota } from '../../src/accounts/notices.ts'
import { createMail } from '../../src/mail/mail.ts'
import { unseal } from '../../src/platform/sealed.ts'
import { useTestDatabase } from '../support/database.ts'
import { addUser } from './test-app.ts'

const SECRETS = ['a secret for tests that is long enough'] as const
const mail = createMail({
  transport: { send: () => Promise.reject(new Error('not by the queue')) },
  origin: 'https://mailsift.test',
  secrets: SECRETS,
})

test('owners and admins are warned of the quota once for each period and percentage', async () => {
  const { db } = await useTestDatabase()
  const account = await addUser(db)
  const others = await Promise.all(
    ['admin', 'member', 'viewer'].map(async (role) => ({ role, ...(await addUser(db)) })),
  )
  for (const { role, email } of others)
    await sql`INSERT INTO members (user_id, person_id, role)
      SELECT ${account.id}, id, ${role} FROM people WHERE email = ${email}`.execute(db)
  const warn = (percent: number, month = 12) =>
    db.transaction().execute((tx) =>
      warnOfQuota(tx, mail, account.id, {
        percent,
        used: 8_000,
        limit: 10_000,
        periodEnd: new Date(Date.UTC(2030, month, 1)),
      }),
    )
  await warn(80)
  await warn(80)
  await warn(100)
  await warn(80, 1)
  const { rows } = await sql<{ payload: { sealed: string } }>`
    SELECT payload FROM graphile_worker._private_jobs ORDER BY id`.execute(db)
  const mails = rows.map(({ payload }) => JSON.parse(unseal(payload.sealed, SECRETS)) as { to: string; text: string })
  const admin = others[0]!.email
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    [account.email, account.email, account.email, admin, admin, admin].toSorted(),
  )
  expect(mails[0]!.text).toContain('has used 8,000 of 10,000 credits. The next period begins on January 1, 2031.')
  expect(mails[0]!.text).toContain('https://mailsift.test/usage')
})
