// Validated addresses, kept for 35 days. Lists store theirs with each chunk (bulk/state/); those of single validations are in their outbox event.
import { sql } from 'kysely'
import type { Listener } from '../outbox/outbox.ts'
import type { Db } from '../platform/database/database.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'calibration.delete-old': Record<string, never>
  }
}

declare module '../platform/database/database.ts' {
  interface Tables {
    validated_addresses: {
      account_id: string
      id: string
      packed: Buffer
      validated_at: Date
      format: number
      key_version: number
    }
  }
}

export const VALIDATED_KEPT_DAYS = 35
const REMOVED_PER_STATEMENT = 1_000

/** One row for each account of a batch: many requests share it. */
export const keepValidated: Listener = async (tx, events) => {
  const rows = new Map<string, { id: string; account_id: string; key: number; at: Date; packed: Buffer[] }>()
  for (const event of events) {
    if (event.kind !== 'single' || !event.validated) continue
    const { accountId, validated, occurredAt } = event
    const name = `${accountId} ${validated.key}`
    const row = rows.get(name) ?? {
      id: event.id,
      account_id: accountId,
      key: validated.key,
      at: occurredAt,
      packed: [],
    }
    row.packed.push(Buffer.from(validated.packed, 'base64'))
    rows.set(name, row)
  }
  if (rows.size === 0) return
  const stored = Array.from(rows.values(), (row) => ({ ...row, packed: Buffer.concat(row.packed).toString('base64') }))
  await sql`
    INSERT INTO validated_addresses (account_id, id, packed, validated_at, key_version)
    SELECT account_id, kept.id, decode(packed, 'base64'), at, key
    FROM json_to_recordset(${JSON.stringify(stored)}::json) AS kept (account_id uuid, id uuid, packed text, at timestamptz, key integer)
    JOIN accounts ON accounts.id = account_id
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** Removes what is too old to be compared; all of it where nothing is to be kept. */
export async function deleteOldValidated(db: Db, keptDays: number): Promise<void> {
  for (;;) {
    const { numAffectedRows } = await sql`
      DELETE FROM validated_addresses WHERE (account_id, id) IN (
        SELECT account_id, id FROM validated_addresses
        WHERE validated_at < now() - make_interval(days => ${keptDays}) LIMIT ${REMOVED_PER_STATEMENT})`.execute(db)
    if (Number(numAffectedRows ?? 0) < REMOVED_PER_STATEMENT) return
  }
}
