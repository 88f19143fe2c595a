import type { EvidenceSource } from '@mailsift/contract'
import { sql } from 'kysely'
import { normalizedOf } from '../platform/address-search.ts'
import type { Tx } from '../platform/database/database.ts'
import { versionOf } from '../platform/secrets.ts'
import { shortHashesOf } from './calibration/pack.ts'
import { EVIDENCE_KEPT_DAYS, type EvidenceClass, effectEnds, isDecisive } from './classes.ts'
import { type HashDeps, hashesOf, reportHash } from './hash.ts'

export type Evidence = {
  address: string
  class: EvidenceClass
  source: EvidenceSource
  /** RFC 3463, such as 5.1.1. */
  statusCode?: string | undefined
  /** By the report itself; a time in the future counts as now. */
  happenedAt: Date
  /** The id of the message or event: each counts once. Without it, only the newest statement of the source is kept. */
  report?: string | undefined
  /** The end of its effect, if not the usual one of its class; at most 180 days after it happened. */
  expiresAt?: Date | undefined
}

type Row = {
  hash: string
  short_hash: string
  source: EvidenceSource
  report: string
  class: EvidenceClass
  status_code: string | null
  happened_at: Date
  expires_at: Date
}

/** Idempotent. Returns how many pieces of evidence are new; texts that are no address, and what is too old, are left out. */
export async function recordEvidence(
  deps: HashDeps,
  tx: Tx,
  accountId: string,
  evidence: readonly Evidence[],
): Promise<number> {
  const rows = new Map<string, Row>()
  for (const each of evidence) {
    const row = rowOf(deps, each)
    if (!row) continue
    const key = `${row.hash} ${row.source} ${row.report}`
    const known = rows.get(key)
    if (!known || known.happened_at < row.happened_at) rows.set(key, row)
  }
  if (rows.size === 0) return 0
  const { numAffectedRows } = await sql`
    INSERT INTO mailbox_evidence
      (account_id, hash, short_hash, source, report, class, status_code, happened_at, expires_at, key_version)
    SELECT ${accountId}::uuid, decode(hash, 'hex'), decode(short_hash, 'hex'), source, decode(report, 'hex'), class, status_code,
      happened_at, expires_at, ${versionOf(deps.secrets[0])}::integer
    FROM json_to_recordset(${JSON.stringify([...rows.values()])}::json) AS told
      (hash text, short_hash text, source text, report text, class text, status_code text, happened_at timestamptz, expires_at timestamptz)
    WHERE happened_at > now() - make_interval(days => ${EVIDENCE_KEPT_DAYS})
    -- The same order for all: two batches with the same addresses would otherwise wait for each other.
    ORDER BY hash, source, report
    ON CONFLICT (account_id, hash, source, report) DO UPDATE SET
      class = excluded.class, status_code = excluded.status_code, happened_at = excluded.happened_at,
      expires_at = excluded.expires_at, recorded_at = now()
    WHERE mailbox_evidence.report = '' AND mailbox_evidence.happened_at < excluded.happened_at`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Providers write other texts in its place, too. */
const STATUS_CODE = /^[245]\.\d{1,3}\.\d{1,3}$/

function rowOf(deps: HashDeps, evidence: Evidence): Row | undefined {
  const form = normalizedOf(deps.engine, evidence.address)
  if (form === undefined) return undefined
  const newest = [deps.secrets[0]] as const
  // Reports name any year; what is before 1970 is too old in any case, and PostgreSQL does not read all of it.
  const happenedAt = new Date(Math.max(0, Math.min(evidence.happenedAt.getTime(), Date.now())))
  const expiresAt = isDecisive(evidence.class)
    ? (evidence.expiresAt ?? effectEnds(evidence.class, happenedAt))
    : happenedAt
  return {
    hash: hashesOf(newest, [form])[0]!.toString('hex'),
    short_hash: shortHashesOf(newest, [form])[0]!.toString('hex'),
    source: evidence.source,
    report: evidence.report === undefined ? '' : reportHash(deps.secrets, evidence.report).toString('hex'),
    class: evidence.class,
    status_code: STATUS_CODE.exec(evidence.statusCode ?? '')?.[0] ?? null,
    happened_at: happenedAt,
    expires_at: expiresAt,
  }
}
