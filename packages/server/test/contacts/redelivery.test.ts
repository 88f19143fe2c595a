// Contacts from the outbox itself: the worker's own listeners, real events and real chunks.
import type { DomainFacts, VerdictRow } from '@mailsift/engine'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { readCandidates } from '../../src/bulk/bulk.ts'
import { packResults } from '../../src/bulk/format/results.ts'
import { forgetAddress } from '../../src/contacts/privacy.ts'
import { deliver } from '../../src/outbox/deliver.ts'
import type { Listeners, OutboxEvent } from '../../src/outbox/outbox.ts'
import { withdrawCandidates } from '../../src/outbox/privacy.ts'
import { createAddressSearch } from '../../src/platform/address-search.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { createListeners } from '../../src/worker.ts'
import { announceAll, bulkEvent, singleEvent, someAccount } from '../outbox/events.ts'
import { silentLog, useTestDatabase, waitingForLocks } from '../support/database.ts'
import { engine, expectSound, SECRETS, safeAddress } from './safe-address.ts'

const REDELIVERIES = 10
const never = new AbortController().signal
const listeners = createListeners({ engine, enrichment: true, secrets: SECRETS })

const FACTS: DomainFacts = {
  mx: [{ priority: 10, host: 'mx.mail-host.net' }],
  hasValidMx: true,
  deliverableByDns: true,
  nameservers: [],
  registry: { known: false },
}

function deliverContacts(db: Db, some: Partial<Listeners> = {}): Promise<void> {
  return deliver(
    { db, log: silentLog, listeners: { ...listeners, ...some } },
    { listener: 'contacts' },
    { signal: never },
  )
}

function validated(accountId: string, emails: readonly string[]): OutboxEvent {
  const candidates = emails.map((email) => {
    const { normalized, firstName, lastName } = safeAddress(accountId, email)
    return { email, normalized, firstName, lastName }
  })
  return singleEvent({ accountId, units: emails.length, candidates })
}

/** A stored chunk of a job and the event about it. */
async function validatedInBulk(db: Db, accountId: string, emails: readonly string[]): Promise<OutboxEvent> {
  const rows = emails.map((input): VerdictRow => {
    const verdict = engine.validate(input)
    return { input, id: uuidv7(), verdict: verdict.ok ? engine.withDomainFacts(verdict, FACTS) : verdict }
  })
  const [jobId, chunkId] = [uuidv7(), uuidv7()]
  await sql`INSERT INTO bulk_jobs (id, account_id, validate_domain, total, chunks_left, expires_at)
    VALUES (${jobId}, ${accountId}, true, ${rows.length}, 0, now() + interval '1 day')`.execute(db)
  await sql`INSERT INTO bulk_chunks (id, job_id, account_id, first_index, row_count, results, done_at)
    VALUES (${chunkId}, ${jobId}, ${accountId}, 0, ${rows.length}, ${packResults(rows)}, now())`.execute(db)
  return bulkEvent({ id: chunkId, accountId, jobId, chunkId, units: rows.length, candidateCount: rows.length })
}

/** The same people again and again, in other spellings: which one a contact shows depends on what came first. */
function spellings(n: number): string[] {
  return [`Person${n % 5}+${n}@acme-rockets.com`, `PERSON${n % 7}@acme-rockets.com`, `p.${n % 3}@gmail.com`]
}

async function eventsFor(db: Db, accountId: string): Promise<OutboxEvent[]> {
  const events: OutboxEvent[] = []
  for (let n = 0; n < 24; n++)
    events.push(n % 2 ? validated(accountId, spellings(n)) : await validatedInBulk(db, accountId, spellings(n)))
  await announceAll(db, events)
  // Nothing but its own time says which came first, and those of both users have the same.
  for (const [n, { id }] of events.entries())
    for (const table of ['outbox_events', 'outbox_deliveries'])
      await sql`UPDATE ${sql.table(table)} SET recorded_at = to_timestamp(${1_700_000_000 + n})
        WHERE ${sql.ref(table === 'outbox_events' ? 'id' : 'event_id')} = ${id}`.execute(db)
  return events
}

async function stored(db: Db, accountId: string) {
  return db
    .selectFrom('contacts')
    .select(['email', 'normalized', 'domain', 'first_name', 'last_name', 'state', 'validated_at'])
    .where('account_id', '=', accountId)
    .orderBy('normalized')
    .execute()
}

function shuffle<T>(items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item)
}

test('ten shuffled redeliveries through the outbox leave the contacts of one delivery in order', async () => {
  const { db } = await useTestDatabase()
  const [once, often] = [await someAccount(db), await someAccount(db)]
  await eventsFor(db, once)
  await deliverContacts(db)
  const events = await eventsFor(db, often)
  await sql`DELETE FROM outbox_deliveries WHERE listener = 'contacts'`.execute(db)
  const deliveries = shuffle(Array.from({ length: REDELIVERIES }, () => events).flat())
  while (deliveries.length > 0) {
    const ids = deliveries.splice(0, 1 + Math.floor(Math.random() * 9)).map(({ id }) => id)
    await sql`INSERT INTO outbox_deliveries (listener, event_id, account_id, recorded_at)
      SELECT 'contacts', id, account_id, recorded_at FROM outbox_events WHERE id = ANY(${ids}::uuid[])`.execute(db)
    await deliverContacts(db)
  }
  const contacts = await stored(db, often)
  expect(contacts).toHaveLength(10)
  expect(contacts).toEqual(await stored(db, once))
  await expectSound(db)
})

const JANE = 'jane.roe@acme-rockets.com'
const OTHERS = ['john.smith@acme-rockets.com', 'mary.major@other-firm.com']

/** As the administration does it. */
function forget(db: Db, jobIds: string[] = []): Promise<number> {
  const search = createAddressSearch(engine, JANE)
  return db.transaction().execute(async (tx) => {
    await withdrawCandidates(tx, { search, jobIds, readCandidates })
    return forgetAddress(tx, search)
  })
}

test('an address that is forgotten during a delivery stays forgotten, and the others are saved', async () => {
  const { db } = await useTestDatabase()
  const user = await someAccount(db)
  const bulk = await validatedInBulk(db, user, [JANE, OTHERS[1]!])
  await announceAll(db, [validated(user, [JANE, `'${JANE}`, OTHERS[0]!]), bulk])
  let letGo: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let hasBegun: () => void = () => undefined
  const begun = new Promise<void>((resolve) => {
    hasBegun = resolve
  })
  const delivering = deliverContacts(db, {
    async contacts(tx, events) {
      hasBegun()
      await held
      await listeners.contacts(tx, events)
    },
  })
  await begun
  const forgetting = forget(db, [bulk.kind === 'bulk' ? bulk.jobId : ''])
  await eventually(() => waitingForLocks(db))
  letGo()
  await delivering
  expect(await forgetting).toBe(2)
  await deliverContacts(db)
  expect((await stored(db, user)).map(({ email }) => email)).toEqual(OTHERS)
  const { rows } = await sql<{ n: number }>`
    SELECT count(*) AS n FROM outbox_events WHERE body::text LIKE '%jane%'`.execute(db)
  expect(rows[0]!.n).toBe(0)
  await expectSound(db)
})

test('deliveries and withdrawals side by side never bring a forgotten address back, and lose no other', async () => {
  const { db } = await useTestDatabase()
  const user = await someAccount(db)
  const people = Array.from({ length: 60 }, (_, n) => `person${n}@acme-rockets.com`)
  await announceAll(
    db,
    people.map((person) => validated(user, [JANE, person])),
  )
  await Promise.all([deliverContacts(db), forget(db), deliverContacts(db), forget(db), deliverContacts(db)])
  await forget(db)
  await deliverContacts(db)
  expect((await stored(db, user)).map(({ email }) => email)).toEqual(people.sort())
  await expectSound(db)
})
