// "Probe what is still unknown" of a finished list, with a real worker and mail servers on loopback.
import type { Job, KnownMailboxList, ListProbe } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { setAllowed } from '../../src/probe/probe.ts'
import type { Caller, Service } from '../bulk/service.ts'
import { useProbingService } from './probing-service.ts'

const [EXISTS, GONE, CATCH_ALL] = ['jane.roe@contoso.org', 'john.smith@fabrikam.org', 'mary.miller@northwind.org']

const urlOf = (service: Service, { id }: Job) => `${service.origin}/account/lists/${id}/probe`

async function request(service: Service, caller: Caller, job: Job, probes_max: number): Promise<ListProbe> {
  const answer = await service.request(caller, urlOf(service, job), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ probes_max }),
  })
  expect(answer.status).toBe(202)
  return (await answer.json()) as ListProbe
}

const read = (service: Service, caller: Caller, job: Job) => service.json<ListProbe>(caller, urlOf(service, job))

/** Ended, and all of it. */
const untilEnded = (service: Service, caller: Caller, job: Job) =>
  eventually(async () => {
    const probe = await read(service, caller, job)
    return probe.state === 'ready' && probe.at !== null && probe
  })

const conversations = async ({ db }: Service) => (await sql`SELECT FROM probe_log`.execute(db)).rows.length

test('a finished list shows what a probe of its unknown mailboxes costs, probes them once, and has the answers', async () => {
  const { service } = await useProbingService()
  const caller = await service.newCaller()
  const job = await service.run(caller, [EXISTS, GONE, CATCH_ALL, EXISTS, 'noreply@mailinator.com', 'no address'])
  expect(await read(service, caller, job)).toMatchObject({ state: 'not_available', cost: 0 })
  expect(await request(service, caller, job, 3)).toMatchObject({ state: 'not_available' })
  await setAllowed(service.db, caller.accountId, true)
  expect(await read(service, caller, job)).toMatchObject({ state: 'ready', cost: 3, left_today: 50, at: null })
  expect(await conversations(service)).toBe(0)

  expect(await request(service, caller, job, 3)).toMatchObject({ state: 'running', cost: 0 })
  // The response can be lost.
  await request(service, caller, job, 3)
  expect(await untilEnded(service, caller, job)).toMatchObject({
    ...{ state: 'ready', cost: 0, requested: 3, ended: 3, answered: 3, left_today: 47 },
  })
  expect(await conversations(service)).toBe(3)
  const known = await service.request(caller, `${service.origin}/account/mailboxes/lookup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ emails: [EXISTS, GONE, CATCH_ALL] }),
  })
  const { items } = (await known.json()) as KnownMailboxList
  expect(items.map(({ mailbox }) => mailbox)).toEqual(['exists', 'does_not_exist', 'catch_all'])
  // Nothing is left to find out.
  await request(service, caller, job, 3)
  expect(await untilEnded(service, caller, job)).toMatchObject({ requested: 0 })
  expect(await conversations(service)).toBe(3)
  const { rows } = await sql`
    SELECT count(*)::int AS count FROM audit_events WHERE account_id = ${caller.accountId} AND action = 'list_probed'`.execute(
    service.db,
  )
  expect(rows).toEqual([{ count: 2 }])
})

test('no more is probed than was agreed to, nor than the day has left', async () => {
  const { service } = await useProbingService({ PROBE_DAILY_MAX: '2' })
  const caller = await service.newCaller()
  await setAllowed(service.db, caller.accountId, true)
  const job = await service.run(caller, [EXISTS, GONE, CATCH_ALL])
  expect(await read(service, caller, job)).toMatchObject({ cost: 2, left_today: 2 })
  await request(service, caller, job, 1)
  expect(await untilEnded(service, caller, job)).toMatchObject({ requested: 1, cost: 1, left_today: 1 })
  await request(service, caller, job, 10_000)
  expect(await untilEnded(service, caller, job)).toMatchObject({ requested: 1, cost: 0, left_today: 0 })
  expect(await conversations(service)).toBe(2)
})

test('a request outlives its worker, and providers that are not asked use nothing of the day', async () => {
  const { service, servers } = await useProbingService({ PROBE_SKIP_HOSTS: 'northwind.org' })
  const caller = await service.newCaller()
  await setAllowed(service.db, caller.accountId, true)
  const job = await service.run(caller, [CATCH_ALL, EXISTS, GONE])
  await service.stopWorker()
  await request(service, caller, job, 2)
  expect(await read(service, caller, job)).toMatchObject({ state: 'running', requested: 0 })
  await service.startWorker()
  expect(await untilEnded(service, caller, job)).toMatchObject({ requested: 2, answered: 2, left_today: 48 })
  expect(servers['8.8.8.4'].commands).toEqual([])
})
