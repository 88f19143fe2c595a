// A worker that is told to stop while name servers are silent.
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { startService } from './service.ts'

/** Takes every question and answers none. */
async function startBlackHole() {
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  const asked = once(socket, 'message')
  return { address: `127.0.0.1:${socket.address().port}`, asked }
}

test('it ends without their answers, and hands its chunk back as it was: no row errs, and no try is lost', async () => {
  const { address, asked } = await startBlackHole()
  const service = await startService({
    DNS_SERVERS: address,
    DNS_CANARIES: 'off',
    DNS_TIMEOUT_MS: '60000',
    LOOKUP_BUDGET_MS: '60000',
    LOOKUP_PATIENCE_MS: '0',
  })
  onTestFinished(() => service.stop())
  const caller = await service.newCaller()
  const emails = Array.from({ length: 300 }, (_, at) => `jane.doe@silent${at}.com`)
  const submitted = (await (await service.submit(caller, { emails, validate_domain: 1 })).json()) as SubmittedJob
  await asked
  await service.stopWorker()

  // A task that is cut off when its time to end is over has lost a try, and names the error.
  const { rows } = await sql`
    SELECT payload, attempts, last_error, locked_at IS NOT NULL AS locked FROM graphile_worker._private_jobs AS task
    JOIN graphile_worker._private_tasks AS kind ON kind.id = task.task_id WHERE identifier = 'bulk.chunk'`.execute(
    service.db,
  )
  const payload = { chunkId: expect.any(String), failures: 0 }
  expect(rows).toEqual([{ payload, attempts: 0, last_error: null, locked: false }])
  const { rows: jobs } =
    await sql`SELECT success, errors, chunks_left FROM bulk_jobs WHERE id = ${submitted.job.id}`.execute(service.db)
  expect(jobs).toEqual([{ success: 0, errors: 0, chunks_left: 1 }])
})
