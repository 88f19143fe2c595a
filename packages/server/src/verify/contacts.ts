// 10: a contact saved by validation was safe, had valid MX records, and its domain was checked. The proof is the
// validation itself: a chunk keeps its results as long as its job, an event of single validations is kept for an hour. The
// event of a chunk outlives a job that was removed before, and says that there was a proof.
import { type Accepted, type Engine, flag, isFlagged } from '@mailsift/engine'
import { sql } from 'kysely'
import { unpackResults } from '../bulk/format/results.ts'
import { candidateOf } from '../outbox/outbox.ts'
import type { Db } from '../platform/database/database.ts'
import { readable } from './readable.ts'
import type { Violations } from './violation.ts'

export type ContactChecks = { db: Db; engine: Pick<Engine, 'validate'> }

type CheckedContact = {
  id: string
  email: string
  /** Finished by this user at the instant of the validation. */
  chunks: { id: string; checked: boolean }[] | null
  /** The candidates of the user's single validations of that instant. */
  singles: { email: string }[] | null
  /** A chunk of that instant had candidates and has been removed with its job. */
  removed: boolean
  fresh: boolean
}

/** The outbox forgets an event an hour after it, at the earliest. */
const EVENTS_KEPT_MINUTES = 50

/** Contacts that their user has edited are the user's own words; they prove nothing and need no proof. */
export async function* checkContacts({ db, engine }: ContactChecks): Violations {
  const { rows } = await sql<CheckedContact>`
    SELECT contact.id, email, chunks, singles, removed.at IS NOT NULL AS removed,
      validated_at > now() - make_interval(mins => ${EVENTS_KEPT_MINUTES}) AS fresh
    FROM contacts contact LEFT JOIN (
      SELECT job.account_id, date_trunc('milliseconds', done_at) AS at,
        json_agg(json_build_object('id', chunk.id, 'checked', validate_domain)) AS chunks
      FROM bulk_jobs job JOIN bulk_chunks chunk ON chunk.job_id = job.id WHERE done_at IS NOT NULL GROUP BY 1, 2
    ) AS bulk ON bulk.account_id = contact.account_id AND bulk.at = validated_at
    LEFT JOIN (
      SELECT event.account_id, date_trunc('milliseconds', recorded_at) AS at, json_agg(candidate) AS singles
      FROM outbox_events event, jsonb_array_elements(body->'candidates') AS candidate
      WHERE body->>'kind' = 'single' GROUP BY 1, 2
    ) AS single ON single.account_id = contact.account_id AND single.at = validated_at
    LEFT JOIN (
      SELECT DISTINCT account_id, date_trunc('milliseconds', recorded_at) AS at FROM outbox_events
      WHERE body->>'kind' = 'bulk' AND (body->>'candidateCount')::int > 0
        AND NOT EXISTS (SELECT FROM bulk_jobs WHERE id = (body->>'jobId')::uuid)
    ) AS removed ON removed.account_id = contact.account_id AND removed.at = validated_at
    WHERE NOT edited ORDER BY validated_at`.execute(db)
  const opened = createChunkOpener(db)
  for (const { id, email, chunks, singles, removed, fresh } of rows) {
    const violated = (what: string) => ({ invariant: 10, subject: `contact ${id}`, what })
    if (singles?.some((candidate) => candidate.email === email)) {
      const verdict = engine.validate(email)
      if (!verdict.ok || !isFlagged(verdict, flag.SAFE_TO_SEND))
        yield violated('comes from an address that is not safe')
      continue
    }
    const proofs: boolean[] = []
    for (const chunk of chunks ?? []) {
      const isSafe = (await opened(chunk.id)).get(email)
      if (isSafe !== undefined) proofs.push(isSafe && chunk.checked)
    }
    if (proofs.some(Boolean) || removed) continue
    if (proofs.length > 0) yield violated('comes from a row that is not safe, has no valid MX, or was not checked')
    else if (fresh) yield violated('comes from no validation')
  }
}

/** The accepted addresses of a chunk as they were received, and whether they may become contacts. Keeps the last chunk. */
function createChunkOpener(db: Db): (chunkId: string) => Promise<Map<string, boolean>> {
  let last: { id: string; addresses: Map<string, boolean> } | undefined
  return async (id) => {
    if (last?.id !== id) last = { id, addresses: await openChunk(db, id) }
    return last.addresses
  }
}

async function openChunk(db: Db, chunkId: string): Promise<Map<string, boolean>> {
  const chunk = await db.selectFrom('bulk_chunks').select('results').where('id', '=', chunkId).executeTakeFirst()
  return readable(() => addressesOf(chunk!.results!)) ?? new Map()
}

/** The row was safe when it was saved; a problem that its registry reported later was added to the results. */
function spokeLater({ domain: { lookup } }: Accepted): boolean {
  if (!lookup || lookup.isDeliverable) return false
  return lookup.facts.hasValidMx && lookup.facts.registry.known
}

function addressesOf(results: Buffer): Map<string, boolean> {
  const addresses = new Map<string, boolean>()
  const rows = unpackResults(results)
  for (let at = 0; at < rows.length; at++) {
    const { verdict } = rows.row(at)
    if (!verdict.ok) continue
    const { inbound } = verdict
    addresses.set(inbound, addresses.get(inbound) === true || candidateOf(verdict) !== undefined || spokeLater(verdict))
  }
  return addresses
}
