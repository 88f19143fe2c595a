// GET /emails/bulk, however long the history is.
import type { JobList } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Caller, type Service, startService } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({}, { worker: false })
})
afterAll(() => service.stop())

/** Jobs that ended long ago, at these ages in seconds. */
async function addHistory({ accountId }: Caller, ages: readonly number[]): Promise<void> {
  await sql`INSERT INTO bulk_jobs (id, account_id, status, validate_domain, total, errors, chunks_left, csv_key, created_at, expires_at)
    SELECT gen_random_uuid(), ${accountId}, 'completed', false, 1, 1, 0, 'x', now() - make_interval(secs => age), now() + interval '1 day'
    FROM unnest(${ages}::int[]) AS age`.execute(service.db)
}

async function expectAllPages(caller: Caller, take: number): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM bulk_jobs WHERE account_id = ${caller.accountId} AND group_id IS NULL
    ORDER BY created_at DESC, id DESC`.execute(service.db)
  const listed: string[] = []
  for (let page = 1; ; page++) {
    const { items, total } = await service.json<JobList>(caller, `/emails/bulk?page=${page}&take=${take}`)
    expect(total).toBe(rows.length)
    listed.push(...items.map(({ id }) => id))
    if (items.length < take) break
  }
  expect(listed).toEqual(rows.map(({ id }) => id))
}

test('every page is that of the whole list, over hours and within an instant, also after removals', async () => {
  const [caller, other] = [await service.newCaller(), await service.newCaller()]
  await expectAllPages(caller, 10)
  await addHistory(caller, [0, 0, 0, 1, 2, 600, 601, 1200, 5000, 5000, 86_400, 86_401, 172_800])
  await addHistory(other, [0, 1, 5000])
  for (const take of [1, 3, 5, 100]) await expectAllPages(caller, take)
  await sql`DELETE FROM bulk_jobs WHERE account_id = ${caller.accountId} AND created_at < now() - interval '4000 seconds'
    AND created_at > now() - interval '90000 seconds'`.execute(service.db)
  for (const take of [1, 3, 100]) await expectAllPages(caller, take)
  await expectAllPages(other, 2)
})

test('a page in the middle of a long history reads few rows besides its own', async () => {
  const caller = await service.newCaller()
  await addHistory(
    caller,
    Array.from({ length: 20_000 }, (_, at) => at * 13),
  )
  await sql`ANALYZE bulk_jobs, bulk_job_times`.execute(service.db)
  const readRows = async () => {
    await sql`SELECT pg_stat_force_next_flush()`.execute(service.db).catch(() => undefined)
    const { rows } = await sql<{ read: number }>`
      SELECT idx_tup_read::int AS read FROM pg_stat_user_indexes WHERE indexrelname = 'bulk_jobs_by_account'`.execute(
      service.db,
    )
    return rows[0]!.read
  }
  const before = await readRows()
  const { items } = await service.json<JobList>(caller, '/emails/bulk?page=1000&take=10')
  expect(items).toHaveLength(10)
  // The service's own session tells its counts when it has been idle for a moment.
  await expect.poll(readRows).toBeGreaterThan(before)
  expect((await readRows()) - before).toBeLessThan(1_000)
})

test('the first page and the length of the list are read without the history behind them', async () => {
  const caller = await service.newCaller()
  await addHistory(
    caller,
    Array.from({ length: 5_000 }, (_, at) => at * 600),
  )
  await sql`ANALYZE bulk_jobs, bulk_job_times`.execute(service.db)
  const readSpans = async () => {
    await sql`SELECT pg_stat_force_next_flush()`.execute(service.db)
    const { rows } = await sql<{ read: number }>`
      SELECT (seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_user_tables WHERE relname = 'bulk_job_times'`.execute(
      service.db,
    )
    return rows[0]!.read
  }
  const before = await readSpans()
  const { items, total } = await service.json<JobList>(caller, '/emails/bulk?take=20')
  expect([items.length, total]).toEqual([20, 5_000])
  // The second page reads them, which shows that all counts of the service have arrived.
  await service.json<JobList>(caller, '/emails/bulk?page=2&take=20')
  await expect.poll(readSpans).toBeGreaterThan(before)
  expect((await readSpans()) - before).toBeLessThan(6_000)
})

test('a list that is submitted is in it at once, and gone with its account', async () => {
  const caller = await service.newCaller()
  expect((await service.submit(caller, { emails: ['jane.doe@contoso.com'] })).status).toBe(202)
  expect((await service.json<JobList>(caller, '/emails/bulk')).total).toBe(1)
  await sql`DELETE FROM accounts WHERE id = ${caller.accountId}`.execute(service.db)
  const left = await sql`SELECT FROM bulk_job_times WHERE account_id = ${caller.accountId}`.execute(service.db)
  expect(left.rows).toEqual([])
})
