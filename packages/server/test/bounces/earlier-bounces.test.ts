import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { migrate } from '../../src/platform/database/migrate.ts'
import { readChain } from '../../src/platform/database/takeover.ts'
import { createEmptyDatabase } from '../support/database.ts'

const ACCOUNT = '01a1efc0-3155-74e6-b4ba-1214ef16daa5'
const hash = (digit: number) => `'\\x${String(digit).repeat(64)}'`

test('an earlier bounce keeps its effect only where the suppression list names the address without a tag', async () => {
  const url = await createEmptyDatabase()
  const chain = await readChain()
  await migrate(
    url,
    chain.filter(({ number }) => number < 1210),
  )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  await client.query(`INSERT INTO users (id) VALUES ('${ACCOUNT}')`)
  const suppressed = ['karl@contoso.org', 'karl+shop@contoso.org', 'base-keyword@yahoo.com', 'anna-maria@contoso.org']
  for (const [digit, email] of suppressed.entries())
    await client.query(
      `INSERT INTO suppressions (account_id, hash, email, reason, key_version, expires_at)
       VALUES ('${ACCOUNT}', ${hash(digit)}, '${email}', 'bounce', 0, now() + interval '1 day')`,
    )
  await client.query(
    `INSERT INTO suppressions (account_id, hash, email, reason, key_version)
     VALUES ('${ACCOUNT}', ${hash(8)}, 'eva+shop@contoso.org', 'unsubscribe', 0)`,
  )
  const evidence = async (digit: number, kind: string) =>
    client.query(
      `INSERT INTO mailbox_evidence (account_id, hash, source, report, class, happened_at, expires_at, key_version)
       VALUES ('${ACCOUNT}', ${hash(digit)}, 'bounce', '', '${kind}', now(), now() + interval '1 day', 0)`,
    )
  for (const digit of suppressed.keys()) await evidence(digit, 'no_such_mailbox')
  await evidence(5, 'mailbox_full')
  await evidence(6, 'delivered')
  await migrate(url)
  const { rows } = await client.query(
    `SELECT left(encode(hash, 'hex'), 1) AS digit, state FROM mailbox_evidence ORDER BY 1`,
  )
  expect(rows.map(({ digit, state }) => `${digit} ${state}`)).toEqual([
    ...['0 counts', '1 unassigned', '2 unassigned', '3 counts', '5 unassigned', '6 counts'],
  ])
  const { rows: left } = await client.query('SELECT email FROM suppressions ORDER BY hash')
  expect(left.map(({ email }) => email)).toEqual(['karl@contoso.org', 'anna-maria@contoso.org', 'eva+shop@contoso.org'])
})
