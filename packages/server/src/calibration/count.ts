// How many validated addresses bounced, counted for each account: each address once, hard bounces only.
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { type Secrets, versionOf } from '../platform/secrets.ts'
import { type Counted, groupsOf, type VerdictGroup } from './groups.ts'
import { ENTRY_BYTES, FORMAT, SHORT_HASH_BYTES } from './pack.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'calibration.count': Record<string, never>
  }
}

declare module '../platform/database/database.ts' {
  interface Tables {
    calibrations: { account_id: string; counted_at: Date; body: CalibrationBody }
  }
}

export const BOUNCED_DAYS = 30
/** A bounce of one of these says that the address was wrong. Full and blocked mailboxes, and probes, do not count. */
const HARD_BOUNCES = ['no_such_mailbox', 'domain_gone'] as const
type HardBounce = (typeof HARD_BOUNCES)[number]

const VERSION = 1
/** The groups overlap: an address has several reasons. */
export type CalibrationBody = { version: number; addresses: number; groups: { [Group in VerdictGroup]?: Counted } }

/** Every hour the accounts that report bounces; those with more than a million addresses once a day. */
export async function calibrate(db: Db, secrets: Secrets): Promise<void> {
  const { rows } = await sql<{ account_id: string }>`
    SELECT DISTINCT account_id FROM mailbox_evidence LEFT JOIN calibrations USING (account_id)
    WHERE source IN ('bounce', 'delivery') AND happened_at > now() - make_interval(days => ${BOUNCED_DAYS})
      AND (counted_at IS NULL
        OR counted_at < now() - CASE WHEN (body->>'addresses')::bigint < 1000000 THEN interval '50 minutes' ELSE interval '23 hours' END)`.execute(
    db,
  )
  for (const { account_id } of rows) await countAccount(db, secrets, account_id)
  // A figure that is not renewed would be read as today's.
  await sql`DELETE FROM calibrations WHERE counted_at < now() - interval '3 days'`.execute(db)
}

type Row = { verdict: Buffer; bounced: HardBounce | null; count: number }

/** Idempotent: it counts everything again. An address has the newest verdict before its bounce, by days in UTC, since many reports have no time. */
export async function countAccount(db: Db, secrets: Secrets, accountId: string): Promise<void> {
  const { rows } = await sql<Row>`
    WITH bounced AS (
      SELECT DISTINCT ON (short_hash) short_hash, class, (happened_at AT TIME ZONE 'UTC')::date AS day FROM mailbox_evidence
      WHERE account_id = ${accountId} AND source = 'bounce' AND class = ANY(${HARD_BOUNCES}::text[])
        AND happened_at > now() - make_interval(days => ${BOUNCED_DAYS}) AND short_hash IS NOT NULL
        AND state IN ('counts', 'unassigned')
      ORDER BY short_hash, happened_at DESC
    ), validated AS (
      -- Joined with nothing, the bytes are read once for a row, not once for an entry.
      SELECT packed || ''::bytea AS packed, validated_at FROM validated_addresses
      WHERE account_id = ${accountId} AND format = ${FORMAT} AND key_version = ${versionOf(secrets[0])}
      OFFSET 0
    ), entries AS (
      SELECT substring(packed FROM at FOR ${SHORT_HASH_BYTES}::int) AS short_hash,
        substring(packed FROM at + ${SHORT_HASH_BYTES}::int FOR 4) AS verdict, validated_at
      FROM validated, generate_series(1, octet_length(packed), ${ENTRY_BYTES}::int) AS at
    ), addresses AS (
      SELECT DISTINCT ON (entries.short_hash) verdict, class FROM entries
      LEFT JOIN bounced ON bounced.short_hash = entries.short_hash AND day >= (validated_at AT TIME ZONE 'UTC')::date
      ORDER BY entries.short_hash, class IS NULL, validated_at DESC
    )
    SELECT verdict, class AS bounced, count(*) FROM addresses GROUP BY 1, 2`.execute(db)
  const body = JSON.stringify(sumUp(rows))
  await sql`
    INSERT INTO calibrations (account_id, counted_at, body)
    SELECT id, now(), ${body}::jsonb FROM accounts WHERE id = ${accountId}
    ON CONFLICT (account_id) DO UPDATE SET counted_at = excluded.counted_at, body = excluded.body`.execute(db)
}

function sumUp(rows: readonly Row[]): CalibrationBody {
  const groups: { [Group in VerdictGroup]?: Counted } = {}
  let addresses = 0
  for (const { verdict, bounced, count } of rows) {
    addresses += count
    for (const name of groupsOf(verdict.readUInt32BE())) {
      const group = groups[name] ?? { addresses: 0, no_such_mailbox: 0, domain_gone: 0 }
      groups[name] = group
      group.addresses += count
      if (bounced) group[bounced] += count
    }
  }
  return { version: VERSION, addresses, groups }
}

/** Undefined if it was not counted lately, or by a newer version. */
export async function readCalibration(
  db: Db,
  accountId: string,
): Promise<{ counted_at: Date; body: CalibrationBody } | undefined> {
  const row = await db
    .selectFrom('calibrations')
    .select(['counted_at', 'body'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row?.body.version === VERSION ? row : undefined
}

/** Without reports, no bounce means nothing. */
export async function hasReports(db: Db, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM mailbox_evidence WHERE account_id = ${accountId} AND source IN ('bounce', 'delivery')
      AND happened_at > now() - make_interval(days => ${BOUNCED_DAYS})) AS has`.execute(db)
  return rows[0]!.has
}
