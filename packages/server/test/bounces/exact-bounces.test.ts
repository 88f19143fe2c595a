// A bounce belongs to the exact address, shows the server's words, and can be undone. Bursts are held. Over HTTP, with the real service.
import type {
  AcceptedReports,
  BounceBurst,
  BounceBurstList,
  BounceUndoList,
  KnownMailboxList,
  SuppressionPage,
  UndoneBounces,
} from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldBursts } from '../../src/bounces/bounces.ts'
import { evidenceOfAccount, evidenceOfAddress, forgetEvidence } from '../../src/mailboxes/privacy.ts'
import { forgetSuppressions, suppressionsOfAddress } from '../../src/suppressions/privacy.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { EVIDENCE_DEPS } from '../validation/validation-app.ts'

const SECRETS = ['a secret for tests that is long enough'] as const
const DEPS = { ...EVIDENCE_DEPS, secrets: SECRETS }
const HOUR_MS = 3_600_000

let service: Service
beforeAll(async () => {
  service = await startService({}, { worker: false })
})
afterAll(() => service?.stop())

async function send<T>(caller: Caller, method: string, path: string, body?: unknown): Promise<T> {
  const answer = await service.request(caller, `${service.origin}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return (answer.status === 204 ? undefined : await answer.json()) as T
}

type Event = { email: string; event?: string; reply?: string; status_code?: string; at?: string; id?: string }
let ids = 0
const report = (caller: Caller, ...events: Event[]) =>
  send<AcceptedReports>(caller, 'POST', '/account/bounces/events', {
    items: events.map((each) => ({ event: 'bounce', id: `report ${ids++}`, ...each })),
  })
const known = async (caller: Caller, ...emails: string[]) =>
  (await send<KnownMailboxList>(caller, 'POST', '/account/mailboxes/lookup', { emails })).items
const listed = async (caller: Caller, query = '') =>
  (await send<SuppressionPage>(caller, 'GET', `/account/suppressions?${query}`)).items
const bursts = async (caller: Caller) => (await send<BounceBurstList>(caller, 'GET', '/account/bounces/bursts')).items

const MISSING = { status_code: '5.1.1', reply: '550 5.1.1 No such user' }

describe('the exact address', () => {
  test('a bounce of a tag says nothing about the address without it, or about other tags', async () => {
    const caller = await service.newCaller()
    await report(
      caller,
      { email: 'Karl.Weber+Shop@contoso.org', ...MISSING },
      { email: 'base-keyword@yahoo.com', ...MISSING },
    )
    expect(
      await known(
        caller,
        'karl.weber@contoso.org',
        'karl.weber+news@contoso.org',
        'base@yahoo.com',
        'base-other@yahoo.com',
      ),
    ).toEqual([])
    expect(await known(caller, 'karl.weber+shop@contoso.org', 'base-keyword@yahoo.com')).toMatchObject([
      { mailbox: 'does_not_exist', suppressed: 'bounce' },
      { mailbox: 'does_not_exist', suppressed: 'bounce' },
    ])
    expect(await listed(caller, 'email=karl.weber@contoso.org')).toEqual([])
    expect(await listed(caller, 'email=karl.weber%2Bshop@contoso.org')).toMatchObject([
      { email: 'Karl.Weber+Shop@contoso.org' },
    ])
  })

  test('a bounce of the address without a tag says nothing about its tags', async () => {
    const caller = await service.newCaller()
    await report(caller, { email: 'karl.weber@contoso.org', ...MISSING })
    expect(await known(caller, 'karl.weber+shop@contoso.org')).toEqual([])
  })

  test('a provider that delivers tags has one mailbox for all of them', async () => {
    const caller = await service.newCaller()
    await report(caller, { email: 'karl.weber+shop@gmail.com', ...MISSING }, { email: 'eva+a@outlook.com', ...MISSING })
    const spellings = ['karlweber@googlemail.com', 'k.arlweber+news@gmail.com', 'eva@outlook.com']
    expect(await known(caller, ...spellings)).toMatchObject(spellings.map(() => ({ mailbox: 'does_not_exist' })))
  })

  test('a delivery to one tag clears its own bounce alone', async () => {
    const caller = await service.newCaller()
    const at = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
    const [shop, news] = ['eva+shop@contoso.org', 'eva+news@contoso.org']
    await report(caller, { email: shop, at: at(3), ...MISSING }, { email: news, at: at(3), ...MISSING })
    await report(caller, { email: shop, event: 'delivery', at: at(2) })
    expect(await known(caller, shop, news)).toMatchObject([
      { mailbox: 'exists', suppressed: null },
      { mailbox: 'does_not_exist', suppressed: 'bounce' },
    ])
  })

  test('complaints, unsubscribes and added addresses apply to every tag', async () => {
    const caller = await service.newCaller()
    await report(
      caller,
      { email: 'ann+shop@contoso.org', event: 'complaint' },
      { email: 'bob+shop@contoso.org', event: 'unsubscribe' },
      // The bounce is about the tag, the wish about the person.
      { email: 'bob+shop@contoso.org', ...MISSING },
    )
    await send(caller, 'POST', '/account/suppressions', { emails: ['cy+shop@contoso.org'] })
    const people = ['ann', 'ann+news', 'bob', 'bob+news', 'bob+shop', 'cy', 'cy+news'].map(
      (name) => `${name}@contoso.org`,
    )
    expect((await known(caller, ...people)).map(({ suppressed }) => suppressed)).toEqual([
      ...['complaint', 'complaint', 'unsubscribe', 'unsubscribe', 'unsubscribe', 'manual', 'manual'],
    ])
  })

  test('the evidence about every tag of a person is found and deleted with the person', async () => {
    const caller = await service.newCaller()
    await report(caller, { email: 'dora+shop@contoso.org', ...MISSING }, { email: 'dora+news@contoso.org', ...MISSING })
    const forms = ['dora@contoso.org']
    const words = { class: 'no_such_mailbox', reply: MISSING.reply, state: 'counts' }
    expect(await evidenceOfAddress(service.db, SECRETS, forms)).toMatchObject([words, words])
    expect(await suppressionsOfAddress(service.db, SECRETS, forms)).toHaveLength(2)
    await service.db.transaction().execute(async (tx) => {
      await forgetSuppressions(tx, SECRETS, forms)
      await forgetEvidence(tx, SECRETS, forms)
    })
    expect(await evidenceOfAddress(service.db, SECRETS, forms)).toEqual([])
    expect(await listed(caller)).toEqual([])
  })
})

describe('evidence and undo', () => {
  test('a suppression shows the words of the server without addresses, the source and the time', async () => {
    const caller = await service.newCaller()
    const at = new Date(Date.now() - HOUR_MS).toISOString()
    const reply = `550 5.1.1 <eva.roe@contoso.org>: User eva.roe unknown, see postmaster@contoso.org ${'x'.repeat(600)}`
    await report(caller, { email: 'eva.roe@contoso.org', status_code: '5.1.1', reply, at })
    const [entry] = await listed(caller)
    expect(entry).toMatchObject({
      email: 'eva.roe@contoso.org',
      evidence: { origin: 'events', source_id: null, status_code: '5.1.1', at },
    })
    expect(entry!.evidence.reply).toMatch(/^550 5\.1\.1 <address>: User <address> unknown, see <address> x+…$/)
    expect(entry!.evidence.reply).toHaveLength(500)
    expect(await evidenceOfAccount(service.db, caller.accountId)).toMatchObject([{ reply: entry!.evidence.reply }])
    expect((await known(caller, 'eva.roe@contoso.org'))[0]!.mailbox_evidence).toMatchObject({
      reply: entry!.evidence.reply,
    })
  })

  test('removing an address undoes its bounces: the same report does not count again, a new one does', async () => {
    const caller = await service.newCaller()
    const event = { email: 'eva@contoso.org', id: 'same', ...MISSING }
    await report(caller, event)
    await send(caller, 'DELETE', '/account/suppressions?email=eva@contoso.org')
    await report(caller, event)
    expect(await known(caller, 'eva@contoso.org')).toEqual([])
    expect(await send<BounceUndoList>(caller, 'GET', '/account/bounces/undo')).toMatchObject({
      items: [{ bounces: 1 }],
    })
    await report(caller, { ...event, id: 'new' })
    expect(await known(caller, 'eva@contoso.org')).toMatchObject([{ mailbox: 'does_not_exist', suppressed: 'bounce' }])
  })

  test('the bounces of an origin or of a span are undone; complaints and other bounces stay', async () => {
    const caller = await service.newCaller()
    await report(caller, { email: 'ann@contoso.org', ...MISSING }, { email: 'bob@contoso.org', event: 'complaint' })
    await sql`UPDATE mailbox_evidence SET recorded_at = now() - interval '2 hours' WHERE account_id = ${caller.accountId}`.execute(
      service.db,
    )
    await report(caller, { email: 'cy@contoso.org', ...MISSING })
    await sql`UPDATE mailbox_evidence SET origin = 'upload' WHERE account_id = ${caller.accountId} AND recorded_at > now() - interval '1 hour'`.execute(
      service.db,
    )
    const undo = (body: object) => send<UndoneBounces>(caller, 'POST', '/account/bounces/undo', body)
    await expect(undo({})).rejects.toThrow('400')
    expect(await undo({ origin: 'upload' })).toEqual({ bounces: 1, suppressions: 1 })
    expect(await undo({ origin: 'upload' })).toEqual({ bounces: 0, suppressions: 0 })
    expect((await listed(caller)).map(({ email }) => email).sort()).toEqual(['ann@contoso.org', 'bob@contoso.org'])
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS).toISOString()
    expect(await undo({ since: hoursAgo(1) })).toEqual({ bounces: 0, suppressions: 0 })
    expect(await undo({ since: hoursAgo(3), until: hoursAgo(1) })).toEqual({ bounces: 1, suppressions: 1 })
    expect(await listed(caller)).toMatchObject([{ email: 'bob@contoso.org', reason: 'complaint' }])
    const { rows } = await sql<{ detail: string }>`
      SELECT detail FROM audit_events WHERE account_id = ${caller.accountId} AND action = 'bounces_undone'`.execute(
      service.db,
    )
    expect(rows).toEqual([{ detail: 'bounces: 1' }, { detail: 'bounces: 1' }])
  })

  test('another account undoes and decides nothing', async () => {
    const [caller, other] = [await service.newCaller(), await service.newCaller()]
    await report(caller, ...fault(50))
    const [burst] = await bursts(caller)
    await expect(decide(other, burst!.id, 'apply')).rejects.toThrow('404')
    expect(await send<UndoneBounces>(other, 'POST', '/account/bounces/undo', { origin: 'events' })).toEqual({
      ...{ bounces: 0, suppressions: 0 },
    })
    expect(await bursts(other)).toEqual([])
    expect(await bursts(caller)).toEqual([burst])
  })
})

const decide = (caller: Caller, id: string, decision: 'apply' | 'discard') =>
  send<BounceBurst>(caller, 'POST', `/account/bounces/bursts/${id}`, { decision })

/** Reports of a fault that no rule knows: words of a class that suppresses, with other addresses, hosts and numbers in each. */
function fault(
  count: number,
  more: { domains?: number; at?: (nth: number) => string; status_code?: string; from?: number } = {},
) {
  const { domains = 10, at, from = 0, ...rest } = more
  return Array.from({ length: count }, (_, n): Event => {
    const nth = from + n
    const email = `person${nth}@company${nth % domains}.org`
    const reply = `550 User unknown: <${email}> (mx${nth}.company${nth % domains}.org, ref 7f${nth}a)`
    return { email, reply, ...(at && { at: at(nth) }), ...rest }
  })
}

describe('the burst guard', () => {
  test('a burst of 5,000 bounces suppresses no one, its first reports included', async () => {
    const caller = await service.newCaller()
    const reports = fault(5_000)
    expect(await report(caller, ...reports.slice(0, 49))).toMatchObject({ accepted: 49, held: 0 })
    expect(await listed(caller, 'take=100')).toHaveLength(49)
    // Two at a time, as several processes would.
    for (let at = 49; at < reports.length; at += 1_000)
      await Promise.all([
        report(caller, ...reports.slice(at, at + 500)),
        report(caller, ...reports.slice(at + 500, at + 1_000)),
      ])
    expect(await listed(caller)).toEqual([])
    expect(await known(caller, ...reports.map(({ email }) => email))).toEqual([])
    expect(await bursts(caller)).toMatchObject([{ state: 'held', reports: 5_000, domains: 10, operators: 10 }])
    expect((await bursts(caller))[0]!.reply).toMatch(/^550 User unknown: <address> /)
    expect(await report(caller, reports[0]!)).toMatchObject({ held: 1 })
  })

  test('concurrent single reports are held exactly, in any order', async () => {
    const caller = await service.newCaller()
    await Promise.all(fault(60).map((each) => report(caller, each)))
    expect(await listed(caller)).toEqual([])
    expect(await bursts(caller)).toMatchObject([{ reports: 60 }])
  })

  test.each([
    ['49 reports', fault(49)],
    ['nine domains', fault(60, { domains: 9 })],
    ['a recipient code', fault(60, { status_code: '5.1.1' })],
    ['more than an hour between them', fault(60, { at: (nth) => new Date(Date.now() - nth * 75_000).toISOString() })],
    ['no words', fault(60).map(({ email }) => ({ email }))],
  ])('%s are no burst', async (_, reports) => {
    const caller = await service.newCaller()
    expect(await report(caller, ...reports)).toMatchObject({ accepted: reports.length, held: 0 })
    expect(await listed(caller, 'take=100')).toHaveLength(reports.length)
    expect(await bursts(caller)).toEqual([])
  })

  test('any hour with 50 reports is one, in whatever order they come in', async () => {
    const caller = await service.newCaller()
    const start = Date.now() - 6 * HOUR_MS
    const reports = fault(50, { at: (nth) => new Date(start + nth * 72_000).toISOString() })
    await report(caller, ...reports.slice(25))
    await report(caller, ...reports.slice(0, 25))
    expect(await bursts(caller)).toMatchObject([{ reports: 50 }])
    expect(await listed(caller)).toEqual([])
  })

  test('domains whose mail one operator runs count as one', async () => {
    const caller = await service.newCaller()
    const reports = fault(60).map((each) => ({ ...each, email: each.email.replace('company', 'hosted') }))
    for (let nth = 0; nth < 10; nth++)
      await sql`INSERT INTO dns_facts (name, answer) VALUES (${`hosted${nth}.org`},
        ${JSON.stringify({ known: true, value: { mx: [{ priority: 1, host: `mx${nth % 2}.operator${nth % 2}.net` }] } })}::json)`.execute(
        service.db,
      )
    expect(await report(caller, ...reports)).toMatchObject({ held: 0 })
    expect(await bursts(caller)).toEqual([])
  })

  test('complaints and unsubscribes are never held', async () => {
    const caller = await service.newCaller()
    await report(caller, ...fault(60).map((each) => ({ ...each, event: 'complaint' })))
    await report(caller, ...fault(60, { from: 60 }).map((each) => ({ ...each, event: 'unsubscribe' })))
    expect(await bursts(caller)).toEqual([])
    const page = await send<SuppressionPage>(caller, 'GET', '/account/suppressions?take=100')
    expect([page.items.length, page.next_cursor !== null]).toEqual([100, true])
  })

  test('a person applies a burst: all of it counts, and what follows within the hour', async () => {
    const caller = await service.newCaller()
    await report(caller, ...fault(30))
    await report(caller, ...fault(30, { from: 30 }))
    const [burst] = await bursts(caller)
    expect(await decide(caller, burst!.id, 'apply')).toMatchObject({
      state: 'applied',
      reports: 60,
      discarded_at: null,
    })
    expect(await listed(caller, 'take=100')).toHaveLength(60)
    expect(await report(caller, ...fault(1, { from: 60 }))).toMatchObject({ held: 0 })
    expect(await listed(caller, 'take=100')).toHaveLength(61)
    // The first decision counts.
    expect(await decide(caller, burst!.id, 'apply')).toMatchObject({ state: 'applied' })
    await expect(decide(caller, burst!.id, 'discard')).rejects.toThrow('404')
  })

  test('a person discards a burst: it never counts, and neither does what follows within the hour', async () => {
    const caller = await service.newCaller()
    await report(caller, ...fault(60))
    await decide(caller, (await bursts(caller))[0]!.id, 'discard')
    await report(caller, ...fault(10, { from: 60 }))
    expect(await listed(caller)).toEqual([])
    expect(await bursts(caller)).toMatchObject([{ state: 'discarded', reports: 70 }])
    const { rows } = await sql`
      SELECT FROM mailbox_evidence WHERE account_id = ${caller.accountId} AND address IS NOT NULL`.execute(service.db)
    expect(rows).toEqual([])
  })

  test('a burst without a decision is discarded after 30 days', async () => {
    const caller = await service.newCaller()
    await report(caller, ...fault(60))
    const age = (days: number) =>
      sql`UPDATE bounce_bursts SET held_at = now() - make_interval(days => ${days}) WHERE account_id = ${caller.accountId}`.execute(
        service.db,
      )
    await age(29)
    await deleteOldBursts(DEPS, service.db)
    expect(await bursts(caller)).toMatchObject([{ state: 'held' }])
    await age(31)
    await deleteOldBursts(DEPS, service.db)
    expect(await bursts(caller)).toMatchObject([{ state: 'discarded', discarded_at: null }])
    expect(await listed(caller)).toEqual([])
    const { rows } = await sql`
      SELECT actor, detail FROM audit_events WHERE account_id = ${caller.accountId} AND action = 'burst_discarded'`.execute(
      service.db,
    )
    expect(rows).toEqual([{ actor: 'service', detail: 'reports: 60' }])
  })

  test('a delivery after the burst clears what a person applied', async () => {
    const caller = await service.newCaller()
    const at = () => new Date(Date.now() - HOUR_MS).toISOString()
    await report(caller, ...fault(50, { at }))
    await report(caller, { email: 'person7@company7.org', event: 'delivery' })
    await decide(caller, (await bursts(caller))[0]!.id, 'apply')
    expect(await known(caller, 'person7@company7.org')).toMatchObject([{ mailbox: 'exists', suppressed: null }])
    expect(await listed(caller, 'take=100')).toHaveLength(49)
  })
})
