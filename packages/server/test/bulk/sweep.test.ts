import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { createAccount } from '../../src/accounts/accounts.ts'
import { cleanUp, expireDue } from '../../src/bulk/retention/expire.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { openDatabase } from '../../src/platform/database/database.ts'
import { silentLog, useTestDatabase } from '../support/database.ts'
import { rowsRead } from '../support/rows-read.ts'

const HISTORY = 3_000
const DUE = 3

test('expiry and removal read what is due, and not the history beside it', async () => {
  const { url } = await useTestDatabase()
  // One connection, whose own counts of rows read can be queried.
  const { db, close } = openDatabase(url, { log: silentLog, connectionCount: 1 })
  onTestFinished(close)
  const { id } = await createAccount(db, { email: 'ann@contoso.com' })
  await sql`INSERT INTO bulk_accounts (account_id) VALUES (${id})`.execute(db)
  const insertJobs = (count: number, status: string, expiresIn: string) =>
    sql`
    WITH job AS (
      INSERT INTO bulk_jobs (id, account_id, status, validate_domain, total, errors, chunks_left, csv_key, expires_at)
      SELECT gen_random_uuid(), ${id}, ${status}, false, 1, 1, 0, 'jobs/none.csv', now() + ${expiresIn}::interval
      FROM generate_series(1, ${count}::int) RETURNING id, account_id
    )
    INSERT INTO bulk_keys (account_id, scope, key, fingerprint, resource_id, reserved_until)
    SELECT account_id, 'submission', id::text, '', id, now() + interval '1 day' FROM job`.execute(db)
  // A month of jobs, a week of expired ones, and a few that are due for the one or the other.
  await insertJobs(HISTORY, 'completed', '20 days')
  await insertJobs(HISTORY, 'expired', '-3 days')
  await insertJobs(DUE, 'completed', '-1 second')
  await insertJobs(DUE, 'expired', '-8 days')
  await sql`ANALYZE bulk_jobs, bulk_keys`.execute(db)

  const read = () => rowsRead(db, ['bulk_jobs', 'bulk_keys'])
  const blobs = createDiskBlobs({
    folder: '/nonexistent',
    linkBaseUrl: '',
    secrets: [Buffer.alloc(0)],
    uploadStallMs: 0,
  })
  const before = await read()
  await expireDue({ db, blobs })
  await cleanUp({ db, blobs, log: silentLog })
  expect((await read()) - before).toBeLessThan(HISTORY / 10)
  const { rows } = await sql<{ status: string; count: number }>`
    SELECT status, count(*) AS count FROM bulk_jobs GROUP BY 1 ORDER BY 1`.execute(db)
  expect(rows).toEqual([
    { status: 'completed', count: HISTORY },
    { status: 'expired', count: HISTORY + DUE },
  ])
})
