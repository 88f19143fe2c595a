import type { ContactList, Download, PreparedUpload, SubmittedGroup, SubmittedJob } from '@mailsift/contract'
import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { useDns } from '../stand-ins/use.ts'
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
  ['SELECT account_id AS owner FROM bulk_groups WHERE id = $1', 'finds the account of a task'],
  ['WITH told AS ( SELECT', 'the group commit of one process'],
  ['WITH taken AS ( DELETE FROM outbox_deliveries', 'delivers the events of all accounts'],
  ['INSERT INTO usage_daily', 'books the delivered events of all accounts'],
  ['INSERT INTO verdict_daily', 'books the delivered events of all accounts'],
  ['SELECT FROM contact_counts WHERE account_id = ANY', 'saves the contacts of the delivered events of all accounts'],
  ['SELECT csv_key FROM bulk_jobs WHERE id = $1', 'removes a submission, as sweeps do'],
  ['UPDATE bulk_keys SET removed_at = now()', 'removes a submission, as sweeps do'],
  ['WITH job AS (DELETE FROM bulk_jobs WHERE id = $1', 'removes a submission, as sweeps do'],
  ['INSERT INTO validated_addresses', 'keeps the delivered events of all accounts'],
  ['SELECT to_timestamp($1 / 1000.0) <= now() AS link_lapsed', 'a signed link names no account'],
]

/** As above, of the work of every minute: a run sees them only if a minute begins during it. */
const OF_EVERY_MINUTE: typeof OF_SEVERAL_ACCOUNTS = [
  ['SELECT DISTINCT listener FROM outbox_deliveries WHERE due_at <= now()', 'wakes listeners for all accounts'],
  ['DELETE FROM outbox_events WHERE id IN (', 'removes the delivered events of all accounts'],
  ['DELETE FROM quota_reservations WHERE expires_at < now()', 'returns the expired credits of all accounts'],
]

test('every statement of a request or a task is bound to one account, or is named with its reason', async () => {
  const dns = await useDns({
    'answers.com': { MX: [[10, 'mx.answers.com']], NS: ['ns.answers.com'] },
    'mx.answers.com': { A: ['93.184.216.34'] },
  })
  const service = await startService({
    SHORT_LIST_MAX_COUNT: '10',
    DNS_SERVERS: dns.address,
    DNS_CANARIES: 'answers.com',
    ENRICHMENT: 'off',
  })
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
  ['SELECT * FROM bulk_jobs WHERE id = $1 AND account_id = $2', true],
  [
    'UPDATE bulk_jobs SET total = 1 FROM bulk_groups WHERE group_id = bulk_groups.id AND bulk_jobs.account_id = $1',
    false,
  ],
  [
    'SELECT FROM bulk_jobs job JOIN bulk_chunks chunk ON chunk.job_id = job.id AND chunk.account_id = job.account_id WHERE job.account_id = $1',
    true,
  ],
  ['INSERT INTO bulk_chunks (id, job_id) VALUES ($1, $2)', false],
  ['INSERT INTO bulk_chunks (id, job_id, account_id) VALUES ($1, $2, $3)', true],
  ['SELECT * FROM dns_facts', true],
  ['INSERT INTO suppressions (account_id, hash) SELECT $1, hash FROM json_to_recordset($2) AS told (hash text)', true],
  [
    'INSERT INTO usage_daily (account_id) SELECT account_id FROM json_to_recordset($1) AS told (account_id uuid)',
    false,
  ],
])('%s: bound to one account: %s', (text, isBound) => {
  expect(isOfOneAccount(text)).toBe(isBound)
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
  for (const path of [
    '/emails/bulk',
    '/emails/bulk/groups',
    '/contacts',
    `${origin}/account/usage`,
    `${origin}/account/calibration`,
  ])
    expect((await get(path)).status, path).toBe(200)
  for (const path of ['/account/submissions', '/account/uploads', '/account/contacts'])
    expect((await get(origin + path)).status, path).toBe(200)
  await useAccountPages(service, caller, job.id)
  await eventually(async () => {
    const usage = await service.json<{ total: number }>(caller, `${origin}/account/usage`)
    return usage.total >= 1_204
  })
}

async function useAccountPages({ base, request, json }: Service, caller: Caller, jobId: string): Promise<void> {
  const origin = base.replace(/\/v1$/, '')
  async function send(method: string, path: string, body?: unknown, headers = {}): Promise<void> {
    const answer = await request(caller, origin + path, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    })
    expect([path, answer.ok ? 'ok' : await answer.text()]).toEqual([path, 'ok'])
  }
  const emails = ['ada@contoso.com']
  const listId = uuidv7()
  const snowflake = { 'sf-external-function-query-batch-id': 'one' }
  await send('POST', '/warehouse/snowflake', { data: [[0, emails[0]]] }, snowflake)
  await send('GET', '/insight/emails/validate?email=ann.lee@answers.com&validate_domain=1')
  const { id: contactId } = await eventually(async () => {
    const { data } = await json<ContactList>(caller, '/contacts')
    return data[0]
  })
  await send('PATCH', `/v1/contacts/${contactId}`, { email: 'ann.lee@answers.com', firstName: 'Anna', lastName: 'Lee' })
  await send('PUT', '/account/policies/own', { preset: 'b2b', allow: [], caution: [], refuse: [] })
  await send('POST', '/account/list-entries', { list: 'deny', entries: ['contoso.com'] })
  await send('POST', '/account/suppressions', { emails })
  await send('POST', '/account/mailboxes', { email: emails[0], mailbox: 'exists' })
  await send('POST', '/account/mailboxes/lookup', { emails })
  await send('POST', '/account/bounces/events', { items: [{ email: emails[0], event: 'bounce' }] })
  await send('POST', '/account/lists', { id: listId, name: 'people', parts: 1, total: 1_200 })
  await send('PUT', `/account/lists/${listId}/submissions/${jobId}`, { round: 0, part: 1, parts: 1 })
  await send('PATCH', `/account/lists/${listId}`, { notes: 'spring' })
  for (const path of ['policies', 'list-entries', 'suppressions', 'suppressions/export', 'lists', `lists/${listId}`])
    await send('GET', `/account/${path}`)
  for (const path of ['contacts/count', 'contacts/export', 'plan', 'lookups']) await send('GET', `/account/${path}`)
  await send('DELETE', `/account/suppressions?email=${emails[0]}`)
  await send('DELETE', '/account/policies/own')
  await send('DELETE', `/account/lists/${listId}`)
}
