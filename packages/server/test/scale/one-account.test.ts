import type { Download, PreparedUpload, SubmittedGroup, SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { createUser } from '../../src/accounts/users/users.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { useTestDatabase } from '../support/database.ts'
import { accountTablesIn, isOfOneAccount, oneLine } from './statements.ts'

/** Every statement that this process sends from now on. */
function recordStatements(): Set<string> {
  const seen = new Set<string>()
  const send = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...given: unknown[]
  ) {
    const [asked] = given as [string | { text?: string }]
    const text = typeof asked === 'string' ? asked : asked?.text
    if (text) seen.add(oneLine(text))
    return (send as (...args: unknown[]) => unknown).apply(this, given) as never
  } as never)
  onTestFinished(() => spy.mockRestore())
  return seen
}

/**
 * Statements that are not bound to one account, by their beginning, and why. A database that is distributed by account runs them on
 * several servers, or they are split first (docs/scale.md). None may be added without a reason.
 */
const OF_SEVERAL_ACCOUNTS: readonly (readonly [beginning: string, reason: string])[] = [
  ['SELECT account_id AS owner FROM bulk_chunks WHERE id = $1', 'finds the account of a task'],
  ['SELECT user_id AS owner FROM bulk_groups WHERE id = $1', 'finds the account of a task'],
  ['WITH told AS ( SELECT', 'the group commit of one process'],
  ['WITH taken AS ( DELETE FROM outbox_deliveries', 'delivers the events of all accounts'],
  ['INSERT INTO usage_daily', 'books the delivered events of all accounts'],
  ['INSERT INTO verdict_daily', 'books the delivered events of all accounts'],
  ['SELECT to_timestamp($1 / 1000.0) <= now() AS link_lapsed', 'a signed link names no account'],
]

/** As above, of the work of every minute: a run sees them only if a minute begins during it. */
const OF_EVERY_MINUTE: typeof OF_SEVERAL_ACCOUNTS = [
  ['SELECT DISTINCT listener FROM outbox_deliveries WHERE due_at <= now()', 'wakes listeners for all accounts'],
  ['DELETE FROM outbox_events WHERE id IN (', 'removes the delivered events of all accounts'],
  ['DELETE FROM quota_reservations WHERE expires_at < now()', 'returns the expired credits of all accounts'],
]

test('every statement of a request or a task is bound to one account, or is named with its reason', async () => {
  const service = await startService({ SHORT_LIST_MAX_COUNT: '10' })
  onTestFinished(() => service.stop())
  const caller = await service.newCaller()
  const seen = recordStatements()
  await useEverything(service, caller)
  await service.stopWorker()
  const ofAccounts = [...seen].filter((text) => accountTablesIn(text).length > 0)
  expect(ofAccounts.length).toBeGreaterThan(45)
  const unbound = ofAccounts.filter((text) => !isOfOneAccount(text))
  const named = [...OF_SEVERAL_ACCOUNTS, ...OF_EVERY_MINUTE]
  const isNamed = (text: string) => named.some(([beginning]) => text.startsWith(beginning))
  expect(unbound.filter((text) => !isNamed(text))).toEqual([])
  // A name that nothing needs any more goes.
  for (const [beginning] of OF_SEVERAL_ACCOUNTS)
    expect(
      unbound.some((text) => text.startsWith(beginning)),
      beginning,
    ).toBe(true)
})

test.each([
  ['SELECT * FROM bulk_jobs WHERE id = $1', false],
  ['SELECT * FROM bulk_jobs WHERE id = $1 AND user_id = $2', true],
  ['UPDATE bulk_jobs SET total = 1 FROM bulk_groups WHERE group_id = bulk_groups.id AND bulk_jobs.user_id = $1', false],
  [
    'SELECT FROM bulk_jobs job JOIN bulk_chunks chunk ON chunk.job_id = job.id AND chunk.account_id = job.user_id WHERE job.user_id = $1',
    true,
  ],
  ['INSERT INTO bulk_chunks (id, job_id) VALUES ($1, $2)', false],
  ['INSERT INTO bulk_chunks (id, job_id, account_id) VALUES ($1, $2, $3)', true],
  ['SELECT * FROM dns_facts', true],
])('%s: bound to one account: %s', (text, isBound) => {
  expect(isOfOneAccount(text)).toBe(isBound)
})

test('a chunk or delivery that a node of 0.1.0 inserts gets the account of its job or event', async () => {
  const { db } = await useTestDatabase()
  const { id: userId } = await createUser(db, { email: 'user@mail.example' })
  const [jobId, chunkId, eventId] = [uuidv7(), uuidv7(), uuidv7()]
  // In one statement, as 0.1.0 sends it.
  await sql`
    WITH job AS (
      INSERT INTO bulk_jobs (id, user_id, validate_domain, total, chunks_left, expires_at)
      VALUES (${jobId}, ${userId}, false, 1, 1, now()) RETURNING id
    ), stored AS (
      INSERT INTO bulk_chunks (id, job_id, first_index, row_count, inputs) SELECT ${chunkId}, id, 0, 1, '' FROM job
    ), announced AS (
      INSERT INTO outbox_events (id, user_id, body) SELECT ${eventId}, ${userId}, '{}' FROM job RETURNING id
    )
    INSERT INTO outbox_deliveries (listener, event_id) SELECT 'usage', id FROM announced`.execute(db)
  const accountOf = (table: 'bulk_chunks' | 'outbox_deliveries') => db.selectFrom(table).select('account_id').execute()
  expect(await accountOf('bulk_chunks')).toEqual([{ account_id: userId }])
  expect(await accountOf('outbox_deliveries')).toEqual([{ account_id: userId }])
})

async function useEverything(service: Service, caller: Caller): Promise<void> {
  const get = (path: string) => service.request(caller, path)
  const origin = service.base.replace(/\/v1$/, '')
  await get('/emails/validate?email=ada.lovelace@contoso.com')
  await service.request(caller, '/emails/validate?email=ada.lovelace@contoso.com', {
    headers: { 'idempotency-key': 'one' },
  })
  const short = await service.submit(caller, { emails: ['ada@contoso.com'] }, { 'idempotency-key': 'short' })
  await service.untilDone(caller, ((await short.json()) as SubmittedJob).job.id)
  const emails = Array.from({ length: 1_200 }, (_, at) => `person${at}@contoso.com`)
  const job = await service.run(caller, emails)
  await get(`/emails/bulk/${job.id}?page=2&take=100`)
  const link = await service.json<Download>(caller, `/emails/bulk/${job.id}/download`)
  await (await fetch(link.download_url)).arrayBuffer()
  const file = Buffer.from('email\nada@contoso.com\nno address\n')
  const prepared = (await (
    await service.request(caller, '/emails/bulk/upload', {
      method: 'POST',
      body: JSON.stringify({ filename: 'people.csv', size_bytes: file.length }),
      headers: { 'content-type': 'application/json', 'idempotency-key': 'upload' },
    })
  ).json()) as PreparedUpload
  const { 'Content-Length': _, ...headers } = prepared.headers
  await fetch(prepared.upload_url, { method: 'PUT', body: file as never, headers })
  const submitted = await service.submit(caller, { upload_id: prepared.upload_id, email_column: 'email' })
  const { group } = (await submitted.json()) as SubmittedGroup
  await service.untilGroupDone(caller, group.id)
  const csv = await service.json<Download>(caller, `/emails/bulk/groups/${group.id}/download`)
  await (await fetch(csv.download_url)).arrayBuffer()
  for (const path of ['/emails/bulk', '/emails/bulk/groups', '/contacts', `${origin}/account/usage`])
    expect((await get(path)).status, path).toBe(200)
  for (const path of ['/account/submissions', '/account/uploads', '/account/contacts'])
    expect((await get(origin + path)).status, path).toBe(200)
  await eventually(async () => {
    const usage = await service.json<{ total: number }>(caller, `${origin}/account/usage`)
    return usage.total >= 1_204
  })
}
