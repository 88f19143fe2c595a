// The row of a requested probe and the log of its conversations, as they change.
import type { ProbeReason } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { uuidv7 } from '../platform/ids.ts'
import type { Conversation } from './conversation.ts'
import { takeFromBudget } from './limits.ts'
import type { Outcome } from './outcome.ts'
import type { ProbeTask } from './requests.ts'

export type Request = { address: string; requested_at: Date; tries: number }

/** Two conversations about an address are at least so far apart, whatever happens to the process that has the first. */
const CLAIM = '30 minutes'

/** Undefined for a probe that has ended or is forgotten. */
export async function readRequest(db: Db | Tx, { accountId, hash }: ProbeTask): Promise<Request | undefined> {
  const { rows } = await sql<Request>`
    SELECT address, requested_at, tries FROM probes
    WHERE account_id = ${accountId} AND hash = decode(${hash}, 'hex') AND ended_at IS NULL`.execute(db)
  return rows[0]
}

export async function endProbe(db: Db | Tx, { accountId, hash }: ProbeTask, reason: ProbeReason | null): Promise<void> {
  await sql`
    UPDATE probes SET ended_at = now(), address = NULL, reason = ${reason}
    WHERE account_id = ${accountId} AND hash = decode(${hash}, 'hex') AND ended_at IS NULL`.execute(db)
}

type Place = { domain: string; host: string }

/** Claims the row for a conversation, takes it from the day's budget and notes it in the log. Returns its id there. */
export async function beginConversation(
  db: Db,
  task: ProbeTask,
  place: Place,
  { isClaimed, dailyMax }: { isClaimed: boolean; dailyMax: number },
): Promise<{ id: string } | 'claimed by another' | 'no budget'> {
  return db.transaction().execute(async (tx) => {
    if (!isClaimed && !(await mayClaim(tx, task))) return 'claimed by another'
    if (!(await takeFromBudget(tx, dailyMax))) return 'no budget'
    if (!isClaimed) await claim(tx, task)
    const id = uuidv7()
    await sql`
      INSERT INTO probe_log (account_id, id, hash, person_hash, domain, mail_host)
      SELECT account_id, ${id}, hash, person_hash, ${place.domain}, ${place.host} FROM probes
      WHERE account_id = ${task.accountId} AND hash = decode(${task.hash}, 'hex')`.execute(tx)
    return { id }
  })
}

async function mayClaim(tx: Tx, { accountId, hash }: ProbeTask): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM probes
    WHERE account_id = ${accountId} AND hash = decode(${hash}, 'hex') AND ended_at IS NULL
      AND (asked_at IS NULL OR asked_at <= now() - ${CLAIM}::interval)
    FOR UPDATE`.execute(tx)
  return rows.length > 0
}

async function claim(tx: Tx, { accountId, hash }: ProbeTask): Promise<void> {
  await sql`
    UPDATE probes SET asked_at = now(), tries = tries + 1
    WHERE account_id = ${accountId} AND hash = decode(${hash}, 'hex')`.execute(tx)
}

export async function endConversation(
  tx: Tx,
  { accountId }: ProbeTask,
  id: string,
  outcome: Outcome,
  conversation: Conversation | undefined,
): Promise<void> {
  const reply = replyOf(conversation)
  await sql`
    UPDATE probe_log SET outcome = ${outcome.mailbox === 'unknown' ? outcome.reason : outcome.mailbox},
      reply_code = ${reply?.code ?? null}, status_code = ${reply?.status ?? null}
    WHERE account_id = ${accountId} AND id = ${id}`.execute(tx)
}

function replyOf(conversation: Conversation | undefined) {
  if (conversation?.state === 'answered') return conversation.recipient
  return conversation?.state === 'refused' ? conversation.reply : undefined
}
