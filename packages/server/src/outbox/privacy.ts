// Addresses in the outbox, for the administration: exported, or retracted before they have an effect.
import { sql } from 'kysely'
import type { AddressSearch } from '../platform/address-search.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { uuidv7 } from '../platform/ids.ts'
import type { ContactCandidate } from './candidate.ts'
import { type BulkValidated, readEvent, type SingleValidated, type StoredEvent, storedEvent } from './events.ts'

type StoredSearch = Pick<AddressSearch, 'forms' | 'isReadIn' | 'plainPattern'>

export type Withdrawal = {
  /** Finds the address that is not to become a contact. */
  search: StoredSearch
  /** Jobs that are about to be removed, and with them the results from which their candidates are read. */
  jobIds: readonly string[]
  readCandidates(tx: Tx, event: Pick<BulkValidated, 'accountId' | 'chunkId'>): Promise<ContactCandidate[]>
}

type Found = { id: string; body: StoredEvent }
type Waiting = { event_id: string; recorded_at: Date }

/**
 * Takes an address out of everything that was announced, so that no delivery makes a contact of it. Deliveries under way
 * are waited for: what they have saved can be seen, and forgotten, after this. The other candidates of a delivery that
 * waits get their own event, because a listener may have read the old one already. Returns how many events named the
 * address or came from the jobs.
 */
export async function withdrawCandidates(tx: Tx, { search, jobIds, readCandidates }: Withdrawal): Promise<number> {
  const isOther = (candidate: ContactCandidate) => !isAbout(search, candidate)
  const { rows } = await sql<Found>`
    SELECT id, body FROM outbox_events WHERE (body->>'kind' = 'single' AND EXISTS (
      SELECT FROM jsonb_array_elements(body->'candidates') AS candidate
      WHERE candidate->>'normalized' = ANY(${search.forms}::text[]) OR lower(candidate->>'email') = ANY(${search.forms}::text[])
        OR candidate->>'email' !~ ${search.plainPattern}))
      OR (body->>'kind' = 'bulk' AND body->>'jobId' = ANY(${jobIds}::text[]))`.execute(tx)
  const found = rows
    .map(({ id, body }) => ({ id, body: readEvent(body) }))
    .filter(({ body }) => body.kind === 'bulk' || !body.candidates.every(isOther))
  const ids = found.map(({ id }) => id)
  const { rows: waiting } = await sql<Waiting>`
    DELETE FROM outbox_deliveries WHERE listener = 'contacts' AND event_id = ANY(${ids}::uuid[])
    RETURNING event_id, recorded_at`.execute(tx)
  const recordedAt = new Map(waiting.map(({ event_id, recorded_at }) => [event_id, recorded_at]))
  for (const { id, body } of found) {
    const at = recordedAt.get(id)
    if (at) {
      const candidates = body.kind === 'single' ? body.candidates : await readCandidates(tx, body)
      await announceRest(tx, body.accountId, candidates.filter(isOther), at)
    }
    if (body.kind === 'single') {
      const left = at ? [] : body.candidates.filter(isOther)
      await sql`UPDATE outbox_events SET body = jsonb_set(body, '{candidates}', ${JSON.stringify(left)}::jsonb)
        WHERE id = ${id}`.execute(tx)
    }
  }
  return found.length
}

export type EventWithAddress = { id: string; accountId: string; recordedAt: Date; candidates: ContactCandidate[] }

/** Events of single validations about an address; bulk events hold no addresses. */
export async function eventsWithAddress(db: Db, search: StoredSearch): Promise<EventWithAddress[]> {
  const { rows } = await sql<{ id: string; body: SingleValidated; recorded_at: Date }>`
    SELECT id, body, recorded_at FROM outbox_events WHERE body->>'kind' = 'single' AND EXISTS (
      SELECT FROM jsonb_array_elements(body->'candidates') AS candidate
      WHERE candidate->>'normalized' = ANY(${search.forms}::text[]) OR lower(candidate->>'email') = ANY(${search.forms}::text[])
        OR candidate->>'email' !~ ${search.plainPattern})
    ORDER BY id`.execute(db)
  return rows
    .map(({ id, body, recorded_at }) => ({
      id,
      accountId: body.accountId,
      recordedAt: recorded_at,
      candidates: body.candidates.filter((candidate) => isAbout(search, candidate)),
    }))
    .filter(({ candidates }) => candidates.length > 0)
}

const EVENTS_PER_QUERY = 500
const NO_ID = '00000000-0000-0000-0000-000000000000'

export async function* eventsOfAccount(db: Db, accountId: string): AsyncGenerator<object> {
  for (let after = NO_ID; ; ) {
    const rows = await db
      .selectFrom('outbox_events')
      .select(['id', 'body', 'recorded_at'])
      .where('account_id', '=', accountId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(EVENTS_PER_QUERY)
      .execute()
    for (const { body, recorded_at } of rows) {
      const { validated: _hashes, ...event } = body as Partial<SingleValidated>
      yield { ...event, recordedAt: recorded_at }
    }
    if (rows.length < EVENTS_PER_QUERY) return
    after = rows.at(-1)!.id
  }
}

/** Statements also find the events with an address of unusual spelling, for this to decide. */
function isAbout({ forms, isReadIn }: StoredSearch, { email, normalized }: ContactCandidate): boolean {
  return forms.includes(normalized) || forms.includes(email.toLowerCase()) || isReadIn(email)
}

async function announceRest(
  tx: Tx,
  accountId: string,
  candidates: ContactCandidate[],
  recordedAt: Date,
): Promise<void> {
  if (candidates.length === 0) return
  const id = uuidv7()
  const event: SingleValidated = { kind: 'single', id, accountId, units: 0, flags: {}, resultIds: [], candidates }
  await sql`INSERT INTO outbox_events (id, account_id, body, recorded_at)
    VALUES (${id}, ${accountId}, ${JSON.stringify(storedEvent(event))}::jsonb, ${recordedAt})`.execute(tx)
  await sql`INSERT INTO outbox_deliveries (listener, event_id, account_id, recorded_at)
    VALUES ('contacts', ${id}, ${accountId}, ${recordedAt})`.execute(tx)
}
