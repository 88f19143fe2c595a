import { JSON_LIST_MAX_COUNT, type PreparedUpload, type SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { chunkIdsOf } from '../../src/bulk/state/chunks.ts'
import { enqueueChunks, takeChunkTurn } from '../../src/bulk/state/enqueue.ts'
import { endStoppedJob } from '../../src/bulk/state/job-states.ts'
import { reachTurn } from '../../src/bulk/state/turns.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { type Caller, type Service, startService } from './service.ts'

const ACCOUNTS = 8
const CONCURRENCY = 2
/** Of a list and of a file. */
const CHUNK_ROWS = { list: 1_000, file: 5_000 }

const emailsOf = (count: number) => Array.from({ length: count }, (_, index) => `person${index}@mail.example`)

async function submitList(service: Service, caller: Caller, count: number) {
  const answer = await service.submit(caller, { emails: emailsOf(count), validate_domain: 0 })
  return ((await answer.json()) as SubmittedJob).job
}

async function submitFile(service: Service, caller: Caller, count: number) {
  const csv = `email\n${emailsOf(count).join('\n')}\n`
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ filename: 'a.csv', size_bytes: csv.length })
  const prepared = await service.request(caller, '/emails/bulk/upload', { method: 'POST', headers, body })
  const { upload_id, upload_url, headers: signed } = (await prepared.json()) as PreparedUpload
  await fetch(upload_url, { method: 'PUT', headers: { ...signed }, body: csv })
  await service.submit(caller, { upload_id, email_column: 'email' })
}

test.each(['list', 'file'] as const)(
  'a short list waits for the rows that run, not for those that wait: every other account has a %s',
  {
    timeout: 120_000,
  },
  async (form) => {
    const service = await startService({ WORKER_CONCURRENCY: String(CONCURRENCY) }, { worker: false })
    onTestFinished(() => service.stop())
    const { db } = service
    const sumRows = async (condition: ReturnType<typeof sql>) => {
      const { rows } = await sql<{ sum: number }>`
      SELECT coalesce(sum(row_count), 0)::int AS sum FROM bulk_chunks WHERE ${condition}`.execute(db)
      return rows[0]!.sum
    }
    for (let account = 0; account < ACCOUNTS; account++) {
      const caller = await service.newCaller()
      for (let input = 0; input < 2; input++)
        await (form === 'list' ? submitList : submitFile)(service, caller, JSON_LIST_MAX_COUNT)
    }
    const other = await service.newCaller()
    await service.startWorker()
    await expect.poll(() => sumRows(sql`done_at IS NOT NULL`)).toBeGreaterThan(20_000)

    const { id, created_at } = await submitList(service, other, 150)
    await service.untilDone(other, id)
    const rowsBefore = await sumRows(
      sql`done_at > ${created_at} AND done_at < (SELECT done_at FROM bulk_chunks WHERE job_id = ${id})`,
    )
    // What ran when the list came, and what a slot had claimed just then.
    expect(rowsBefore).toBeLessThanOrEqual(2 * CONCURRENCY * CHUNK_ROWS[form])
  },
)

test('turns are charged by rows: accounts with chunks of 5,000 and of 1,000 rows get as many rows', async () => {
  const service = await startService({}, { worker: false })
  onTestFinished(() => service.stop())
  const { db } = service
  const accounts = [await service.newCaller(), await service.newCaller()]
  const chunksOf = new Map<string, { account: number; rows: number }>()
  for (const [account, rows] of [CHUNK_ROWS.file, CHUNK_ROWS.list].entries()) {
    const owner = { accountId: accounts[account]!.accountId, validateDomain: false }
    const chunks = Array.from({ length: 10_000 / rows }, () => ({ id: uuidv7(), row_count: rows }))
    await db.transaction().execute((tx) => enqueueChunks(tx, chunks, owner))
    for (const { id } of chunks) chunksOf.set(id, { account, rows })
  }
  const { rows: queued } = await sql<{ id: string }>`
    SELECT payload->>'chunkId' AS id FROM graphile_worker._private_jobs ORDER BY priority, run_at, id`.execute(db)
  const run = [0, 0]
  for (const { id } of queued) {
    const { account, rows } = chunksOf.get(id)!
    run[account]! += rows
    expect(Math.abs(run[0]! - run[1]!)).toBeLessThanOrEqual(CHUNK_ROWS.file + CHUNK_ROWS.list)
  }
})

test('a stopped list gives back the turns of the rows that it does not validate', async () => {
  const service = await startService({}, { worker: false })
  onTestFinished(() => service.stop())
  const { db } = service
  const caller = await service.newCaller()
  const lastTurn = async () =>
    (await sql<{ last_turn: number }>`SELECT last_turn FROM bulk_turns`.execute(db)).rows[0]!.last_turn
  await submitList(service, caller, 150)
  const before = await lastTurn()
  const { id } = await submitList(service, caller, JSON_LIST_MAX_COUNT)
  expect(await lastTurn()).toBeGreaterThan(before)
  await endStoppedJob(db, { id, account_id: caller.accountId })
  expect(await lastTurn()).toBe(before)
})

test('a task that is run again waits for its account, and others do not wait for it', async () => {
  const service = await startService({}, { worker: false })
  onTestFinished(() => service.stop())
  const { db } = service
  const submit = async (validateDomain: 0 | 1) => {
    const caller = await service.newCaller()
    const emails = Array.from({ length: 3_000 }, () => 'ada.lovelace@mail.example')
    const { job } = (await (
      await service.submit(caller, { emails, validate_domain: validateDomain })
    ).json()) as SubmittedJob
    return chunkIdsOf(db, { id: job.id, account_id: caller.accountId })
  }
  for (const validateDomain of [0, 1] as const) {
    const [again] = await submit(validateDomain)
    await takeChunkTurn(db, { chunkId: again!, failures: 1 })
    const others = await submit(validateDomain)
    const { rows } = await sql<{ id: string; failures: number | null }>`
      SELECT payload->>'chunkId' AS id, (payload->>'failures')::int AS failures
      FROM graphile_worker._private_jobs ORDER BY priority, run_at`.execute(db)
    expect(rows).toHaveLength(7)
    expect(rows.at(-1)).toEqual({ id: again, failures: 1 })
    expect(rows.slice(0, -1).filter(({ id }) => others.includes(id))).toHaveLength(3)
    await sql`SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs`.execute(db)
  }
})

test('the turn that the workers have reached never goes back', async () => {
  const service = await startService({}, { worker: false })
  onTestFinished(() => service.stop())
  for (const turn of [5, 3, 9, 1]) await reachTurn(service.db, turn)
  const { rows } = await sql<{ last_value: number }>`SELECT last_value FROM bulk_turn`.execute(service.db)
  expect(rows).toEqual([{ last_value: 9 }])
})

test('chunks with lookups alternate between the two queues of their account, whatever their turns', async () => {
  const service = await startService({}, { worker: false })
  onTestFinished(() => service.stop())
  const caller = await service.newCaller()
  await service.submit(caller, { emails: emailsOf(4_000), validate_domain: 1 })
  const { rows } = await sql<{ queue: string }>`
    SELECT right(queue_name, 1) AS queue FROM graphile_worker._private_jobs job
    JOIN graphile_worker._private_job_queues queue ON queue.id = job.job_queue_id ORDER BY run_at`.execute(service.db)
  const [first, second] = rows
  expect(rows).toEqual([first, second, first, second])
  expect(first).not.toEqual(second)
})
