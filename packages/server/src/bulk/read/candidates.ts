import { type BulkValidated, type ContactCandidate, candidateOf } from '../../outbox/outbox.ts'
import type { Tx } from '../../platform/database/database.ts'
import { unpackResults } from '../format/results.ts'

/** The rows of a chunk that become contacts; none when the chunk has been removed. */
export async function readCandidates(
  tx: Tx,
  { accountId, chunkId }: Pick<BulkValidated, 'accountId' | 'chunkId'>,
): Promise<ContactCandidate[]> {
  const chunk = await tx
    .selectFrom('bulk_chunks')
    .select('results')
    .where('id', '=', chunkId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!chunk?.results) return []
  const rows = unpackResults(chunk.results)
  const candidates: ContactCandidate[] = []
  for (let at = 0; at < rows.length; at++) {
    const { verdict } = rows.row(at)
    const candidate = verdict.ok ? candidateOf(verdict) : undefined
    if (candidate) candidates.push(candidate)
  }
  return candidates
}
