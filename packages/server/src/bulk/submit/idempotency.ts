import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { KeyScope } from '../state/tables.ts'

export type KeyedRequest = { accountId: string; scope: KeyScope; key: string; fingerprint: Buffer }

const IN_PROGRESS_RETRY_SECONDS = 1

/** SHA-256 of the request after defaults. JSON keeps order and exact strings, lone surrogates included. */
export function fingerprintOf(canonical: object): Buffer {
  return createHash('sha256').update(JSON.stringify(canonical)).digest()
}

/**
 * The resource that the first request with this key made, or undefined when this is the first. In that case the key is
 * held until the transaction ends, so that of any number of equal requests at the same time one goes on.
 */
export async function findOriginal(
  tx: Tx,
  { accountId, scope, key, fingerprint }: KeyedRequest,
): Promise<string | undefined> {
  const name = `${accountId} ${scope} ${key}`
  const { rows } = await sql<{ held: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS held`.execute(tx)
  const original = await tx
    .selectFrom('bulk_keys')
    .select(['fingerprint', 'resource_id'])
    .where('account_id', '=', accountId)
    .where('scope', '=', scope)
    .where('key', '=', key)
    .where('reserved_until', '>', sql<Date>`now()`)
    .executeTakeFirst()
  // Another transaction holds the key: the first request, or, when there is an original already, a replay like this one.
  if (!original && !rows[0]!.held)
    throw new AppError('idempotency_in_progress', 'The first request with this key is still running.', {
      retryAfterSeconds: IN_PROGRESS_RETRY_SECONDS,
    })
  if (original && !original.fingerprint.equals(fingerprint))
    throw new AppError('idempotency_conflict', 'This key was already used with different input.')
  return original?.resource_id
}

/** To be called after findOriginal in the same transaction. An earlier reservation of the key has lapsed. */
export async function reserveKey(tx: Tx, request: KeyedRequest, resourceId: string, until: Date): Promise<void> {
  const { accountId, scope, key, fingerprint } = request
  const reservation = { fingerprint, resource_id: resourceId, reserved_until: until, removed_at: null }
  await tx
    .insertInto('bulk_keys')
    .values({ account_id: accountId, scope, key, ...reservation })
    .onConflict((conflict) => conflict.columns(['account_id', 'scope', 'key']).doUpdateSet(reservation))
    .execute()
}
