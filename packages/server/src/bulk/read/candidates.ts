import { render } from '@mailsift/engine'
import type { ContactCandidate } from '../../outbox/outbox.ts'
import type { Tx } from '../../platform/database.ts'
import { unpackResults } from '../format/results.ts'
import { isCandidate } from '../work/judge.ts'

/** The rows of a chunk that may become contacts (§1); none when the chunk has been removed meanwhile. */
export async function readCandidates(tx: Tx, chunkId: string): Promise<ContactCandidate[]> {
  const chunk = await tx.selectFrom('bulk_chunks').select('results').where('id', '=', chunkId).executeTakeFirst()
  if (!chunk?.results) return []
  const rows = unpackResults(chunk.results)
  const candidates: ContactCandidate[] = []
  for (let at = 0; at < rows.length; at++) {
    const { verdict } = rows.row(at)
    if (!verdict.ok) continue
    const { inbound, normalized, first_name, last_name, validations } = render(verdict, '')
    if (isCandidate(validations))
      candidates.push({ email: inbound, normalized, firstName: first_name, lastName: last_name })
  }
  return candidates
}
