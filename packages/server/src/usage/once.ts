// A request with an Idempotency-Key is one event whose id is made of the key. Announcing an id again changes nothing, so a
// repeated request is billed once, as long as the event is kept: an hour after it was recorded (outbox/sweep.ts).
import { createHash } from 'node:crypto'
import type pg from 'pg'
import { AppError } from '../platform/http/problem.ts'

export type Keyed = {
  readonly key: string
  /** The path and query as text: the same key with another question is refused. */
  readonly question: string
}

/** A UUIDv8 that sorts before those made by time, so that its delivery does not wait behind a backlog. */
export function eventIdOf(accountId: string, key: string): string {
  const hex = digest('event', accountId, key)
  return `00000000-${hex.slice(0, 4)}-8${hex.slice(4, 7)}-8${hex.slice(7, 10)}-${hex.slice(10, 22)}`
}

export function fingerprintOf(accountId: string, { key, question }: Keyed): string {
  return digest('question', accountId, key, question)
}

function digest(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

type Row = { fingerprint: string | null; result_id: string | null }

/** The result id of the first request with the key; undefined when it was refused and its event retracted. */
export async function readOriginal(pool: pg.Pool, accountId: string, keyed: Keyed): Promise<string | undefined> {
  const row = await findEvent(pool, accountId, keyed)
  // Its hour ended just now, or the client has left.
  if (!row)
    throw new AppError('unavailable', 'The key has just expired. Send the request again.', { retryAfterSeconds: 1 })
  return row.result_id ?? undefined
}

/** The same, before anything is recorded: undefined when there is no such event yet. */
export async function findOriginal(pool: pg.Pool, accountId: string, keyed: Keyed): Promise<string | undefined> {
  return (await findEvent(pool, accountId, keyed))?.result_id ?? undefined
}

async function findEvent(pool: pg.Pool, accountId: string, keyed: Keyed): Promise<Row | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT body->>'fingerprint' AS fingerprint, body->'resultIds'->>0 AS result_id FROM outbox_events WHERE id = $1 AND account_id = $2`,
    [eventIdOf(accountId, keyed.key), accountId],
  )
  if (rows[0] && rows[0].fingerprint !== fingerprintOf(accountId, keyed))
    throw new AppError('idempotency_conflict', 'This key was already used with different input.')
  return rows[0]
}
