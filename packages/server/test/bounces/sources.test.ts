// Sources of bounces, managed by API tokens and by the administration.
import type { BounceSource, BounceSourceList, MadeBounceSource } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findSource } from '../../src/bounces/receive/sources.ts'
import { callAdmin } from '../admin/run-admin.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { dsn } from './mails.ts'

const SECRETS = ['a secret for tests that is long enough'] as const
const MAILBOX = { host: 'imap.contoso.org', user: 'bounces', folder: 'INBOX', delete_read: false }

let service: Service
beforeAll(async () => {
  service = await startService({}, { worker: false })
})
afterAll(() => service.stop())

async function send(caller: Caller, method: string, path: string, body?: unknown): Promise<Response> {
  return service.request(caller, `${service.origin}/account/bounce-sources${path}`, {
    method,
    ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
}

async function make(caller: Caller, source: object): Promise<MadeBounceSource> {
  const answer = await send(caller, 'POST', '', { name: 'Bounces', ...source })
  expect(answer.status).toBe(201)
  return (await answer.json()) as MadeBounceSource
}

/** Hands in a bounce at the secret URL. */
async function report(url: string): Promise<number> {
  const answer = await fetch(`${service.origin}${new URL(url).pathname}`, {
    method: 'POST',
    headers: { 'content-type': 'message/rfc822' },
    body: dsn(),
  })
  return answer.status
}

const keyAt = async (url: string) =>
  (await findSource(service.db, SECRETS, new URL(url).pathname.split('/').at(-1)!))!.key

const eventsOf = async ({ accountId }: Caller) =>
  (
    await sql<{ action: string; actor: string }>`SELECT action, actor FROM audit_events
      WHERE account_id = ${accountId} AND action LIKE 'bounce_source%' ORDER BY at, id`.execute(service.db)
  ).rows

test('an API token with the permission to write makes, rotates and removes a source, and each leaves an event', async () => {
  const caller = await service.newCaller()
  const { source, url } = await make(caller, { kind: 'mail' })
  expect(await report(url)).toBe(204)
  const rotated = (await (await send(caller, 'POST', `/${source.id}/rotate`)).json()) as MadeBounceSource
  expect(rotated.source.id).toBe(source.id)
  expect([await report(url), await report(rotated.url)]).toEqual([404, 204])
  const { items } = (await (await send(caller, 'GET', '')).json()) as BounceSourceList
  expect(items.map(({ id }) => id)).toEqual([source.id])
  expect((await send(caller, 'DELETE', `/${source.id}`)).status).toBe(204)
  expect(await report(rotated.url)).toBe(404)
  const actions = (await eventsOf(caller)).map(({ action }) => action)
  expect(actions).toEqual(['bounce_source_made', 'bounce_source_rotated', 'bounce_source_removed'])
})

test('a replaced password is used from then on, and a mailbox that stopped is read again', async () => {
  const caller = await service.newCaller()
  const { source, url } = await make(caller, { kind: 'imap', key: 'an old password', mailbox: MAILBOX })
  await sql`UPDATE bounce_sources SET problem = 'sign_in', sign_in_failures = 3 WHERE id = ${source.id}`.execute(
    service.db,
  )
  const answer = await send(caller, 'PUT', `/${source.id}/key`, { key: 'a new password' })
  expect((await answer.json()) as BounceSource).toMatchObject({ id: source.id, problem: null })
  expect(await keyAt(url)).toBe('a new password')
  const { rows } = await sql`SELECT sign_in_failures FROM bounce_sources WHERE id = ${source.id}`.execute(service.db)
  expect(rows).toEqual([{ sign_in_failures: 0 }])
  // A mailbox has no URL that works.
  expect((await send(caller, 'POST', `/${source.id}/rotate`)).status).toBe(404)
  expect((await eventsOf(caller)).at(-1)).toEqual({ action: 'bounce_source_key_replaced', actor: 'account' })
})

test('a read token changes no source, and a key that verifies nothing is refused', async () => {
  const caller = await service.newCaller()
  const { source } = await make(caller, { kind: 'mail', key: 'a key of sixteen letters' })
  const reader = { ...caller, token: caller.readToken }
  expect((await send(reader, 'GET', '')).status).toBe(200)
  for (const [method, path, body] of [
    ['POST', '', { kind: 'mail', name: 'Other' }],
    ['POST', `/${source.id}/rotate`, undefined],
    ['PUT', `/${source.id}/key`, { key: 'another key of letters' }],
    ['DELETE', `/${source.id}`, undefined],
  ] as const)
    expect((await send(reader, method, path, body)).status).toBe(403)
  expect((await send(caller, 'PUT', `/${source.id}/key`, { key: 'short' })).status).toBe(400)
})

test('the administration makes, lists, rotates and removes sources, and replaces passwords', async () => {
  const caller = await service.newCaller()
  const admin = (words: string[], input = '') => callAdmin(service.url, ['bounces', ...words], input)
  const add = ['add-source', caller.accountId, '--json', '--name', 'Bounces', '--kind']
  const mail = JSON.parse((await admin([...add, 'mail'])).output) as MadeBounceSource
  expect(mail.address).toMatch(/^bounces\+[0-9a-f]{32}@bounces\.example\.com$/)
  expect(await report(mail.url)).toBe(204)
  const rotated = await admin(['rotate-source', caller.accountId, mail.source.id, '--json'])
  expect(await report(mail.url)).toBe(404)
  expect(await report((JSON.parse(rotated.output) as MadeBounceSource).url)).toBe(204)

  expect((await admin([...add, 'imap'], 'a password')).code).toBe(2)
  const imap = JSON.parse(
    (await admin([...add, 'imap', '--host', 'imap.contoso.org', '--login', 'bounces'], 'an old password')).output,
  ) as MadeBounceSource
  expect(imap.source.mailbox).toEqual(MAILBOX)
  expect((await admin(['replace-key', caller.accountId, imap.source.id], 'a new password')).code).toBe(0)
  expect(await keyAt(imap.url)).toBe('a new password')

  const listed = (await admin(['sources', caller.accountId])).output
  for (const { source } of [mail, imap]) {
    expect(listed).toContain(source.id)
    expect((await admin(['remove-source', caller.accountId, source.id])).code).toBe(0)
    expect((await admin(['remove-source', caller.accountId, source.id])).code).toBe(3)
  }
  expect((await admin(['sources', caller.accountId])).output).toContain('No sources.')
  expect(new Set((await eventsOf(caller)).map(({ actor }) => actor))).toEqual(new Set(['administration']))
})
