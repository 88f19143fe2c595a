// Saved policies and lists, from the routes that change them to the requests that they decide on.
import type { Insight, ListEntries, SavedPolicyList, SiteKey } from '@mailsift/contract'
import { LIST_ENTRIES_MAX_COUNT, POLICIES_MAX_COUNT, REASON_CODES } from '@mailsift/contract'
import { tierOfCode } from '@mailsift/engine'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findUserOf } from '../../src/accounts/accounts.ts'
import { makeSiteKey } from '../../src/credentials/site-keys/site-keys.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { memberSession } from './member-session.ts'

let service: Service
let caller: Caller
beforeAll(async () => {
  service = await startService({}, { worker: false })
})
afterAll(() => service.stop())
beforeEach(async () => {
  caller = await service.newCaller()
})

const POLICY = { preset: 'marketing', allow: ['role'], caution: ['free_mail'], refuse: ['relay'] } as const

type Headers = Record<string, string>
const token = (by = caller): Headers => ({ 'service-email-api-token': by.token })

function call(method: string, path: string, body?: unknown, headers: Headers = token()): Promise<Response> {
  return fetch(`${service.origin}${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

const save = (name: string, policy: object = POLICY, headers?: Headers) =>
  call('PUT', `/account/policies/${name}`, policy, headers)
const add = (list: 'allow' | 'deny', entries: string[], note?: string, headers?: Headers) =>
  call('POST', '/account/list-entries', { list, entries, ...(note !== undefined && { note }) }, headers)
const entriesOf = async () => ((await (await call('GET', '/account/list-entries')).json()) as ListEntries).items

async function insight(email: string, policy?: string, by = caller): Promise<Insight> {
  const query = new URLSearchParams({ email, ...(policy && { policy }) })
  const answer = await call('GET', `/insight/emails/validate?${query}`, undefined, token(by))
  expect(answer.status).toBe(200)
  return (await answer.json()) as Insight
}

test('a policy is saved, listed with the effective tier of every reason, replaced and deleted', async () => {
  expect((await save('newsletter-de')).status).toBe(200)
  const { items } = (await (await call('GET', '/account/policies')).json()) as SavedPolicyList
  expect(items).toEqual([
    {
      name: 'newsletter-de',
      ...POLICY,
      tiers: Object.fromEntries(REASON_CODES.map((code) => [code, tierOfCode(code, POLICY)])),
      updated_at: expect.any(String),
    },
  ])
  expect(items[0]!.tiers).toMatchObject({ role: 'safe', free_mail: 'risky', relay: 'unsafe', disposable: 'unsafe' })
  await save('newsletter-de', { ...POLICY, allow: [] })
  expect((await insight('sales@contoso.org', 'newsletter-de')).tier).toBe('unsafe')
  expect((await call('DELETE', '/account/policies/newsletter-de')).status).toBe(204)
  expect((await call('DELETE', '/account/policies/newsletter-de')).status).toBe(404)
})

test('/insight decides by the saved policy, and switches of the request come before it', async () => {
  await save('mine')
  expect((await insight('sales@contoso.org', 'marketing')).tier).toBe('unsafe')
  expect((await insight('sales@contoso.org', 'mine')).tier).toBe('safe')
  const query = new URLSearchParams({ email: 'sales@contoso.org', policy: 'mine', caution: 'role' })
  const switched = await call('GET', `/insight/emails/validate?${query}`)
  expect(((await switched.json()) as Insight).tier).toBe('risky')
})

test('an unknown policy is 400 with its name, and nothing is billed', async () => {
  const other = await service.newCaller()
  await save('theirs', POLICY, token(other))
  const answer = await call('GET', '/insight/emails/validate?email=a%40contoso.org&policy=theirs')
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    code: 'invalid_request',
    detail: 'No policy is named theirs. Use sign-up, marketing, b2b, or a policy that the account has saved.',
    errors: [{ path: '/querystring/policy' }],
  })
  const { rows } = await sql`SELECT FROM outbox_events WHERE account_id = ${caller.accountId}`.execute(service.db)
  expect(rows).toHaveLength(0)
})

test.each(['marketing', 'Newsletter', 'a b', '-a', 'x'.repeat(41)])('no policy can be named %s', async (name) => {
  expect((await save(encodeURIComponent(name))).status).toBe(400)
})

test('an entry of a list decides on the verdict and is named in it; /v1 does not change', async () => {
  const added = await add('deny', ['Jane.Doe@gmail.com', 'contoso.org'], ' Asked to be removed. ')
  expect(await added.json()).toEqual({ added: 2, changed: 0 })
  await add('allow', ['sales@contoso.org'])
  expect(await insight('janedoe+x@gmail.com')).toMatchObject({
    tier: 'unsafe',
    reasons: [{ code: 'denied', sentence: 'On your deny list.' }],
    listed: { list: 'deny', entry: 'janedoe@gmail.com' },
  })
  expect(await insight('john.smith@mail.contoso.org')).toMatchObject({
    tier: 'unsafe',
    listed: { entry: 'contoso.org' },
  })
  expect(await insight('sales@contoso.org', 'marketing')).toMatchObject({
    tier: 'safe',
    reasons: [],
    listed: { list: 'allow', entry: 'sales@contoso.org' },
  })
  const plain = await service.json<{ validations: object }>(caller, '/emails/validate?email=janedoe%40gmail.com')
  expect(plain.validations).toMatchObject({ safe_to_send: true })
  const other = await service.newCaller()
  expect(await insight('janedoe@gmail.com', undefined, other)).toMatchObject({ tier: 'safe', listed: null })
})

test('an entry is on one list: adding it to the other one moves it', async () => {
  await add('deny', ['contoso.org', 'CONTOSO.org'], 'first')
  expect(await (await add('allow', ['contoso.org'], 'second')).json()).toEqual({ added: 0, changed: 1 })
  expect(await (await add('allow', ['contoso.org'], 'second')).json()).toEqual({ added: 0, changed: 0 })
  const [entry, ...rest] = await entriesOf()
  expect(rest).toEqual([])
  expect(entry).toMatchObject({ list: 'allow', entry: 'contoso.org', key: 'contoso.org', note: 'second' })
  expect((await call('DELETE', `/account/list-entries/${entry!.id}`)).status).toBe(204)
  expect(await entriesOf()).toEqual([])
})

test('a malformed entry is named, and none of the others is added', async () => {
  const answer = await add('deny', ['contoso.org', 'jane@@contoso.org'])
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    detail: 'Entry 2 is neither an address nor a domain. The address has two @ signs.',
    errors: [{ path: '/body/entries/1' }],
  })
  expect(await entriesOf()).toEqual([])
})

test('an account has at most its number of policies and entries, and a refused request changes nothing', async () => {
  await sql`INSERT INTO policies (account_id, name, preset, allow, caution, refuse)
    SELECT ${caller.accountId}, 'p' || n, 'b2b', '{}', '{}', '{}' FROM generate_series(1, ${POLICIES_MAX_COUNT}) n`.execute(
    service.db,
  )
  await sql`INSERT INTO list_entries (account_id, key, id, list, entry, note)
    SELECT ${caller.accountId}, n || '.example', gen_random_uuid(), 'deny', n || '.example', ''
    FROM generate_series(1, ${LIST_ENTRIES_MAX_COUNT}) n`.execute(service.db)
  const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code?: string }).code]
  expect(await codeOf(await save('one-more'))).toEqual([409, 'too_many_rules'])
  expect((await save('p1')).status).toBe(200)
  expect(await codeOf(await add('deny', ['one-more.example']))).toEqual([409, 'too_many_rules'])
  expect((await add('allow', ['1.example'])).status).toBe(200)
  expect(await entriesOf()).toHaveLength(LIST_ENTRIES_MAX_COUNT)
  expect((await insight('a@7.example')).listed).toEqual({ list: 'deny', entry: '7.example' })
})

test('the guard decides by the policy of its page and by the lists, and refuses an unknown policy', async () => {
  await save('form', { preset: 'sign-up', allow: [], caution: [], refuse: ['free_mail'] })
  await add('deny', ['contoso.org'])
  const origin = 'https://shop.example'
  const { key } = await service.db
    .transaction()
    .execute((tx) => makeSiteKey(tx, caller.accountId, { name: 'Shop', origins: [origin] }))
  const ask = async (email: string, policy?: string) => {
    const query = new URLSearchParams({ email, site_key: key, ...(policy && { policy }) })
    const answer = await call('GET', `/guard/emails/validate?${query}`, undefined, { origin })
    return { status: answer.status, body: (await answer.json()) as SiteKey & { reason: string; tier: string } }
  }
  expect((await ask('jane.doe@gmail.com')).body).toMatchObject({ tier: 'safe', reason: 'ok' })
  expect((await ask('jane.doe@gmail.com', 'form')).body).toMatchObject({ tier: 'unsafe', reason: 'free_mail' })
  expect((await ask('jane.doe@contoso.org')).body).toMatchObject({ tier: 'unsafe', reason: 'denied' })
  expect((await ask('jane.doe@gmail.com', 'none')).status).toBe(400)
})

test('viewers read rules and cannot change them; the audit names the person who did', async () => {
  const viewer = await memberSession(service, caller.accountId, 'viewer')
  const member = await memberSession(service, caller.accountId, 'member')
  expect((await save('mine', POLICY, viewer.headers)).status).toBe(403)
  expect((await add('deny', ['contoso.org'], '', viewer.headers)).status).toBe(403)
  expect((await save('mine', POLICY, member.headers)).status).toBe(200)
  expect((await add('deny', ['contoso.org'], '', member.headers)).status).toBe(200)
  expect((await call('GET', '/account/policies', undefined, viewer.headers)).status).toBe(200)
  const [entry] = await entriesOf()
  await call('DELETE', `/account/list-entries/${entry!.id}`, undefined, member.headers)
  await call('DELETE', '/account/policies/mine', undefined, member.headers)
  const { rows } = await sql<{ action: string; user_id: string; detail: string | null }>`
    SELECT action, user_id, detail FROM audit_events
    WHERE account_id = ${caller.accountId} AND action ~ '^(policy|list)' ORDER BY at, id`.execute(service.db)
  expect(rows.map(({ action, detail }) => [action, detail])).toEqual([
    ['policy_saved', null],
    ['list_entries_added', 'deny: 1'],
    ['list_entry_deleted', 'deny'],
    ['policy_deleted', null],
  ])
  expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set([member.userId]))
  expect((await findUserOf(service.db, caller.accountId))!.id).not.toBe(member.userId)
})

test('a read token reads rules and cannot change them', async () => {
  const headers = { 'service-email-api-token': caller.readToken }
  expect((await call('GET', '/account/list-entries', undefined, headers)).status).toBe(200)
  expect((await save('mine', POLICY, headers)).status).toBe(403)
})
