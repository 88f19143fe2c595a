import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createAccount } from '../../src/accounts/accounts.ts'
import { unpackInputs } from '../../src/bulk/format/inputs.ts'
import { submitList } from '../../src/bulk/submit/list.ts'
import type { Db } from '../../src/platform/database/database.ts'
import type { AppError } from '../../src/platform/http/problem.ts'
import { createTestDatabase } from '../support/database.ts'
import { ROOMY } from './roomy-storage.ts'

let db: Db

beforeAll(async () => {
  const made = await createTestDatabase(60)

  db = made.db
  return () => made.drop()
})

let users = 0
async function makeUser(): Promise<string> {
  return (await createAccount(db, { email: `user${users++}@mail.example` })).id
}

const submit = (accountId: string, emails: string[], key?: string) =>
  submitList({ db, bulkAdmission: true, storage: ROOMY }, accountId, { emails }, key)

async function outcomes(tries: Promise<{ replayed: boolean }>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const result of await Promise.allSettled(tries)) {
    const name =
      result.status === 'rejected' ? (result.reason as AppError).code : result.value.replayed ? 'replayed' : 'made'
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

async function unfinishedOf(accountId: string): Promise<{ counted: number; jobs: number }> {
  const { rows } = await sql<{ counted: number; jobs: number }>`
    SELECT unfinished AS counted, (SELECT count(*) FROM bulk_jobs WHERE account_id = ${accountId}) AS jobs
    FROM bulk_accounts WHERE account_id = ${accountId}`.execute(db)
  return rows[0]!
}

test('50 submissions at once without a key: exactly three are taken', async () => {
  const accountId = await makeUser()
  const counts = await outcomes(Array.from({ length: 50 }, () => submit(accountId, ['a@b.de'])))
  expect(counts).toEqual({ made: 3, too_many_unfinished: 47 })
  expect(await unfinishedOf(accountId)).toEqual({ counted: 3, jobs: 3 })
})

test('50 submissions at once with one key make one job; the others are told to wait or get it', async () => {
  const accountId = await makeUser()
  const counts = await outcomes(Array.from({ length: 50 }, () => submit(accountId, ['a@b.de'], 'same')))
  expect(counts.made).toBe(1)
  expect((counts.replayed ?? 0) + (counts.idempotency_in_progress ?? 0)).toBe(49)
  expect(await unfinishedOf(accountId)).toEqual({ counted: 1, jobs: 1 })
  const again = await submit(accountId, ['a@b.de'], 'same')
  expect(again.replayed).toBe(true)
})

test('50 replays at once all get the job: none is told to wait for a request that was answered', async () => {
  const accountId = await makeUser()
  await submit(accountId, ['a@b.de'], 'same')
  const counts = await outcomes(Array.from({ length: 50 }, () => submit(accountId, ['a@b.de'], 'same')))
  expect(counts).toEqual({ replayed: 50 })
})

test('a key with other input, another order or another setting is a conflict', async () => {
  const accountId = await makeUser()
  await submit(accountId, ['a@b.de', 'c@d.de'], 'k')
  await expect(submit(accountId, ['c@d.de', 'a@b.de'], 'k')).rejects.toMatchObject({ code: 'idempotency_conflict' })
  await expect(submit(accountId, ['a@b.de', 'c@d.de '], 'k')).rejects.toMatchObject({ code: 'idempotency_conflict' })
  await expect(
    submitList(
      { db, bulkAdmission: true, storage: ROOMY },
      accountId,
      { emails: ['a@b.de', 'c@d.de'], validate_domain: 1 },
      'k',
    ),
  ).rejects.toMatchObject({ code: 'idempotency_conflict' })
  const sameByDefault = { emails: ['a@b.de', 'c@d.de'], validate_domain: 0 as const }
  expect((await submitList({ db, bulkAdmission: true, storage: ROOMY }, accountId, sameByDefault, 'k')).replayed).toBe(
    true,
  )
})

test("a key is its user's own", async () => {
  const [one, two] = [await makeUser(), await makeUser()]
  const first = await submit(one, ['a@b.de'], 'k')
  const second = await submit(two, ['x@y.de'], 'k')
  expect(second.replayed).toBe(false)
  expect(second.row.id).not.toBe(first.row.id)
})

test('a refusal leaves nothing and consumes no key; a replay meets neither limit nor switch', async () => {
  const accountId = await makeUser()
  const off = { db, bulkAdmission: false, storage: ROOMY }
  await expect(submitList(off, accountId, { emails: ['a@b.de'] }, 'k')).rejects.toMatchObject({ code: 'bulk_disabled' })
  const made = await submit(accountId, ['other@b.de'], 'k')
  await submit(accountId, ['a@b.de'])
  await submit(accountId, ['a@b.de'])
  await expect(submit(accountId, ['a@b.de'], 'new')).rejects.toMatchObject({ code: 'too_many_unfinished' })
  // The limit is named before the switch.
  await expect(submitList(off, accountId, { emails: ['a@b.de'] }, 'new')).rejects.toMatchObject({
    code: 'too_many_unfinished',
  })
  const replay = await submitList(off, accountId, { emails: ['other@b.de'] }, 'k')
  expect(replay).toMatchObject({ replayed: true, row: { id: made.row.id } })
})

test('a key is free again when its job has expired', async () => {
  const accountId = await makeUser()
  const first = await submit(accountId, ['a@b.de'], 'k')
  await sql`UPDATE bulk_keys SET reserved_until = now() WHERE account_id = ${accountId}`.execute(db)
  const second = await submit(accountId, ['x@y.de'], 'k')
  expect(second.replayed).toBe(false)
  expect(second.row.id).not.toBe(first.row.id)
  expect((await submit(accountId, ['x@y.de'], 'k')).replayed).toBe(true)
})

test('inputs are stored exactly as sent, in chunks of a thousand, each with its task', async () => {
  const accountId = await makeUser()
  const emails = Array.from({ length: 2_500 }, (_, index) => `user${index}@mail.example`)
  emails[7] = '\0'
  emails[1_500] = '\ud800 x'
  emails[2_499] = '\u00a0a@b.de\u00a0'
  const { row } = await submit(accountId, emails)
  const chunks = await db
    .selectFrom('bulk_chunks')
    .selectAll()
    .where('job_id', '=', row.id)
    .orderBy('first_index')
    .execute()
  expect(chunks.map((chunk) => chunk.first_index)).toEqual([0, 1_000, 2_000])
  expect(chunks.flatMap((chunk) => unpackInputs(chunk.inputs!).map(({ text }) => text))).toEqual(emails)
  const { rows } = await sql<{ run_at: Date }>`
    SELECT run_at FROM graphile_worker._private_jobs
    WHERE payload->>'chunkId' = ANY (${chunks.map(({ id }) => id)}) ORDER BY run_at`.execute(db)
  expect(rows).toHaveLength(3)
})

test("an account's submissions wait for one another, and a newcomer's for one chunk of each account", async () => {
  const [busy, other] = [await makeUser(), await makeUser()]
  const large = Array.from({ length: 10_000 }, () => 'a@b.de')
  const { row: earlier } = await submit(busy, large)
  const { row: later } = await submit(busy, large)
  const { row: newcomer } = await submit(other, ['a@b.de'])
  const ofEach = [earlier, later, newcomer].map(({ id }) => id)
  const { rows } = await sql<{ job_id: string; isDue: boolean }>`
    SELECT job_id, task.run_at < now() AS "isDue"
    FROM graphile_worker.jobs task JOIN bulk_chunks chunk ON chunk.id::text = (
      SELECT payload->>'chunkId' FROM graphile_worker._private_jobs WHERE id = task.id)
    WHERE job_id = ANY (${ofEach}::uuid[]) ORDER BY priority, run_at`.execute(db)
  expect(rows.every(({ isDue }) => isDue)).toBe(true)
  const order = rows.map(({ job_id }) => job_id)
  expect(order.indexOf(newcomer.id)).toBeLessThanOrEqual(1)
  expect(order.filter((id) => id !== newcomer.id)).toEqual([
    ...Array.from({ length: 10 }, () => earlier.id),
    ...Array.from({ length: 10 }, () => later.id),
  ])
})
