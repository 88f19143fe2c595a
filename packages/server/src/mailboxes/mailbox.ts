// Whether a mailbox exists, as far as an account knows: its newest evidence decides, until its effect ends.
import type { EvidenceSource, MailboxEvidence, MailboxReason, MailboxState } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { EFFECTS, type EvidenceClass } from './classes.ts'
import { type HashDeps, hashesToFind } from './hash.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    mailbox_evidence: {
      account_id: string
      /** Hash of the exact address. */
      hash: Buffer
      /** Hash of the normalized address; null for evidence of an earlier version. */
      person_hash: Buffer | null
      /** The hash of the same address in validated_addresses; null for evidence from before there was one. */
      short_hash: Buffer | null
      source: EvidenceSource
      report: Buffer
      class: EvidenceClass
      status_code: string | null
      happened_at: Date
      expires_at: Date
      key_version: number
      recorded_at: Date
      state: EvidenceState
      state_at: Date | null
      reply: string | null
      origin: string | null
      text_hash: Buffer | null
      domain_hash: Buffer | null
      operator_hash: Buffer | null
      burst_id: string | null
      address: string | null
    }
  }
}

/** Only what counts has an effect. `unassigned` was written by an earlier version, which did not know the exact address. */
type EvidenceState = 'counts' | 'held' | 'discarded' | 'undone' | 'unassigned'

export type Mailbox = { mailbox: MailboxState; mailbox_evidence: MailboxEvidence | null }

export const UNKNOWN: Mailbox = { mailbox: 'unknown', mailbox_evidence: null }

const DAY_MS = 86_400_000

type Row = {
  hash: Buffer
  class: MailboxReason
  source: EvidenceSource
  status_code: string | null
  reply: string | null
  happened_at: Date
  is_over: boolean
  now: Date
}

/** In the order of the addresses. */
export async function mailboxOf(
  deps: HashDeps,
  db: Db | Tx,
  accountId: string,
  addresses: readonly string[],
): Promise<Mailbox[]> {
  const hashes = addresses.map((address) => hashesToFind(deps, address).map(({ mailbox }) => mailbox.toString('hex')))
  const wanted = [...new Set(hashes.flat())].map((hex) => Buffer.from(hex, 'hex'))
  if (wanted.length === 0) return addresses.map(() => UNKNOWN)
  const { rows } = await sql<Row>`
    SELECT DISTINCT ON (hash) hash, class, source, status_code, reply, happened_at, expires_at <= now() AS is_over, now() AS now
    FROM mailbox_evidence
    WHERE account_id = ${accountId} AND hash = ANY(${wanted}::bytea[]) AND class = ANY(${Object.keys(EFFECTS)}::text[])
      AND state = 'counts'
    ORDER BY hash, happened_at DESC, recorded_at DESC`.execute(db)
  const newest = new Map(rows.map((row) => [row.hash.toString('hex'), row]))
  return hashes.map((own) => {
    const known = own.flatMap((hash) => newest.get(hash) ?? [])
    const last = known.toSorted((one, other) => other.happened_at.getTime() - one.happened_at.getTime())[0]
    return last && !last.is_over ? toMailbox(last) : UNKNOWN
  })
}

function toMailbox(row: Row): Mailbox {
  return {
    mailbox: EFFECTS[row.class].mailbox,
    mailbox_evidence: {
      reason: row.class,
      source: row.source,
      status_code: row.status_code,
      reply: row.reply,
      at: row.happened_at.toISOString(),
      age_days: Math.floor((row.now.getTime() - row.happened_at.getTime()) / DAY_MS),
    },
  }
}
