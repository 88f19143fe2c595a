import { JSON_LIST_MAX_COUNT, type SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { chunkIdsOf } from '../../src/bulk/state/chunks.ts'
import { takeChunkTurn } from '../../src/bulk/state/enqueue.ts'
import { reachTurn } from '../../src/bulk/state/turns.ts'
import { type Caller, startService } from './service.ts'

const ACCOUNTS = 4
const LISTS = 3
const CONCURRENCY = 2

test('a list waits for one chunk of each waiting account, whatever their backlog', {
  timeout: 120_000,
}, async () => {
  const service = await startService({ WORKER_CONCURRENCY: String(CONCURRENCY) }, { worker: false })
  onTestFinished(() => service.stop())
  const { db } = service
  const submit = async (caller: Caller, count: number) => {
    const emails = Array.from({ length: count }, (_, index) => `person${index}@mail.example`)
    return ((await (await service.submit(caller, { emails, validate_domain: 0 })).json()) as SubmittedJob).job
  }
  const countChunks = async (condition: ReturnType<typeof sql>) => {
    const { rows } = await sql<{
      count: number
    }>`SELECT count(*)::int AS count FROM bulk_chunks WHERE ${condition}`.execute(db)
    return rows[0]!.count
  }
  const countDone = () => countChunks(sql`done_at IS NOT NULL`)

  for (let account = 0; account < ACCOUNTS; account++) {
    const caller = await service.newCaller()
    for (let list = 0; list < LISTS; list++) await submit(caller, JSON_LIST_MAX_COUNT)
  }
  const backlog = await countChunks(sql`true`)
  const other = await service.newCaller()
  await service.startWorker()
  await expect.poll(countDone, { timeout: 60_000 }).toBeGreaterThan(backlog / 4)

  const { id, created_at } = await submit(other, 150)
  await service.untilDone(other, id)
  const chunksBefore = await countChunks(
    sql`done_at > ${created_at} AND done_at < (SELECT done_at FROM bulk_chunks WHERE job_id = ${id})`,
  )
  expect(chunksBefore).toBeLessThanOrEqual(ACCOUNTS + CONCURRENCY)
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
    return chunkIdsOf(db, { id: job.id, user_id: caller.userId })
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
