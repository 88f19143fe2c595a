import type { EvidenceSource } from '@mailsift/contract'
import { sql } from 'kysely'
import { shortHashesOf } from '../calibration/pack.ts'
import type { Tx } from '../platform/database/database.ts'
import { versionOf } from '../platform/secrets.ts'
import { EVIDENCE_KEPT_DAYS, type EvidenceClass, effectEnds, isDecisive } from './classes.ts'
import { formsOf, type HashDeps, hashesOf, keyedHash, reportHash } from './hash.ts'
import { comparableText, redactReply } from './reply.ts'

export type Evidence = {
  address: string
  class: EvidenceClass
  source: EvidenceSource
  /** RFC 3463, such as 5.1.1. */
  statusCode?: string | undefined
  /** The server's words, with the addresses in them. */
  reply?: string | undefined
  /** By which way it came: a bounce source, or `upload`, `events`, `person`, `probe`. */
  origin?: string | undefined
  /** Who runs the mail hosts of the recipient's domain; its registrable domain if that is not known. */
  operator?: string | undefined
  /** By the report itself; a time in the future counts as now. */
  happenedAt: Date
  /** The id of the message or event: each counts once. Without it, only the newest statement of the source is kept. */
  report?: string | undefined
  /** The end of its effect, if not the usual one of its class; at most 180 days after it happened. */
  expiresAt?: Date | undefined
}

type Row = {
  hash: string
  person_hash: string
  short_hash: string
  source: EvidenceSource
  report: string
  class: EvidenceClass
  status_code: string | null
  happened_at: Date
  expires_at: Date
  reply: string | null
  origin: string | null
  text_hash: string | null
  domain_hash: string | null
  operator_hash: string | null
}

/** The rows by which evidence is stored, each once; texts that are no address are left out. */
export function evidenceRows(deps: HashDeps, evidence: readonly Evidence[]): Row[] {
  const rows = new Map<string, Row>()
  for (const each of evidence) {
    const row = rowOf(deps, each)
    if (!row) continue
    const key = `${row.hash} ${row.source} ${row.report}`
    const known = rows.get(key)
    if (!known || known.happened_at < row.happened_at) rows.set(key, row)
  }
  return [...rows.values()]
}

export async function recordEvidence(
  deps: HashDeps,
  tx: Tx,
  accountId: string,
  evidence: readonly Evidence[],
): Promise<number> {
  return insertEvidence(deps, tx, accountId, evidenceRows(deps, evidence))
}

/** Idempotent. Returns how many pieces of evidence are new; what is too old is left out. */
export async function insertEvidence(
  { secrets }: HashDeps,
  tx: Tx,
  accountId: string,
  rows: readonly Row[],
): Promise<number> {
  if (rows.length === 0) return 0
  const { numAffectedRows } = await sql`
    INSERT INTO mailbox_evidence
      (account_id, hash, person_hash, short_hash, source, report, class, status_code, happened_at, expires_at, key_version,
       state, reply, origin, text_hash, domain_hash, operator_hash)
    SELECT ${accountId}::uuid, decode(hash, 'hex'), decode(person_hash, 'hex'), decode(short_hash, 'hex'), source, decode(report, 'hex'), class,
      status_code, happened_at, expires_at, ${versionOf(secrets[0])}::integer,
      'counts', reply, origin, decode(text_hash, 'hex'), decode(domain_hash, 'hex'), decode(operator_hash, 'hex')
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS told
      (hash text, person_hash text, short_hash text, source text, report text, class text, status_code text, happened_at timestamptz,
       expires_at timestamptz, reply text, origin text, text_hash text, domain_hash text, operator_hash text)
    WHERE happened_at > now() - make_interval(days => ${EVIDENCE_KEPT_DAYS})
    -- The same order for all: two batches with the same addresses would otherwise wait for each other.
    ORDER BY hash, source, report
    -- Only the newest statement without a report id is kept. It counts, whatever became of the one before.
    ON CONFLICT (account_id, hash, source, report) DO UPDATE SET
      person_hash = excluded.person_hash, class = excluded.class, status_code = excluded.status_code, happened_at = excluded.happened_at,
      expires_at = excluded.expires_at, recorded_at = now(), state = 'counts', state_at = NULL, reply = excluded.reply, origin = excluded.origin
    WHERE mailbox_evidence.report = '' AND mailbox_evidence.happened_at < excluded.happened_at`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Providers write other texts in its place, too. */
const STATUS_CODE = /^[245]\.\d{1,3}\.\d{1,3}$/
/** RFC 3463: the recipient's own address is wrong. No fault of the sender makes servers say so. */
const RECIPIENT_CODES: ReadonlySet<string | null> = new Set(['5.1.1', '5.1.10'])

/** By which a burst is found; empty for what is in none. */
function comparedText({ source, class: said, reply, address }: Evidence, statusCode: string | null): string {
  if (source !== 'bounce' || !isDecisive(said) || reply === undefined || RECIPIENT_CODES.has(statusCode)) return ''
  const text = comparableText(reply, address)
  return text.split(' ').some((word) => RECIPIENT_CODES.has(word)) ? '' : text
}

function rowOf(deps: HashDeps, evidence: Evidence): Row | undefined {
  const forms = formsOf(deps.engine, evidence.address)
  if (forms === undefined) return undefined
  const newest = [deps.secrets[0]] as const
  const hex = (form: string) => hashesOf(newest, [form])[0]!.toString('hex')
  // Reports name any year; what is before 1970 is too old in any case, and PostgreSQL does not read all of it.
  const happenedAt = new Date(Math.max(0, Math.min(evidence.happenedAt.getTime(), Date.now())))
  const expiresAt = isDecisive(evidence.class)
    ? (evidence.expiresAt ?? effectEnds(evidence.class, happenedAt))
    : happenedAt
  const statusCode = STATUS_CODE.exec(evidence.statusCode ?? '')?.[0] ?? null
  const text = comparedText(evidence, statusCode)
  const compared = (purpose: string, value: string) =>
    text === '' ? null : keyedHash(deps.secrets, purpose, value).toString('hex')
  return {
    hash: hex(forms.mailbox),
    person_hash: hex(forms.person),
    short_hash: shortHashesOf(newest, [forms.person])[0]!.toString('hex'),
    source: evidence.source,
    report: evidence.report === undefined ? '' : reportHash(deps.secrets, evidence.report).toString('hex'),
    class: evidence.class,
    status_code: statusCode,
    happened_at: happenedAt,
    expires_at: expiresAt,
    reply: redactReply(evidence.reply ?? '', evidence.address) || null,
    origin: evidence.origin ?? null,
    text_hash: compared('bounce text', text),
    domain_hash: compared('bounce domain', forms.domain),
    operator_hash: compared('mail operator', evidence.operator ?? forms.root),
  }
}
