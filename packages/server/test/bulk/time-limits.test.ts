import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { whileLocked } from '../support/database.ts'
import { startService } from './service.ts'

test.each(['statement_timeout', 'lock_timeout'])(
  'a bulk request whose statement %s ends is 503 with Retry-After, never 500, and leaves nothing',
  async (limit) => {
    const service = await startService({}, { worker: false })
    onTestFinished(() => service.stop())
    const { db, url, submit, request } = service
    const caller = await service.newCaller()
    const database = new URL(url).pathname.slice(1)
    await sql.raw(`ALTER DATABASE ${database} SET ${limit} = '100ms'`).execute(db)
    // The limit is one of new sessions.
    await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid()`.execute(db)
    const post = (path: string, body: object, headers = {}) =>
      request(caller, path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      })
    await expect.poll(async () => (await request(caller, '/emails/bulk')).status).toBe(200)
    const emails = ['jane.doe@gmail.com']
    await whileLocked(db, 'bulk_accounts', async () => {
      for (const answer of [
        await submit(caller, { emails }),
        await submit(caller, { emails }, { 'idempotency-key': 'a key' }),
        await post('/emails/bulk/upload', { filename: 'a.csv', size_bytes: 10 }),
        await submit(caller, { upload_id: crypto.randomUUID(), email_column: 'email' }),
      ])
        expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
    })
    await whileLocked(db, 'outbox_events', async () => {
      const answer = await request(caller, '/emails/validate?email=jane.doe@gmail.com')
      expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true])
    })
    expect((await submit(caller, { emails }, { 'idempotency-key': 'a key' })).status).toBe(202)
  },
)
