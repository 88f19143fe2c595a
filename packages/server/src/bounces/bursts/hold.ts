// Holds bursts within the transaction that stores their reports, so that no process ever sees the effect of a report that belongs to one.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { BURST_DOMAINS_MIN, BURST_OPERATORS_MIN, BURST_REPORTS_MIN } from './tables.ts'

/** Reports with one text are stored one after the other: each then sees all before it. To be called before any row is stored. */
export async function lockTexts(tx: Tx, accountId: string, textHashes: readonly string[]): Promise<void> {
  for (const hash of [...new Set(textHashes)].sort())
    await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`bounce text ${accountId} ${hash}`}, 0))`.execute(tx)
}

type Reports = readonly { text_hash: string | null; happened_at: Date }[]
type Range = { from: Date; to: Date }

/** Returns the hashes of all addresses whose reports are held or discarded now: those of the burst's first reports included. */
export async function holdBursts(tx: Tx, accountId: string, reports: Reports): Promise<Buffer[]> {
  const held: Buffer[] = []
  for (const [hash, range] of rangesOf(reports)) {
    const text = Buffer.from(hash, 'hex')
    held.push(...(await joinBursts(tx, accountId, text)))
    if (await startBurst(tx, accountId, text, range)) held.push(...(await joinBursts(tx, accountId, text)))
  }
  return held
}

/** When the reports with each text happened. */
function rangesOf(reports: Reports): Map<string, Range> {
  const ranges = new Map<string, Range>()
  for (const { text_hash: text, happened_at: at } of reports) {
    if (text === null) continue
    const { from, to } = ranges.get(text) ?? { from: at, to: at }
    ranges.set(text, { from: at < from ? at : from, to: at > to ? at : to })
  }
  return ranges
}

/** Puts reports into the burst that they follow, or precede, within an hour. */
async function joinBursts(tx: Tx, accountId: string, text: Buffer): Promise<Buffer[]> {
  const { rows } = await sql<{ hash: Buffer }>`
    WITH joined AS (
      UPDATE mailbox_evidence AS e SET burst_id = b.id, state_at = now(),
        state = CASE b.state WHEN 'applied' THEN 'counts' ELSE b.state END,
        -- Of the burst's first reports, which have put it on the suppression list.
        address = CASE b.state WHEN 'held' THEN (
          SELECT email FROM suppressions s WHERE s.account_id = e.account_id AND s.hash = e.hash) END
      FROM bounce_bursts b
      WHERE e.account_id = ${accountId} AND e.text_hash = ${text} AND e.state = 'counts' AND e.burst_id IS NULL
        AND b.account_id = e.account_id AND b.text_hash = e.text_hash
        AND e.happened_at BETWEEN b.first_at - interval '1 hour' AND b.last_at + interval '1 hour'
      RETURNING e.hash, e.happened_at, b.id, b.state
    ), extended AS (
      UPDATE bounce_bursts b SET first_at = least(b.first_at, seen.first_at), last_at = greatest(b.last_at, seen.last_at)
      FROM (SELECT id, min(happened_at) AS first_at, max(happened_at) AS last_at FROM joined GROUP BY id) AS seen
      WHERE b.account_id = ${accountId} AND b.id = seen.id
    )
    SELECT hash FROM joined WHERE state <> 'applied'`.execute(tx)
  return rows.map(({ hash }) => hash)
}

/** Begins a burst where any hour has enough reports of enough domains and operators. Its reports join it afterwards. */
async function startBurst(tx: Tx, accountId: string, text: Buffer, { from, to }: Range): Promise<boolean> {
  const { numAffectedRows } = await sql`
    WITH reports AS (
      SELECT happened_at, domain_hash, operator_hash, reply FROM mailbox_evidence
      WHERE account_id = ${accountId} AND text_hash = ${text} AND state = 'counts' AND burst_id IS NULL
        AND happened_at BETWEEN ${from}::timestamptz - interval '1 hour' AND ${to}::timestamptz + interval '1 hour'
    ), hours AS (
      SELECT DISTINCT happened_at AS start,
        count(*) OVER (ORDER BY happened_at RANGE BETWEEN CURRENT ROW AND interval '1 hour' FOLLOWING) AS reports
      FROM reports
      -- Without enough of them at any time, no hour has enough.
      WHERE (SELECT count(DISTINCT domain_hash) >= ${BURST_DOMAINS_MIN} AND count(DISTINCT operator_hash) >= ${BURST_OPERATORS_MIN} FROM reports)
    )
    INSERT INTO bounce_bursts (account_id, id, text_hash, reply, first_at, last_at)
    SELECT ${accountId}::uuid, ${uuidv7()}::uuid, ${text},
      (SELECT reply FROM reports WHERE happened_at = start LIMIT 1), start,
      (SELECT max(happened_at) FROM reports WHERE happened_at <= start + interval '1 hour')
    FROM hours
    WHERE reports >= ${BURST_REPORTS_MIN} AND (
      SELECT count(DISTINCT domain_hash) >= ${BURST_DOMAINS_MIN} AND count(DISTINCT operator_hash) >= ${BURST_OPERATORS_MIN}
      FROM reports WHERE happened_at BETWEEN start AND start + interval '1 hour')
    ORDER BY start LIMIT 1`.execute(tx)
  return (numAffectedRows ?? 0n) > 0n
}

/** The addresses of held reports of this request, which are on no list yet. */
export async function keepAddresses(
  tx: Tx,
  accountId: string,
  reports: readonly { hash: string; address: string }[],
): Promise<void> {
  await sql`
    UPDATE mailbox_evidence AS e SET address = told.address
    FROM json_to_recordset(${JSON.stringify(reports)}::json) AS told (hash text, address text)
    WHERE e.account_id = ${accountId} AND e.hash = decode(told.hash, 'hex') AND e.state = 'held' AND e.address IS NULL`.execute(
    tx,
  )
}
