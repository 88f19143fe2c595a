import { setImmediate as immediate } from 'node:timers/promises'
import { domainToASCII } from 'node:url'
import type { Engine } from '@mailsift/engine'
import { sql } from 'kysely'
import { isLookedUp, neverLookedUp } from '../enrichment/eligible.ts'
import { scheduleFairly, type WantedDomain } from '../enrichment/schedule.ts'
import type { ContactCandidate } from '../outbox/outbox.ts'
import type { Tx } from '../platform/database/database.ts'
import { uuidv7 } from '../platform/ids.ts'
import type { Secrets } from '../platform/secrets.ts'
import { lockAccounts } from './store.ts'
import { holdSuppressed, withoutSuppressed } from './suppression.ts'

/** Addresses that were found safe, with domain checks and a valid MX (§1), and validated together. */
export type SafeAddresses = {
  readonly accountId: string
  readonly occurredAt: Date
  read(): Promise<readonly ContactCandidate[]>
}

export type SaveDeps = { engine: Pick<Engine, 'validate'>; enrichment: boolean; secrets: Secrets }

/**
 * Saves contacts, one per user and normalised address. Any order and any number of deliveries end in the same contacts:
 * the earliest validation decides spelling and names, unless the user has edited the contact. While the database writes one
 * part, the next one is prepared here.
 */
export async function saveContacts(deps: SaveDeps, tx: Tx, parts: readonly SafeAddresses[]): Promise<void> {
  const [first, ...others] = parts
  if (!first) return
  const anySuppressed = await holdSuppressed(tx)
  await lockAccounts(tx, [...new Set(parts.map(({ accountId }) => accountId))])
  const scheduled = new Set<string>()
  const prepare = (part: SafeAddresses) => prepareRows(deps, tx, part, anySuppressed)
  let prepared = await prepare(first)
  for (const next of [...others, undefined]) {
    // The next one is read before the write is sent, so that it need not wait for it.
    const [following] = await Promise.all([next && prepare(next), write(deps, tx, prepared, scheduled)])
    if (following) prepared = following
  }
}

type Prepared = { accountId: string; occurredAt: Date; rows: readonly Row[] }

async function prepareRows(
  deps: SaveDeps,
  tx: Tx,
  { accountId, occurredAt, read }: SafeAddresses,
  anySuppressed: boolean,
): Promise<Prepared> {
  const candidates = keepFirst(await read())
  const allowed = anySuppressed ? await withoutSuppressed(tx, deps.secrets, accountId, candidates) : candidates
  // The write that is under way is sent before the thread is busy with this.
  await immediate()
  return { accountId, occurredAt, rows: allowed.map((candidate) => toRow(deps, candidate)) }
}

/** Validations of the same instant still have an order that does not depend on delivery. */
function keepFirst(candidates: readonly ContactCandidate[]): ContactCandidate[] {
  const kept = new Map<string, ContactCandidate>()
  for (const candidate of candidates) {
    const other = kept.get(candidate.normalized)
    if (!other || Buffer.compare(Buffer.from(candidate.email), Buffer.from(other.email)) < 0)
      kept.set(candidate.normalized, candidate)
  }
  return [...kept.values()]
}

type Row = ReturnType<typeof toRow>

function toRow({ engine }: SaveDeps, { email, normalized, firstName, lastName }: ContactCandidate) {
  return {
    id: uuidv7(),
    email,
    normalized,
    domain: domainOf(email),
    first_name: firstName || null,
    last_name: lastName || null,
    pending: isLookedUp(engine, email),
  }
}

/** In its ASCII form and lower case. */
export function domainOf(email: string): string {
  const received = email.slice(email.lastIndexOf('@') + 1)
  // A URL's host could not end in 0x1, because that is a number there; a mail domain can.
  return domainToASCII(received) || received.toLowerCase()
}

/** A domain that was scheduled for the user before in this transaction has its place, and its task is held until the end. */
async function write(
  { enrichment }: SaveDeps,
  tx: Tx,
  { accountId, occurredAt, rows }: Prepared,
  scheduled: Set<string>,
): Promise<void> {
  if (rows.length === 0) return
  const part = { accountId, occurredAt, columns: columnsOf(rows) }
  const added = await addNew(tx, part)
  if (added.length < rows.length) await correctKnown(tx, part)
  if (!enrichment) return
  const wanted = new Map<string, WantedDomain>()
  for (const { domain, due } of added) {
    const name = `${domain} ${accountId}`
    if (due && !scheduled.has(name)) wanted.set(name, { domain, accountId })
  }
  for (const name of wanted.keys()) scheduled.add(name)
  await scheduleFairly(tx, [...wanted.values()])
}

type Columns = { [Name in keyof Row]: Row[Name][] }
type Part = { accountId: string; occurredAt: Date; columns: Columns }

/** A column at a time: the database reads arrays with less work than JSON. */
function columnsOf(rows: readonly Row[]): Columns {
  const column = <Name extends keyof Row>(name: Name) => rows.map((row) => row[name])
  return {
    id: column('id'),
    email: column('email'),
    normalized: column('normalized'),
    domain: column('domain'),
    first_name: column('first_name'),
    last_name: column('last_name'),
    pending: column('pending'),
  }
}

type Added = { domain: string; due: boolean }

/** A user who is being deleted has no count any more, and gets no contacts. */
async function addNew(tx: Tx, { accountId, occurredAt, columns }: Part): Promise<Added[]> {
  // The lateral join makes each row one lookup in an index, however many contacts there are. The planner must not know the
  // user: of one that it has never heard of it expects no contacts, and would read all of them for each row.
  const { rows } = await sql<Added>`
    WITH mine AS MATERIALIZED (SELECT account_id, last_position FROM contact_counts WHERE account_id = ${accountId}), new AS (
      SELECT incoming.*, account_id, last_position + row_number() OVER (ORDER BY nth) AS position
      FROM mine, unnest(${columns.id}::uuid[], ${columns.email}::text[], ${columns.normalized}::text[], ${columns.domain}::text[],
        ${columns.first_name}::text[], ${columns.last_name}::text[], ${columns.pending}::boolean[])
        WITH ORDINALITY AS incoming (id, email, normalized, domain, first_name, last_name, pending, nth)
      LEFT JOIN LATERAL (SELECT c.id FROM contacts c
        WHERE c.normalized = incoming.normalized AND c.account_id = mine.account_id LIMIT 1) AS known ON true
      WHERE known.id IS NULL
    ), added AS (
      INSERT INTO contacts (id, account_id, position, email, normalized, domain, first_name, last_name, validated_at,
        state, sources, enriched_at, due_at, created_at, updated_at)
      SELECT id, account_id, position, email, normalized, domain, first_name, last_name, ${occurredAt},
        CASE WHEN pending THEN 'pending' ELSE 'no_match' END,
        CASE WHEN pending THEN '{}' ELSE ${JSON.stringify(neverLookedUp(Date.now()))}::jsonb END,
        CASE WHEN NOT pending THEN clock.now END, CASE WHEN pending THEN clock.now END, clock.now, clock.now
      FROM new, (SELECT clock_timestamp() AS now) AS clock
      RETURNING domain, due_at IS NOT NULL AS due
    ), counted AS (
      UPDATE contact_counts SET total = total + n, last_position = last_position + n
      FROM (SELECT count(*) AS n FROM added) AS more WHERE account_id = ${accountId} AND n > 0
    )
    SELECT domain, due FROM added`.execute(tx)
  return rows
}

/** Where an earlier validation arrives later, its spelling and names take the place of the later one's. */
async function correctKnown(tx: Tx, { accountId, occurredAt, columns }: Part): Promise<void> {
  await sql`
    WITH mine AS MATERIALIZED (SELECT ${accountId}::uuid AS account_id)
    UPDATE contacts SET email = incoming.email, domain = incoming.domain, first_name = incoming.first_name,
      last_name = incoming.last_name, validated_at = ${occurredAt}, updated_at = now()
    FROM mine, unnest(${columns.email}::text[], ${columns.normalized}::text[], ${columns.domain}::text[],
      ${columns.first_name}::text[], ${columns.last_name}::text[]) AS incoming (email, normalized, domain, first_name, last_name)
    WHERE contacts.normalized = incoming.normalized AND contacts.account_id = mine.account_id
      AND NOT contacts.edited
      AND (${occurredAt}, incoming.email COLLATE "C") < (contacts.validated_at, contacts.email COLLATE "C")`.execute(tx)
}
