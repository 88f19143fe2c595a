import { domainToASCII } from 'node:url'
import type { Engine } from '@mailsift/engine'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../platform/database.ts'
import { uuidv7 } from '../platform/ids.ts'
import type { Secrets } from '../platform/secrets.ts'
import { isLookedUp, neverLookedUp } from './enrichment/eligible.ts'
import { scheduleFairly, type WantedDomain } from './enrichment/schedule.ts'
import { lockUsers } from './store.ts'
import { withoutSuppressed } from './suppression.ts'

/** A validated address that was found safe, with domain checks and a valid MX (§1). */
export type SafeAddress = {
  readonly userId: string
  /** As received, trimmed. */
  readonly email: string
  readonly normalized: string
  /** Empty if not known. */
  readonly firstName: string
  readonly lastName: string
  readonly occurredAt: Date
}

export type SaveDeps = { engine: Pick<Engine, 'judge'>; enrichment: boolean; secrets: Secrets }

/** One statement writes this many: larger ones gain nothing and take memory. */
const ROWS_PER_STATEMENT = 5_000

/**
 * Saves contacts, one per user and normalised address. Any order and any number of deliveries end in the same contacts:
 * the earliest validation decides spelling and names, unless the user has edited the contact.
 */
export async function saveContacts(deps: SaveDeps, tx: Tx, batch: readonly SafeAddress[]): Promise<void> {
  const earliest = await withoutSuppressed(tx, deps.secrets, keepEarliest(batch))
  if (earliest.length === 0) return
  await lockUsers(tx, [...new Set(earliest.map(({ userId }) => userId))])
  const wanted: WantedDomain[] = []
  for (let start = 0; start < earliest.length; start += ROWS_PER_STATEMENT) {
    const rows = earliest.slice(start, start + ROWS_PER_STATEMENT).map((address, nth) => toRow(deps, address, nth))
    wanted.push(...(await writeRows(tx, rows)))
  }
  if (deps.enrichment) await scheduleFairly(tx, wanted)
}

function keepEarliest(batch: readonly SafeAddress[]): SafeAddress[] {
  const earliest = new Map<string, SafeAddress>()
  for (const address of batch) {
    const key = `${address.userId} ${address.normalized}`
    const other = earliest.get(key)
    if (!other || isEarlier(address, other)) earliest.set(key, address)
  }
  return [...earliest.values()]
}

/** Validations of the same instant still have an order that does not depend on delivery. */
function isEarlier(a: SafeAddress, b: SafeAddress): boolean {
  const difference = a.occurredAt.getTime() - b.occurredAt.getTime()
  return difference < 0 || (difference === 0 && Buffer.compare(Buffer.from(a.email), Buffer.from(b.email)) < 0)
}

type Row = ReturnType<typeof toRow>

function toRow({ engine }: SaveDeps, address: SafeAddress, nth: number) {
  const { userId, email, normalized, firstName, lastName, occurredAt } = address
  return {
    nth,
    id: uuidv7(),
    user_id: userId,
    email,
    normalized,
    domain: domainOf(email),
    first_name: firstName || null,
    last_name: lastName || null,
    validated_at: occurredAt,
    pending: isLookedUp(engine, email),
  }
}

/** In its ASCII form and lower case. */
export function domainOf(email: string): string {
  const received = email.slice(email.lastIndexOf('@') + 1)
  // A URL's host could not end in 0x1, because that is a number there; a mail domain can.
  return domainToASCII(received) || received.toLowerCase()
}

/** Answers the domains whose companies have to be looked up. */
async function writeRows(tx: Tx, rows: readonly Row[]): Promise<WantedDomain[]> {
  // A column at a time: the database reads arrays with less work than JSON.
  const column = <Name extends keyof Row>(name: Name) => rows.map((row) => row[name])
  const incoming = sql`
    unnest(${column('nth')}::int[], ${column('id')}::uuid[], ${column('user_id')}::uuid[], ${column('email')}::text[],
      ${column('normalized')}::text[], ${column('domain')}::text[], ${column('first_name')}::text[],
      ${column('last_name')}::text[], ${column('validated_at')}::timestamptz[], ${column('pending')}::boolean[])
      AS incoming (nth, id, user_id, email, normalized, domain, first_name, last_name, validated_at, pending)`
  const added = await addNew(tx, incoming)
  if (added.length < rows.length) await correctKnown(tx, incoming)
  return added.flatMap(({ domain, user_id, due }) => (due ? [{ domain, userId: user_id }] : []))
}

type Added = { user_id: string; domain: string; due: boolean }

/** A user who is being deleted has no count any more, and gets no contacts. */
async function addNew(tx: Tx, incoming: RawBuilder<unknown>): Promise<Added[]> {
  // The lateral join makes each row one look-up in an index, however many contacts there are.
  const { rows } = await sql<Added>`
    WITH new AS (
      SELECT incoming.*, last_position + row_number() OVER (PARTITION BY user_id ORDER BY nth) AS position
      FROM ${incoming} JOIN contact_counts USING (user_id)
      LEFT JOIN LATERAL (SELECT c.id FROM contacts c
        WHERE c.normalized = incoming.normalized AND c.user_id = incoming.user_id LIMIT 1) AS known ON true
      WHERE known.id IS NULL
    ), added AS (
      INSERT INTO contacts (id, user_id, position, email, normalized, domain, first_name, last_name, validated_at,
        state, sources, enriched_at, due_at, created_at, updated_at)
      SELECT id, user_id, position, email, normalized, domain, first_name, last_name, validated_at,
        CASE WHEN pending THEN 'pending' ELSE 'no_match' END,
        CASE WHEN pending THEN '{}' ELSE ${JSON.stringify(neverLookedUp(Date.now()))}::jsonb END,
        CASE WHEN NOT pending THEN clock.now END, CASE WHEN pending THEN clock.now END, clock.now, clock.now
      FROM new, (SELECT clock_timestamp() AS now) AS clock
      RETURNING user_id, domain, due_at IS NOT NULL AS due
    ), counted AS (
      UPDATE contact_counts SET total = total + n, last_position = last_position + n
      FROM (SELECT user_id, count(*) AS n FROM added GROUP BY user_id) AS more WHERE more.user_id = contact_counts.user_id
    )
    SELECT user_id, domain, due FROM added`.execute(tx)
  return rows
}

/** Where an earlier validation arrives later, its spelling and names take the place of the later one's. */
async function correctKnown(tx: Tx, incoming: RawBuilder<unknown>): Promise<void> {
  await sql`
    UPDATE contacts SET email = incoming.email, domain = incoming.domain, first_name = incoming.first_name,
      last_name = incoming.last_name, validated_at = incoming.validated_at, updated_at = now()
    FROM ${incoming} WHERE contacts.normalized = incoming.normalized AND contacts.user_id = incoming.user_id
      AND NOT contacts.edited
      AND (incoming.validated_at, incoming.email COLLATE "C") < (contacts.validated_at, contacts.email COLLATE "C")`.execute(
    tx,
  )
}
