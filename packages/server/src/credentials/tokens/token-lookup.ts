import { sql } from 'kysely'
import type { Caller } from '../../access/access.ts'
import { activeUntil, isActive } from '../../accounts/subscriptions/subscriptions.ts'
import type { Db } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/hash-secret.ts'
import { rulesOf } from './token-rules.ts'
import { parseToken } from './token-text.ts'
import { isUsable } from './tokens.ts'

export type FoundToken = {
  caller: Caller
  /** How long the caller stays valid without a change; null for a token and a subscription without end. */
  holdsForMs: number | null
  /** No use of this minute has been recorded yet. */
  isFirstUseOfMinute: boolean
}

/** The caller of a token; null when it is unknown, expired or revoked. A typo costs no query. */
export async function lookUpToken(db: Db, text: string): Promise<FoundToken | null> {
  if (!parseToken(text)) return null
  // Spans, not instants: they hold whatever this process's own clock says.
  const row = await db
    .selectFrom('api_tokens as t')
    .leftJoin('subscriptions as s', 's.account_id', 't.account_id')
    .select(['t.id', 't.account_id', 't.permission', isActive.as('subscribed')])
    .select(['t.scopes', 't.networks', 't.limit_requests', 't.limit_window_seconds'])
    .select(sql<number | null>`ceil(extract(epoch FROM t.expires_at - now()) * 1000)::float8`.as('token_ends_in_ms'))
    .select(sql<number | null>`ceil(extract(epoch FROM ${activeUntil} - now()) * 1000)::float8`.as('period_ends_in_ms'))
    .select(sql<boolean>`t.last_used_at IS DISTINCT FROM date_trunc('minute', now())`.as('is_first_use'))
    .where('t.sha256', '=', hashSecret(text))
    .where(isUsable)
    .executeTakeFirst()
  if (!row) return null
  const ends = [row.token_ends_in_ms, row.subscribed ? row.period_ends_in_ms : null].filter((end) => end !== null)
  return {
    caller: Object.freeze<Caller>({
      accountId: row.account_id,
      kind: 'token',
      permission: row.permission,
      credentialId: row.id,
      subscribed: row.subscribed,
      member: null,
      rules: rulesOf(row),
    }),
    holdsForMs: ends.length ? Math.min(...ends) : null,
    isFirstUseOfMinute: row.is_first_use,
  }
}
