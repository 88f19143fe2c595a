import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signIn, startTestApp, type TestApp, useTestApp, withToken } from '../access/test-app.ts'
import { createEmptyDatabase, createTestDatabase } from '../support/database.ts'
import { type AdminResult, callAdmin } from './run-admin.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let app: TestApp
beforeAll(async () => {
  database = await createTestDatabase()
  app = await startTestApp(database.url, { keepTokensForMs: 3_600_000 })
})
afterAll(async () => {
  await app.close()
  await database.drop()
})

async function admin(...words: string[]): Promise<AdminResult> {
  return callAdmin(database.url, words)
}

async function json<T>(...words: string[]): Promise<T> {
  const { code, output, errors } = await admin(...words, '--json')
  expect({ code, errors }).toMatchObject({ code: 0 })
  return JSON.parse(output) as T
}

async function untilStatus(token: string, status: number): Promise<void> {
  await expect.poll(async () => (await app.fetch('/read', withToken(token))).status).toBe(status)
}

test('an account, its token and its subscription are made, changed and removed from the command line', async () => {
  const user = await json<{ id: string; email: string }>(
    'users',
    'create',
    'Ada@Example.com',
    '--name',
    'Ada',
    '--plan',
    'team',
  )
  expect(user).toMatchObject({ email: 'ada@example.com', name: 'Ada' })

  const issued = await admin('tokens', 'issue', 'ada@example.com', '--permission', 'write', '--expires', '90d')
  expect(issued.output).toMatch(/^ms_w_[0-9A-Za-z]{36}\n$/)
  expect(issued.errors).toContain('it cannot be shown again')
  const token = issued.output.trim()
  await untilStatus(token, 200)

  expect(await json('subscription', 'set', user.id, '--plan', 'team', '--status', 'past_due')).toMatchObject({
    active: false,
  })
  await untilStatus(token, 402)
  expect(await json('subscription', 'set', user.email, '--plan', 'trial', '--period-end', '14d')).toMatchObject({
    plan: 'trial',
    active: true,
    period_end: expect.stringMatching(/Z$/),
  })
  await untilStatus(token, 200)
  expect((await admin('subscription', 'show', user.email)).output).toMatch(/plan +trial\nstatus +active\n/)

  const [listed] = await json<{ id: string; last4: string }[]>('tokens', 'list', user.email)
  expect(listed).toMatchObject({ permission: 'write', last4: token.slice(-4) })
  expect((await admin('tokens', 'list', user.email)).output).toMatch(/^ID +NAME +PERMISSION .*\n.* valid until /)
  expect((await admin('tokens', 'revoke', listed!.id)).code).toBe(0)
  await untilStatus(token, 401)

  expect((await admin('users', 'list')).output).toMatch(/ada@example\.com +Ada +1 +trial +yes/)
  expect((await admin('users', 'delete', user.email)).code).toBe(2)
  expect(await json('users', 'list')).toHaveLength(1)
  expect((await admin('users', 'delete', user.email, '--yes')).output).toBe('Deleted ada@example.com.\n')
  expect(await json('users', 'list')).toEqual([])
})

test('the tokens of an account made without a plan work at once; a plan is left out only on request', async () => {
  expect(await json('users', 'create', 'plain@example.com')).toMatchObject({ plan: 'self-hosted' })
  const token = (await admin('tokens', 'issue', 'plain@example.com', '--permission', 'read')).output.trim()
  await untilStatus(token, 200)
  expect(await json('users', 'create', 'later@example.com', '--plan', 'none')).toMatchObject({ plan: null })
  const refused = (await admin('tokens', 'issue', 'later@example.com', '--permission', 'read')).output.trim()
  await untilStatus(refused, 402)
  for (const user of ['plain@example.com', 'later@example.com']) await admin('users', 'delete', user, '--yes')
})

test('a token that leaked is revoked by its own text', async () => {
  await admin('users', 'create', 'leak@example.com', '--plan', 'team')
  const token = (await admin('tokens', 'issue', 'leak@example.com', '--permission', 'read')).output.trim()
  await untilStatus(token, 200)
  const revoked = await admin('tokens', 'revoke', token)
  expect(revoked.code).toBe(0)
  expect(revoked.output + revoked.errors).not.toContain(token)
  await untilStatus(token, 401)
})

test('a password comes from the input or is made, and signs in', async () => {
  const signing = await useTestApp(database.url)
  const email = 'grace@example.com'
  const created = await json<{ password: string }>('users', 'create', email, '--generate-password')
  await signIn(signing, { email, password: created.password })

  const changed = await callAdmin(database.url, ['users', 'set-password', email], 'from the input')
  expect(changed.code).toBe(0)
  expect(changed.output + changed.errors).not.toContain('from the input')
  await signIn(signing, { email, password: 'from the input' })

  const short = await callAdmin(database.url, ['users', 'set-password', email], 'short')
  expect([short.code, short.errors]).toEqual([2, 'A password must have 8 to 128 characters.\n'])
})

test('each way to fail has its exit code and one clear line', async () => {
  await admin('users', 'create', 'twice@example.com')
  const calls: [number, string, string[]][] = [
    [
      3,
      'No user has the address nobody@example.com. List users with `users list`.',
      ['users', 'delete', 'nobody@example.com', '--yes'],
    ],
    [3, 'The token does not exist.', ['tokens', 'revoke', '01890a5d-ac96-774b-bcce-b302099a8057']],
    [1, 'An account with this address already exists.', ['users', 'create', 'TWICE@example.com']],
    [2, '"nonsense" is not an email address.', ['users', 'create', 'nonsense']],
    [2, '--plan needs the name of a plan.', ['users', 'create', 'unnamed@example.com', '--plan', '']],
    [2, '--plan needs the name of a plan.', ['subscription', 'set', 'twice@example.com', '--plan', ' ']],
    [
      2,
      '--expires must be in the future',
      ['tokens', 'issue', 'twice@example.com', '--permission', 'read', '--expires', '2001-01-01'],
    ],
    [
      2,
      '--expires must be in the future',
      ['tokens', 'issue', 'twice@example.com', '--permission', 'read', '--expires', 'soon'],
    ],
  ]
  for (const [code, message, words] of calls) {
    const result = await admin(...words)
    expect([result.code, result.output, result.errors.split('\n')[0]]).toEqual([
      code,
      '',
      expect.stringContaining(message),
    ])
  }
})

test('a day that no calendar has is not taken for another one', async () => {
  await admin('users', 'create', 'calendar@example.com')
  for (const when of ['2099-02-30', '2099-02-30T12:00:00Z', '2099-04-31'])
    expect(
      await admin('subscription', 'set', 'calendar@example.com', '--plan', 'team', '--period-end', when),
    ).toMatchObject({ code: 2 })
})

test('migrate prepares an empty database; until then commands say what to do', async () => {
  const url = await createEmptyDatabase()
  const before = await callAdmin(url, ['users', 'list'])
  expect([before.code, before.errors]).toEqual([1, expect.stringContaining('npm run -s admin -- migrate')])
  expect((await callAdmin(url, ['migrate'])).output).toMatch(/^Applied \d+ migrations\.\n$/)
  expect((await callAdmin(url, ['migrate'])).output).toBe('The database is up to date.\n')
  expect((await callAdmin(url, ['users', 'list'])).output).toBe('No accounts.\n')
})

test('the usage of an account is shown by day and kind', async () => {
  const { id } = await json<{ id: string }>('users', 'create', 'usage@example.com')
  await sql`INSERT INTO usage_daily (account_id, day, kind, units) VALUES
    (${id}, '2026-01-01', 'single', 3), (${id}, '2026-01-02', 'bulk', 10)`.execute(database.db)
  const range = ['--from', '2026-01-01', '--to', '2026-01-31']
  expect(await json('usage', 'show', 'usage@example.com', ...range)).toMatchObject({
    total: 13,
    by_kind: { single: 3, bulk: 10 },
  })
  const { output } = await admin('usage', 'show', id, ...range)
  expect(output).toMatch(/^DAY +SINGLE +BULK +TOTAL\n2026-01-01 +3 +0 +3\n2026-01-02 +0 +10 +10\ntotal +3 +10 +13\n$/)
  for (const noDay of ['yesterday', '2026-02-30', '2026-13-01', '2026-1-1'])
    expect(await admin('usage', 'show', id, '--from', noDay)).toMatchObject({ code: 2 })
})

test('the fetched lists are shown with the last try, its outcome in words and the names in force', async () => {
  expect((await admin('lists')).output).toMatch(/^No list has been downloaded yet\./)
  expect(await json('lists')).toEqual([])
  await sql`INSERT INTO domain_lists (url, outcome, name_count, fetched_at, checked_at, shrunk_since) VALUES
    ('https://a.example/list.txt', 'unchanged', 2, '2026-01-09T05:06:07Z', '2026-01-09T05:06:07Z', NULL),
    ('https://b.example/list.txt', 'shrank', 1200, '2026-01-07T12:00:00Z', '2026-01-09T05:06:08Z', '2026-01-08T12:00:00Z'),
    ('https://c.example/list.txt?key=secret', 'unreachable', 0, NULL, '2026-01-09T05:06:09Z', NULL)`.execute(
    database.db,
  )
  await sql`INSERT INTO listed_domains (url, domain, last_seen_at)
    SELECT 'https://a.example/list.txt', 'name' || n || '.example', now() FROM generate_series(1, 3) AS n`.execute(
    database.db,
  )
  const { output } = await admin('lists')
  const shrank = 'rejected: lost more than half of its domains; accepted from 2026-01-15 on'
  expect(output.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['LIST', 'LAST TRY', 'OUTCOME', 'GOOD SINCE', 'NAMES', 'KEPT'],
    ['a.example', '2026-01-09 05:06', 'fetched, unchanged', '2026-01-09 05:06', '2', '3'],
    ['b.example', '2026-01-09 05:06', shrank, '2026-01-07 12:00', '1,200', '0'],
    ['c.example', '2026-01-09 05:06', 'download failed', '–', '0', '0'],
    [''],
  ])
  expect(await json('lists')).toMatchObject([
    { list: 'a.example', outcome: 'unchanged', names: 2, kept: 3, taken_from: null },
    { list: 'b.example', outcome: 'shrank', taken_from: '2026-01-15T12:00:00.000Z' },
    { list: 'c.example', outcome: 'unreachable', fetched_at: null },
  ])
})

test('a quarantined task is listed, shown, retried and discarded', async () => {
  expect((await admin('tasks', 'list')).output).toBe('No tasks in quarantine.\n')
  await sql`INSERT INTO quarantine (task, payload, interruptions, reason)
    VALUES ('enrichment.website', '{"domain":"hostile.example"}', 3, 'event loop blocked for 8 s in parseBlock (json-ld.ts:68)'),
      ('domains.forget', '{}', 3, 'the process crashed (SIGABRT)')`.execute(database.db)
  expect((await admin('tasks', 'list')).output).toMatch(
    /^ID +TASK +INTERRUPTIONS +SINCE +REASON\n.*enrichment\.website .*parseBlock/,
  )
  const [website, forget] = await json<{ id: number }[]>('tasks', 'list')
  expect((await admin('tasks', 'show', String(website!.id))).output).toContain('{"domain":"hostile.example"}')

  await json('tasks', 'retry', String(website!.id))
  await json('tasks', 'discard', String(forget!.id))
  expect(await json('tasks', 'list')).toEqual([])
  const { rows } = await sql<{ task_identifier: string }>`SELECT task_identifier FROM graphile_worker.jobs`.execute(
    database.db,
  )
  expect(rows.filter(({ task_identifier }) => /website|forget/.test(task_identifier))).toEqual([
    { task_identifier: 'enrichment.website' },
  ])
  expect(await admin('tasks', 'show', '999')).toMatchObject({ code: 3, errors: expect.stringContaining('tasks list') })
})
