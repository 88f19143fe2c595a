// Registries are slow, and answer the last questions of a job when its first chunks are long stored. Before the job's CSV is
// written, what they have returned by then is added to the rows that lacked it, in the stored results and in the CSV alike.
import type { Accepted, Engine, VerdictRow } from '@mailsift/engine'
import { type DomainFactsService, domainToAskAbout } from '../../domains/facts.ts'
import type { Db } from '../../platform/database/database.ts'
import type { RecentChunks } from '../export/recent-chunks.ts'
import { packResults, unpackResults } from '../format/results.ts'
import { chunkIdsOf, readChunkResults } from '../state/chunks.ts'
import type { Owned } from '../state/owners.ts'

export type LateRegistryDeps = {
  db: Db
  engine: Pick<Engine, 'withDomainFacts'>
  facts: Pick<DomainFactsService, 'storedRegistry'>
  recent: RecentChunks
}

export async function addLateRegistry(deps: LateRegistryDeps, job: Owned): Promise<void> {
  const { db, recent } = deps
  for (const chunkId of await chunkIdsOf(db, job)) {
    const results = await completed(deps, await readChunkResults(db, job.account_id, chunkId))
    if (!results) continue
    await db
      .updateTable('bulk_chunks')
      .set({ results })
      .where('id', '=', chunkId)
      .where('account_id', '=', job.account_id)
      .execute()
    recent.forget([chunkId])
  }
}

/** The results with what is known by now; undefined when that is nothing more. */
async function completed({ engine, facts }: LateRegistryDeps, results: Buffer): Promise<Buffer | undefined> {
  const packed = unpackResults(results)
  const rows = Array.from({ length: packed.length }, (_, at) => packed.row(at))
  const lacking = new Set(
    rows.flatMap(({ verdict }) => (verdict.ok && lacksRegistry(verdict) ? domainOf(verdict) : [])),
  )
  if (lacking.size === 0) return undefined
  const found = await facts.storedRegistry(lacking)
  if (found.size === 0) return undefined
  // One value for a domain, so that its rows share it.
  const whole = new Map<string, NonNullable<Accepted['domain']['lookup']>['facts']>()
  return packResults(
    rows.map((row): VerdictRow => {
      const { verdict } = row
      const registry = verdict.ok && lacksRegistry(verdict) ? found.get(domainOf(verdict)) : undefined
      if (!verdict.ok || !verdict.domain.lookup || !registry) return row
      const domain = domainOf(verdict)
      const known = whole.get(domain) ?? { ...verdict.domain.lookup.facts, registry }
      whole.set(domain, known)
      return { ...row, verdict: engine.withDomainFacts(verdict, known) }
    }),
  )
}

function lacksRegistry({ domain }: Accepted): boolean {
  return domain.lookup?.facts.registry.known === false
}

function domainOf({ domain }: Accepted): string {
  return domainToAskAbout(domain)
}
