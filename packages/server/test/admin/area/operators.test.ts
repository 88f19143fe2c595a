import { randomUUID } from 'node:crypto'
import type {
  InstallationAuditTrail,
  InstallationStatus,
  OperatedAccountDetail,
  OperatedAccountList,
  QuarantinedTaskList,
} from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCookieFor } from '../../../src/access/session-cookie.ts'
import { findUserOf } from '../../../src/accounts/accounts.ts'
import { setOperator } from '../../../src/identity/identity.ts'
import { createSessions } from '../../../src/identity/sessions/sessions.ts'
import { findUser } from '../../../src/identity/users/users.ts'
import { enqueue } from '../../../src/platform/queue/queue.ts'
import { readSecrets } from '../../../src/platform/secrets.ts'
import { type Service, startService } from '../../bulk/service.ts'

let service: Service
beforeAll(async () => {
  service = await startService({}, { worker: false })
})
afterAll(() => service.stop())

type Client = { authorization: string }
type Operator = { client: Client; userId: string; accountId: string; token: string }

async function newPerson(isOperator: boolean): Promise<Operator> {
  const { accountId, token } = await service.newCaller()
  const { id: userId } = (await findUserOf(service.db, accountId))!
  await setOperator(service.db, userId, isOperator)
  const secrets = readSecrets('a secret for tests that is long enough')
  const sessions = createSessions({ db: service.db, secrets, cookie: sessionCookieFor(service.origin) })
  const { bearerToken } = await sessions.start(service.db, (await findUser(service.db, userId))!)
  return { client: { authorization: `Bearer ${bearerToken}` }, userId, accountId, token }
}

const send = (client: Record<string, string>, path: string, method = 'GET') =>
  fetch(`${service.origin}${path}`, { method, headers: client })

async function read<T>(client: Client, path: string): Promise<T> {
  const answer = await send(client, path)
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}

async function quarantineTask(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO quarantine (task, payload, interruptions, reason)
    VALUES ('disposable-domains.refresh', ${JSON.stringify({ marker: randomUUID() })}::jsonb, 3, 'blocked its event loop') RETURNING id`.execute(
    service.db,
  )
  return rows[0]!.id
}

test('the admin area looks like a missing page to everyone who is not an operator, tokens of operators included', async () => {
  const [stranger, operator] = [await newPerson(false), await newPerson(true)]
  const missing = await (await send(stranger.client, `/operator/${randomUUID()}`)).json()
  const taskId = await quarantineTask()
  const requests = [
    ...['/operator/status', '/operator/accounts', `/operator/accounts/${stranger.accountId}`, '/operator/tasks'],
    '/operator/audit',
  ].map((path) => [path, 'GET'])
  for (const [path, method] of [
    ...requests,
    [`/operator/tasks/${taskId}/retry`, 'POST'],
    [`/operator/tasks/${taskId}`, 'DELETE'],
  ])
    for (const client of [stranger.client, { 'service-email-api-token': operator.token }]) {
      const answer = await send(client, path!, method)
      const { code, detail } = (await answer.json()) as { code: string; detail: string }
      expect({ status: answer.status, code, detail }).toMatchObject({
        status: 404,
        code: 'not_found',
        detail: (missing as { detail: string }).detail,
      })
    }
  expect((await sql`SELECT FROM quarantine WHERE id = ${taskId}`.execute(service.db)).rows).toHaveLength(1)
})

test('a person stops being an operator with the next request after the permission is revoked', async () => {
  const { client, userId } = await newPerson(true)
  expect((await send(client, '/operator/status')).status).toBe(200)
  await setOperator(service.db, userId, false)
  expect((await send(client, '/operator/status')).status).toBe(404)
})

test('operators find accounts by the address of a member, by name and by id, and see members, plan and usage', async () => {
  const [{ client }, other] = [await newPerson(true), await newPerson(false)]
  const email = (await findUser(service.db, other.userId))!.email
  await sql`UPDATE accounts SET name = 'Northwind Traders' WHERE id = ${other.accountId}`.execute(service.db)
  await sql`
    INSERT INTO usage_daily (account_id, day, kind, units) VALUES (${other.accountId}, (now() AT TIME ZONE 'UTC')::date, 'bulk', 42)`.execute(
    service.db,
  )
  for (const search of [email.slice(0, -3), 'northwind', other.accountId]) {
    const { items } = await read<OperatedAccountList>(client, `/operator/accounts?search=${encodeURIComponent(search)}`)
    expect(items.map(({ id }) => id)).toContain(other.accountId)
  }
  expect(await read(client, '/operator/accounts?search=%25')).toMatchObject({ items: [], total: 0 })
  const detail = await read<OperatedAccountDetail>(client, `/operator/accounts/${other.accountId}`)
  expect(detail).toMatchObject({
    account: { name: 'Northwind Traders', email, plan: 'test', active: true, credits_this_month: 42 },
    plan: { name: 'test', credits: { monthly: null, left: null } },
    members: [{ email, role: 'owner' }],
    usage: { total: 42 },
    unfinished_lists: 0,
  })
  expect((await send(client, `/operator/accounts/${randomUUID()}`)).status).toBe(404)
})

test('operators see how many tasks wait, and for how long', async () => {
  const { client } = await newPerson(true)
  await enqueue(service.db, 'disposable-domains.refresh', {})
  const { tasks, accounts, workers } = await read<InstallationStatus>(client, '/operator/status')
  expect(tasks).toContainEqual(
    expect.objectContaining({ task: 'disposable-domains.refresh', state: 'waiting', count: 1 }),
  )
  expect(accounts).toBeGreaterThan(0)
  expect(workers).toBe(0)
})

test('a quarantined task is retried or deleted once, and the audit trail names the operator', async () => {
  const { client, userId } = await newPerson(true)
  const [retried, discarded] = [await quarantineTask(), await quarantineTask()]
  const listed = await read<QuarantinedTaskList>(client, '/operator/tasks')
  expect(listed.items.find(({ id }) => id === retried)).toMatchObject({
    task: 'disposable-domains.refresh',
    interruptions: 3,
  })
  expect((await send(client, `/operator/tasks/${retried}/retry`, 'POST')).status).toBe(204)
  expect((await send(client, `/operator/tasks/${retried}/retry`, 'POST')).status).toBe(404)
  expect((await send(client, `/operator/tasks/${discarded}`, 'DELETE')).status).toBe(204)
  expect((await send(client, `/operator/tasks/${discarded}`, 'DELETE')).status).toBe(404)
  const { email } = (await findUser(service.db, userId))!
  const { items } = await read<InstallationAuditTrail>(client, '/operator/audit')
  const own = items.map(({ event }) => event).filter(({ person }) => person === email)
  expect(own.filter(({ action }) => action.startsWith('task_'))).toMatchObject([
    { action: 'task_discarded', detail: 'disposable_domains_refresh', actor: 'administration' },
    { action: 'task_retried', detail: 'disposable_domains_refresh', actor: 'administration' },
  ])
})

test('every look at an account is in the audit trail of that account', async () => {
  const [{ client, userId }, other] = [await newPerson(true), await newPerson(false)]
  await read(client, `/operator/accounts/${other.accountId}`)
  const { email } = (await findUser(service.db, userId))!
  const trail = await read<{ items: object[] }>(other.client, '/account/audit')
  expect(trail.items[0]).toMatchObject({ action: 'operator_viewed', person: email, detail: 'account' })
})
