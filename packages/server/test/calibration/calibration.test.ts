import type { Calibration } from '@mailsift/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { createAccount, deleteAccountRows } from '../../src/accounts/accounts.ts'
import { storeChunk } from '../../src/bulk/state/chunks.ts'
import { deleteOldValidated, keepValidated } from '../../src/calibration/calibration.ts'
import { calibrate, countAccount } from '../../src/calibration/count.ts'
import { createPackValidated, shortHashesOf } from '../../src/calibration/pack.ts'
import { forgetValidated } from '../../src/calibration/privacy.ts'
import { shareOf } from '../../src/calibration/share.ts'
import { type Evidence, recordEvidence } from '../../src/mailboxes/mailboxes.ts'
import { normalizedOf } from '../../src/platform/address-search.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { startService } from '../bulk/service.ts'
import { useTestDatabase } from '../support/database.ts'
import { EVIDENCE_DEPS } from '../validation/validation-app.ts'

const { engine, secrets } = EVIDENCE_DEPS
const DAY_MS = 86_400_000
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS)
const person = (at: number) =>
  `jane.roe${'abcdefghij'[at % 10]}${'abcdefghijklmnopqrst'[Math.floor(at / 10)]}@contoso.org`
const people = (count: number) => Array.from({ length: count }, (_, at) => person(at))

async function useAccount() {
  const { db } = await useTestDatabase()
  const { id } = await createAccount(db, { email: 'user@mail.example' })
  const pack = createPackValidated(secrets)
  return {
    db,
    id,
    /** As a delivered event of single validations. */
    async validate(addresses: readonly string[], at = new Date(), packWith = pack) {
      const rows = addresses.map((address) => ({ verdict: engine.validate(address) }))
      const { packed, keyVersion } = packWith(rows, rows)!
      const event = {
        kind: 'single',
        id: uuidv7(),
        accountId: id,
        units: 1,
        flags: {},
        resultIds: [],
        candidates: [],
      } as const
      const validated = { key: keyVersion, packed: packed.toString('base64') }
      await db.transaction().execute((tx) => keepValidated(tx, [{ ...event, validated, occurredAt: at }]))
    },
    report: (...evidence: Partial<Evidence>[]) =>
      db.transaction().execute((tx) =>
        recordEvidence(
          EVIDENCE_DEPS,
          tx,
          id,
          evidence.map((each) => ({
            address: person(0),
            class: 'no_such_mailbox',
            source: 'bounce',
            happenedAt: new Date(),
            report: uuidv7(),
            ...each,
          })),
        ),
      ),
    count: async () => countOf(db, id),
  }
}

async function countOf(db: Db, accountId: string) {
  await countAccount(db, secrets, accountId)
  const { body } = await db
    .selectFrom('calibrations')
    .select('body')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return body.groups
}

const keptEntries = async (db: Db) => {
  const { rows } = await sql<{ entries: number }>`
    SELECT coalesce(sum(octet_length(packed)) / 12, 0)::int AS entries FROM validated_addresses`.execute(db)
  return rows[0]!.entries
}

describe('of the addresses called safe', () => {
  test('those with a hard bounce count, each address once', async () => {
    const { validate, report, count } = await useAccount()
    await validate(people(20), daysAgo(2))
    await validate([person(0), person(0).toUpperCase(), person(1)])
    await report({}, { happenedAt: daysAgo(1) }, { address: person(1), class: 'domain_gone' })
    const { safe } = await count()
    expect(safe).toEqual({ addresses: 20, no_such_mailbox: 1, domain_gone: 1 })
    expect((await count()).safe).toEqual(safe)
  })

  test('full mailboxes, blocks, temporary failures, complaints, probes and what people say do not count', async () => {
    const { validate, report, count } = await useAccount()
    await validate(people(3), daysAgo(2))
    for (const kind of ['mailbox_full', 'blocked', 'temporary', 'complaint'] as const) await report({ class: kind })
    for (const source of ['probe', 'manual'] as const) await report({ source })
    expect((await count()).safe).toEqual({ addresses: 3, no_such_mailbox: 0, domain_gone: 0 })
  })

  test('a bounce counts on the day of the validation and later, not before, and for 30 days', async () => {
    const { validate, report, count } = await useAccount()
    await validate([person(0)], daysAgo(34))
    await validate([person(1), person(2)])
    await report({ happenedAt: daysAgo(31) })
    await report({ address: person(1), happenedAt: daysAgo(2) })
    const today = new Date(new Date().toISOString().slice(0, 10))
    await report({ address: person(2), happenedAt: today })
    expect((await count()).safe).toEqual({ addresses: 3, no_such_mailbox: 1, domain_gone: 0 })
  })

  test('the newest verdict before the bounce decides', async () => {
    const { validate, report, count } = await useAccount()
    const unsafe = createPackValidated(secrets)
    const asRole = (() => {
      const verdict = engine.validate('sales@contoso.org')
      return () => unsafe([{ verdict: engine.validate(person(0)) }], [{ verdict }])
    })()
    await validate([person(0)], daysAgo(9))
    await validate([person(0)], daysAgo(5), asRole)
    await validate([person(0)])
    await report({ happenedAt: daysAgo(3) })
    expect(await count()).toEqual({
      not_safe: { addresses: 1, no_such_mailbox: 1, domain_gone: 0 },
      role: { addresses: 1, no_such_mailbox: 1, domain_gone: 0 },
    })
  })

  test('hashes of an earlier secret are not compared with those of the new one', async () => {
    const { validate, report, count } = await useAccount()
    await validate(people(5), daysAgo(1), createPackValidated(['an earlier secret, long enough for all tests']))
    await validate(people(2))
    await report({})
    expect((await count()).safe).toEqual({ addresses: 2, no_such_mailbox: 1, domain_gone: 0 })
  })
})

test('a bounce has the hash of the validated address, however it is written', () => {
  const pack = createPackValidated(secrets)
  fc.assert(
    fc.property(fc.emailAddress(), fc.boolean(), (address, isUpper) => {
      const verdict = engine.validate(address)
      fc.pre(verdict.ok)
      const reported = normalizedOf(engine, isUpper ? ` ${address.toUpperCase()}` : address)!
      fc.pre(reported.toLowerCase() === normalizedOf(engine, address)!.toLowerCase())
      const { packed } = pack([{ verdict }], [{ verdict }])!
      expect(packed.subarray(0, 8)).toEqual(shortHashesOf(secrets, [reported])[0])
    }),
  )
})

test('a chunk that runs twice keeps its addresses once', async () => {
  const { db } = await useTestDatabase()
  const { id: accountId } = await createAccount(db, { email: 'user@mail.example' })
  const [jobId, chunkId] = [uuidv7(), uuidv7()]
  await sql`INSERT INTO bulk_jobs (id, account_id, status, validate_domain, total, chunks_left, expires_at)
    VALUES (${jobId}, ${accountId}, 'processing', false, 3, 2, now() + interval '1 day')`.execute(db)
  await sql`INSERT INTO bulk_chunks (id, job_id, account_id, first_index, row_count, inputs)
    VALUES (${chunkId}, ${jobId}, ${accountId}, 0, 3, '')`.execute(db)
  const rows = people(3).map((address) => ({ verdict: engine.validate(address) }))
  const event = {
    kind: 'bulk',
    id: chunkId,
    accountId,
    jobId,
    chunkId,
    units: 3,
    flags: {},
    candidateCount: 0,
  } as const
  const chunk = {
    event,
    results: Buffer.from('1'),
    success: 3,
    errors: 0,
    validated: createPackValidated(secrets)(rows, rows),
  }
  expect(await storeChunk(db, chunk)).toBe(1)
  expect(await storeChunk(db, chunk)).toBeUndefined()
  expect(await keptEntries(db)).toBe(3)
})

test('forgetting an address removes it, also from events that are not delivered, and leaves all others', async () => {
  const { db, id, validate, report, count } = await useAccount()
  await validate(people(4))
  const rows = [person(0), person(3)].map((address) => ({ verdict: engine.validate(address) }))
  const { packed, keyVersion } = createPackValidated(secrets)(rows, rows)!
  const eventId = uuidv7()
  const body = {
    kind: 'single',
    id: eventId,
    accountId: id,
    validated: { key: keyVersion, packed: packed.toString('base64') },
  }
  await sql`INSERT INTO outbox_events (id, account_id, body) VALUES (${eventId}, ${id}, ${JSON.stringify(body)}::jsonb)`.execute(
    db,
  )
  await db.transaction().execute((tx) => forgetValidated(tx, secrets, [person(0)]))
  expect(await keptEntries(db)).toBe(3)
  const { rows: events } = await sql<{ packed: string }>`
    SELECT body->'validated'->>'packed' AS packed FROM outbox_events`.execute(db)
  expect(Buffer.from(events[0]!.packed, 'base64')).toEqual(packed.subarray(12))
  await report({})
  expect((await count()).safe).toEqual({ addresses: 3, no_such_mailbox: 0, domain_gone: 0 })
})

test('validated addresses are removed after 35 days, and with the account', async () => {
  const { db, id, validate, report } = await useAccount()
  for (let at = 0; at < 3; at++) await validate([person(at)], daysAgo(36))
  await validate([person(9)], daysAgo(34))
  await deleteOldValidated(db, 35)
  expect(await keptEntries(db)).toBe(1)
  await report({})
  await calibrate(db, secrets)
  await db.transaction().execute((tx) => deleteAccountRows(tx, id))
  expect(await keptEntries(db)).toBe(0)
  expect(await db.selectFrom('calibrations').selectAll().execute()).toEqual([])
})

test('a share has its 95 % interval, and is left out below 100 addresses', () => {
  expect(shareOf(3, 99)).toEqual({ share: null, share_low: null, share_high: null })
  expect(shareOf(0, 1000)).toEqual({ share: 0, share_low: 0, share_high: expect.closeTo(0.003826, 5) })
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 1e7 }), fc.double({ min: 0, max: 1, noNaN: true }), (whole, part) => {
      const { share, share_low, share_high } = shareOf(Math.round(part * whole), whole)
      expect(0 <= share_low! && share_low! <= share! && share! <= share_high! && share_high! <= 1).toBe(true)
    }),
  )
})

test('lists and single validations are compared with reported bounces, in the API and as a metric', async () => {
  const service = await startService({ SHORT_LIST_MAX_COUNT: '10' })
  onTestFinished(() => service.stop())
  const caller = await service.newCaller()
  const origin = service.base.replace(/\/v1$/, '')
  const read = () => service.json<Calibration>(caller, `${origin}/account/calibration`)
  expect(await read()).toMatchObject({ state: 'no_reports', counted_at: null, safe: { addresses: 0, share: null } })
  await service.run(caller, [...people(120), 'sales@contoso.org'])
  await service.run(caller, [person(0), person(120)])
  await service.request(caller, `/emails/validate?email=${person(121)}`)
  await eventually(async () => (await keptEntries(service.db)) === 124)
  const items = [
    ...[0, 120, 121].map((at) => ({ email: person(at), event: 'bounce', status_code: '5.1.1' })),
    { email: person(1), event: 'bounce', status_code: '4.2.2' },
    { email: 'sales@contoso.org', event: 'bounce', status_code: '5.1.1' },
  ]
  const reported = await service.request(caller, `${origin}/account/bounces/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ items }),
  })
  expect(reported.status).toBe(200)
  expect(await read()).toMatchObject({ state: 'not_counted' })
  await sql`SELECT graphile_worker.add_job('calibration.count', '{}'::json)`.execute(service.db)
  const counted = await eventually(async () => {
    const report = await read()
    return report.state === 'counted' && report
  })
  expect(counted).toMatchObject({
    validated_days: 35,
    bounced_days: 30,
    safe: { addresses: 122, bounced: 3, no_such_mailbox: 3, domain_gone: 0, share: 3 / 122 },
    safe_domain_checked: { addresses: 0, share: null },
    safe_domain_unchecked: { addresses: 122 },
    not_safe: { addresses: 1, bounced: 1, share: null },
    reasons: [{ reason: 'role', addresses: 1, bounced: 1 }],
  })
  expect(counted.safe.share_low!).toBeLessThan(3 / 122)
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  expect(metrics).toContain('mailsift_calibration_addresses{verdict="safe"} 122')
  expect(metrics).toContain('mailsift_calibration_bounced{verdict="safe",reason="no_such_mailbox"} 3')
})

test('with CALIBRATION=off nothing is kept', async () => {
  const service = await startService({ SHORT_LIST_MAX_COUNT: '10', CALIBRATION: 'off' })
  onTestFinished(() => service.stop())
  const caller = await service.newCaller()
  const origin = service.base.replace(/\/v1$/, '')
  await service.run(caller, people(20))
  await service.run(caller, people(2))
  await service.request(caller, `/emails/validate?email=${person(1)}`)
  expect(await keptEntries(service.db)).toBe(0)
  expect(await service.json(caller, `${origin}/account/calibration`)).toMatchObject({ state: 'off' })
})
