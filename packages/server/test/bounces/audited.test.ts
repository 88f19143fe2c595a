import { randomUUID } from 'node:crypto'
import type { SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCookieFor } from '../../src/access/session-cookie.ts'
import { findUserOf } from '../../src/accounts/accounts.ts'
import { createSessions } from '../../src/identity/sessions/sessions.ts'
import { type Service, startService } from '../bulk/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({}, { worker: false })
})
afterAll(() => service?.stop())

test('bounce sources, suppressions and lists leave events when they are made, exported, removed or deleted', async () => {
  const { db, origin } = service
  const caller = await service.newCaller()
  const secrets = ['a secret for tests that is long enough'] as const
  const sessions = createSessions({ db, secrets, cookie: sessionCookieFor(origin) })
  const { bearerToken } = await sessions.start(db, (await findUserOf(db, caller.accountId))!)
  const send = async (method: string, path: string, body?: unknown) => {
    const headers = {
      authorization: `Bearer ${bearerToken}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    }
    const answer = await fetch(origin + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    expect([path, answer.status < 300]).toEqual([path, true])
    return answer.status === 204 ? undefined : answer.text()
  }
  const made = JSON.parse((await send('POST', '/account/bounce-sources', { kind: 'mail', name: 'Newsletter' }))!)
  await send('DELETE', `/account/bounce-sources/${made.source.id}`)
  await send('POST', '/account/suppressions', { emails: ['a@example.org', 'b@example.org'] })
  await send('GET', '/account/suppressions/export?format=csv')
  await send('DELETE', '/account/suppressions?email=a@example.org')
  const id = randomUUID()
  await send('POST', '/account/lists', { id, name: 'Customers', parts: 1, total: 1 })
  const { job } = (await (await service.submit(caller, { emails: ['a@example.org'] })).json()) as SubmittedJob
  await send('PUT', `/account/lists/${id}/submissions/${job.id}`, { round: 1, part: 1, parts: 1 })
  await send('DELETE', `/account/lists/${id}`)
  const { rows } = await sql<{ action: string; detail: string | null; by_person: boolean }>`
    SELECT action, detail, user_id IS NOT NULL AS by_person FROM audit_events
    WHERE account_id = ${caller.accountId} AND action ~ 'bounce|suppression|list_' ORDER BY at, id`.execute(db)
  expect(rows).toEqual([
    { action: 'bounce_source_made', detail: 'mail', by_person: true },
    { action: 'bounce_source_removed', detail: null, by_person: true },
    { action: 'suppressions_added', detail: 'manual: 2', by_person: true },
    { action: 'suppressions_exported', detail: 'csv', by_person: true },
    { action: 'suppression_removed', detail: null, by_person: true },
    { action: 'list_deleted', detail: null, by_person: true },
  ])
})
