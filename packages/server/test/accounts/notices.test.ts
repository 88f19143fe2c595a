import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { noticeCompletedList, warnOfQuota } from '../../src/accounts/notices.ts'
import { createMail } from '../../src/mail/mail.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { unseal } from '../../src/platform/sealed.ts'
import { addUser } from '../access/test-app.ts'
import { useTestDatabase } from '../support/database.ts'

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
    await sql`INSERT INTO members (account_id, user_id, role)
      SELECT ${account.id}, id, ${role} FROM users WHERE email = ${email}`.execute(db)
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
  const mails = await queuedMails(db)
  const admin = others[0]!.email
  expect(mails.map(({ to }) => to).toSorted()).toEqual(
    [account.email, account.email, account.email, admin, admin, admin].toSorted(),
  )
  expect(mails[0]!.text).toContain('has used 8,000 of 10,000 credits. The next period begins on January 1, 2031.')
  expect(mails[0]!.text).toContain('https://mailsift.test/usage')
})

test('members who asked for it hear of a finished list that took at least five minutes', async () => {
  const { db } = await useTestDatabase()
  const [account, other] = [await addUser(db), await addUser(db)]
  const finish = (id: string, minutes: number) =>
    db.transaction().execute((tx) =>
      noticeCompletedList(tx, mail, {
        id,
        accountId: account.id,
        filename: 'customers "2030" <new>.csv',
        rows: 100_000,
        createdAt: new Date(Date.now() - minutes * 60_000),
      }),
    )
  await finish('0198a1b2-0000-7e5f-8a9b-0c1d2e3f4a5b', 6)
  expect(await queuedMails(db)).toEqual([])
  await sql`UPDATE users SET notify_list_completed = true WHERE email IN (${account.email}, ${other.email})`.execute(db)
  await finish('0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b', 4)
  await finish('0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c', 6)
  await finish('0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c', 7)
  const mails = await queuedMails(db)
  expect(mails.map(({ to }) => to)).toEqual([account.email])
  expect(mails[0]!.text).toContain('customers "2030" <new>.csv is validated: 100,000 rows.')
  expect(mails[0]!.html).toContain('&lt;new&gt;.csv')
  expect(mails[0]!.text).toContain('https://mailsift.test/files/0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5c')
})

async function queuedMails(db: Db): Promise<{ to: string; text: string; html: string }[]> {
  const { rows } = await sql<{ payload: { sealed: string } }>`
    SELECT payload FROM graphile_worker._private_jobs ORDER BY id`.execute(db)
  return rows.map(({ payload }) => JSON.parse(unseal(payload.sealed, SECRETS)))
}
