// A request to probe what is unknown in a list, and how far it is. The probes themselves are those of ../requests.ts.
import type { ListProbe } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { enqueue } from '../../platform/queue/queue.ts'
import { readLeft } from '../limits.ts'
import { isAllowed } from '../requests.ts'
import { findUnknown, type ListDeps, type ListOfAccount } from './unknown.ts'

declare module '../../platform/database/database.ts' {
  interface Tables {
    probe_lists: {
      account_id: string
      list_id: string
      requested_at: Date
      probes_max: number
      selected_at: Date | null
    }
  }
}

const NOT_AVAILABLE: ListProbe = {
  ...{ state: 'not_available', cost: 0, left_today: 0, requested: 0, ended: 0, answered: 0, at: null },
}

/** `dailyMax` is undefined where probes are off. */
export async function readListProbe(
  deps: ListDeps,
  list: ListOfAccount,
  dailyMax: number | undefined,
): Promise<ListProbe> {
  const { db } = deps
  if (dailyMax === undefined || !(await isAllowed(db, list.accountId))) return NOT_AVAILABLE
  const last = await readLast(db, list)
  const left = await readLeft(db, dailyMax)
  const isRunning = last !== undefined && isUnfinished(last)
  return {
    state: isRunning ? 'running' : 'ready',
    cost: isRunning ? 0 : await countUnknown(deps, list, left),
    left_today: left,
    requested: last?.requested ?? 0,
    ended: last?.ended ?? 0,
    answered: last?.answered ?? 0,
    at: last?.requested_at.toISOString() ?? null,
  }
}

/** False while the last request of the list runs: then nothing begins. */
export async function requestListProbe(tx: Tx, list: ListOfAccount, probesMax: number): Promise<boolean> {
  const { accountId, listId } = list
  // The second of two concurrent requests sees the first.
  await sql`SELECT FROM probe_accounts WHERE account_id = ${accountId} FOR UPDATE`.execute(tx)
  const last = await readLast(tx, list)
  if (last && isUnfinished(last)) return false
  await sql`
    INSERT INTO probe_lists (account_id, list_id, probes_max) VALUES (${accountId}, ${listId}, ${probesMax})
    ON CONFLICT (account_id, list_id) DO UPDATE
      SET requested_at = now(), probes_max = excluded.probes_max, selected_at = NULL`.execute(tx)
  await enqueue(tx, 'probe.select-list', list, { jobKey: `probe.select-list ${accountId} ${listId}` })
  return true
}

type Last = { requested_at: Date; selected_at: Date | null; requested: number; ended: number; answered: number }

const isUnfinished = ({ selected_at, requested, ended }: Last) => selected_at === null || ended < requested

async function readLast(db: Db | Tx, { accountId, listId }: ListOfAccount): Promise<Last | undefined> {
  const { rows } = await sql<Last>`
    SELECT last.requested_at, selected_at, count(probes.hash)::int AS requested, count(ended_at)::int AS ended,
      count(*) FILTER (WHERE ended_at IS NOT NULL AND reason IS NULL)::int AS answered
    FROM probe_lists last LEFT JOIN probes
      ON probes.account_id = last.account_id AND probes.list_id = last.list_id AND probes.requested_at >= last.requested_at
    WHERE last.account_id = ${accountId} AND last.list_id = ${listId}
    GROUP BY last.requested_at, selected_at`.execute(db)
  return rows[0]
}

/** No further than `most`. */
async function countUnknown(deps: ListDeps, list: ListOfAccount, most: number): Promise<number> {
  if (most === 0) return 0
  const found = new Set<string>()
  for await (const candidates of findUnknown(deps, list))
    for (const { address } of candidates) if (found.add(address).size === most) return most
  return found.size
}
