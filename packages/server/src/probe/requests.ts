// The probes that accounts request. The task reads the address from its row, so that a forgotten address is not asked for.
import type { MailboxProbe, ProbeReason } from '@mailsift/contract'
import { sql } from 'kysely'
import { type AddressHash, type HashDeps, hashesToFind, hashToStore } from '../mailboxes/hash.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { enqueue } from '../platform/queue/queue.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'probe.run': ProbeTask
  }
}

declare module '../platform/database/database.ts' {
  interface Tables {
    probe_accounts: { account_id: string; allowed_at: Date }
    probes: {
      account_id: string
      /** Hash of the exact address. */
      hash: Buffer
      /** Hash of the normalized address; null for probes of an earlier version. */
      person_hash: Buffer | null
      address: string | null
      requested_at: Date
      tries: number
      asked_at: Date | null
      ended_at: Date | null
      reason: ProbeReason | null
      /** The list for which it was requested. */
      list_id: string | null
    }
  }
}

export type ProbeTask = { accountId: string; hash: string }

/** An address whose probe ended without an answer is not probed again before this. */
const AGAIN_AFTER_DAYS = 7

/** Requests a probe unless there is one already. Null: the operator does not let this account probe. */
export async function requestProbe(
  deps: HashDeps,
  db: Db,
  accountId: string,
  address: string,
): Promise<MailboxProbe | null> {
  const hashes = hashToStore(deps, address)
  if (!hashes) return null
  const known = await readProbe(deps, db, accountId, address)
  if (known && known.state === 'pending') return known
  return db.transaction().execute(async (tx) => {
    const at = await storeRequest(tx, accountId, address, hashes)
    return at ? { state: 'pending', reason: null, at: at.toISOString() } : known
  })
}

/** The time of the request; undefined where the account may not probe, or the address has a probe that is pending or ended lately. */
export async function storeRequest(
  tx: Tx,
  accountId: string,
  address: string,
  { mailbox: hash, person }: AddressHash,
  listId: string | null = null,
): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date }>`
    INSERT INTO probes (account_id, hash, person_hash, address, list_id)
    SELECT account_id, ${hash}, ${person}, ${address}, ${listId} FROM probe_accounts WHERE account_id = ${accountId}
    ON CONFLICT (account_id, hash) DO UPDATE
      SET person_hash = excluded.person_hash, address = excluded.address, list_id = excluded.list_id, requested_at = now(), tries = 0, asked_at = NULL,
        ended_at = NULL, reason = NULL
      WHERE probes.ended_at < now() - make_interval(days => ${AGAIN_AFTER_DAYS})
    RETURNING requested_at AS at`.execute(tx)
  if (rows[0]) await planProbe(tx, { accountId, hash: hash.toString('hex') }, new Date())
  return rows[0]?.at
}

/** Which of the addresses have a probe that is pending or ended lately. */
export async function findProbed(
  deps: HashDeps,
  db: Db,
  accountId: string,
  addresses: readonly string[],
): Promise<Set<string>> {
  const hashes = addresses.map((address) => hashesToFind(deps, address).map(({ mailbox }) => mailbox))
  const { rows } = await sql<{ hash: Buffer }>`
    SELECT hash FROM probes WHERE account_id = ${accountId} AND hash = ANY(${hashes.flat()}::bytea[])
      AND (ended_at IS NULL OR ended_at >= now() - make_interval(days => ${AGAIN_AFTER_DAYS}))`.execute(db)
  const probed = new Set(rows.map(({ hash }) => hash.toString('hex')))
  return new Set(addresses.filter((_, at) => hashes[at]!.some((hash) => probed.has(hash.toString('hex')))))
}

export async function readProbe(
  deps: HashDeps,
  db: Db,
  accountId: string,
  address: string,
): Promise<MailboxProbe | null> {
  const { rows } = await sql<{ requested_at: Date; ended_at: Date | null; reason: ProbeReason | null }>`
    SELECT requested_at, ended_at, reason FROM probes
    WHERE account_id = ${accountId} AND hash = ANY(${hashesToFind(deps, address).map(({ mailbox }) => mailbox)}::bytea[])
    ORDER BY requested_at DESC LIMIT 1`.execute(db)
  const [row] = rows
  if (!row) return null
  return row.ended_at
    ? { state: 'ended', reason: row.reason, at: row.ended_at.toISOString() }
    : { state: 'pending', reason: null, at: row.requested_at.toISOString() }
}

/** One task for each probe, however often it is planned. */
export async function planProbe(tx: Tx | Db, task: ProbeTask, runAt: Date): Promise<void> {
  await enqueue(tx, 'probe.run', task, { jobKey: `probe:${task.accountId}:${task.hash}`, runAt })
}

export async function isAllowed(db: Db, accountId: string): Promise<boolean> {
  const row = await db
    .selectFrom('probe_accounts')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row !== undefined
}

/** False if it was so already. */
export async function setAllowed(db: Db | Tx, accountId: string, allowed: boolean): Promise<boolean> {
  const { numAffectedRows = 0n } = allowed
    ? await sql`INSERT INTO probe_accounts (account_id) VALUES (${accountId}) ON CONFLICT DO NOTHING`.execute(db)
    : await sql`DELETE FROM probe_accounts WHERE account_id = ${accountId}`.execute(db)
  return numAffectedRows > 0n
}
