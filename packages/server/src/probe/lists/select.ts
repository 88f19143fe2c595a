// Chooses the addresses of a requested list and plans their probes: all in one transaction, so that a killed task begins again and repeats nothing.
import { sql } from 'kysely'
import type { DomainFactsService } from '../../domains/facts.ts'
import { hashToStore } from '../../mailboxes/hash.ts'
import { readLeft } from '../limits.ts'
import { isAllowed, storeRequest } from '../requests.ts'
import { isSkipped } from '../skipped-host.ts'
import { type Candidate, findUnknown, type ListDeps, type ListOfAccount } from './unknown.ts'

declare module '../../platform/queue/queue.ts' {
  interface Tasks {
    'probe.select-list': ListOfAccount
  }
}

export type SelectDeps = ListDeps & { facts: Pick<DomainFactsService, 'lookUpAll'> }
type Options = { dailyMax: number; skipHosts: readonly string[] }

/** Domains are looked up for so many addresses at a time, so that a short request does not look up a long list. */
const LOOKUP_COUNT = 100

export async function selectFromList(
  deps: SelectDeps,
  { accountId, listId }: ListOfAccount,
  options: Options,
  signal: AbortSignal,
): Promise<void> {
  const { db } = deps
  const { rows } = await sql<{ requested_at: Date; probes_max: number }>`
    SELECT requested_at, probes_max FROM probe_lists
    WHERE account_id = ${accountId} AND list_id = ${listId} AND selected_at IS NULL`.execute(db)
  const [request] = rows
  if (!request) return
  const most = Math.min(request.probes_max, await readLeft(db, options.dailyMax))
  const chosen = (await isAllowed(db, accountId))
    ? await choose(deps, { accountId, listId }, most, options, signal)
    : []
  await db.transaction().execute(async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      UPDATE probe_lists SET selected_at = now() WHERE account_id = ${accountId} AND list_id = ${listId} AND selected_at IS NULL`.execute(
      tx,
    )
    if (numAffectedRows === 0n) return
    for (const address of chosen) {
      const hashes = hashToStore(deps, address)
      if (hashes) await storeRequest(tx, accountId, address, hashes, listId)
    }
  })
}

/** The first `most` addresses whose mail servers may be queried. */
async function choose(
  deps: SelectDeps,
  list: ListOfAccount,
  most: number,
  options: Options,
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const chosen = new Set<string>()
  if (most === 0) return chosen
  for await (const candidates of findUnknown(deps, list)) {
    for (let from = 0; from < candidates.length; from += LOOKUP_COUNT) {
      signal.throwIfAborted()
      const slice = candidates.slice(from, from + LOOKUP_COUNT)
      for (const address of await withMailServers(deps, list.accountId, slice, options)) {
        chosen.add(address)
        if (chosen.size === most) return chosen
      }
    }
  }
  return chosen
}

/** Without an answer of DNS, the probe itself finds out. */
async function withMailServers(
  { facts }: SelectDeps,
  accountId: string,
  candidates: readonly Candidate[],
  { skipHosts }: Options,
): Promise<string[]> {
  const found = await facts.lookUpAll(new Set(candidates.map(({ domain }) => domain)), 0, accountId)
  return candidates.flatMap(({ address, domain }) => {
    const checked = found.get(domain)
    if (!checked?.known) return [address]
    const { mx, deliverableByDns } = checked.value
    return deliverableByDns && !mx.some(({ host }) => isSkipped(host, skipHosts)) ? [address] : []
  })
}
