// 4, 5, 7: children partition their group and hold what the file says; an upload has one claim and unchanged bytes.
import { openCsv } from '@mailsift/csv/read'
import { CsvStructureError } from '@mailsift/csv/structure-error'
import { sql } from 'kysely'
import { unpackInputs } from '../bulk/format/inputs.ts'
import { unpackResults } from '../bulk/format/results.ts'
import { uploadKey } from '../bulk/state/objects.ts'
import { EXPORT_FAILURE } from '../bulk/work/finalize.ts'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database/database.ts'
import type { Checkpoints } from './checkpoints.ts'
import { readable } from './readable.ts'
import type { Violations } from './violation.ts'

type CheckedGroup = {
  id: string
  status: string
  failure: string | null
  total: number
  children_left: number
  ordinals: number[]
  offsets: number[]
  totals: number[]
  statuses: string[]
  open: number
}

export async function* checkGroups(db: Db): Violations {
  const { rows } = await sql<CheckedGroup>`
    SELECT g.id, g.status, g.failure, g.total, g.children_left,
      array(SELECT ordinal FROM bulk_jobs WHERE group_id = g.id ORDER BY ordinal) AS ordinals,
      array(SELECT row_offset FROM bulk_jobs WHERE group_id = g.id ORDER BY ordinal) AS offsets,
      array(SELECT total FROM bulk_jobs WHERE group_id = g.id ORDER BY ordinal) AS totals,
      array(SELECT status FROM bulk_jobs WHERE group_id = g.id ORDER BY ordinal) AS statuses,
      (SELECT count(*) FROM bulk_jobs WHERE group_id = g.id AND status IN ('pending', 'processing')) AS open
    FROM bulk_groups g`.execute(db)
  for (const group of rows) {
    const violated = (what: string) => ({ invariant: 5, subject: `group ${group.id}`, what })
    if (group.ordinals.some((ordinal, at) => ordinal !== at)) yield violated('its ordinals have gaps')
    let next = 0
    for (const [at, offset] of group.offsets.entries()) {
      if (offset !== next) yield violated(`child ${at} starts at ${offset} instead of ${next}`)
      next = offset + group.totals[at]!
    }
    if (next !== group.total) yield violated(`its children have ${next} of ${group.total} records`)
    if (group.status === 'expired') continue
    const failed = group.statuses.filter((status) => status === 'failed').length
    if (group.children_left !== group.open)
      yield violated(`${group.open} children are open, but it says ${group.children_left}`)
    const isPartial = failed > 0 && failed < group.statuses.length
    if (group.status === 'partial' && !isPartial) yield violated(`partial with ${failed} failed children`)
    if (group.status === 'completed' && failed > 0) yield violated(`completed with ${failed} failed children`)
    if (group.status === 'failed' && isPartial && group.failure !== EXPORT_FAILURE)
      yield violated(`failed with ${failed} of ${group.statuses.length} failed children`)
  }
}

export async function* checkUploads({ db, blobs }: { db: Db; blobs: Pick<BlobStore, 'stat'> }): Violations {
  const { rows } = await sql<{ id: string; size_bytes: number; version: string | null; claimed: boolean }>`
    SELECT u.id, size_bytes, claimed_at IS NOT NULL AS claimed, g.upload_version AS version
    FROM bulk_uploads u LEFT JOIN bulk_groups g ON g.upload_id = u.id
    WHERE removed_at IS NULL`.execute(db)
  for (const { id, size_bytes, version, claimed } of rows) {
    const violated = (what: string) => ({ invariant: 7, subject: `upload ${id}`, what })
    const object = await blobs.stat(uploadKey(id))
    if (claimed !== (version !== null)) yield violated('claimed without a group, or the other way round')
    if (claimed && !object) yield violated('claimed, but its object is gone')
    if (object && object.size !== size_bytes) yield violated(`has ${object.size} bytes instead of ${size_bytes}`)
    if (claimed && object && object.version !== version) yield violated('was changed after its claim')
  }
}

type SplitGroup = { id: string; upload_id: string; upload_version: string; email_column: string }

/** The addresses of a file's rows are those of its column, in its order. */
export async function* checkFileInputs({
  db,
  blobs,
  checkpoints,
}: {
  db: Db
  blobs: Pick<BlobStore, 'read'>
  checkpoints: Checkpoints
}): Violations {
  const { rows: groups } = await sql<SplitGroup>`
    SELECT id, upload_id, upload_version, email_column FROM bulk_groups WHERE total > 0 AND status <> 'expired'`.execute(
    db,
  )
  for (const group of groups) {
    const subject = `inputs of group ${group.id}`
    if (checkpoints.isKnown(subject, group.upload_version)) continue
    const file = await blobs.read(uploadKey(group.upload_id), { version: group.upload_version })
    // checkUploads checks that it is there.
    if (!file) continue
    checkpoints.note(subject, group.upload_version)
    if (!(await isSame(storedInputs(db, group.id), addressesOf(file, group))))
      yield { invariant: 4, subject: `group ${group.id}`, what: 'its rows are not those of its file' }
  }
}

async function* addressesOf(
  file: AsyncIterable<Uint8Array>,
  { email_column }: SplitGroup,
): AsyncGenerator<string, void> {
  const { records } = await openCsv(file, JSON.parse(email_column) as string)
  for await (const batch of records) for (const { email } of batch) yield email
}

/** An unreadable file is not the same. */
async function isSame(one: AsyncGenerator<string, void>, other: AsyncGenerator<string, void>): Promise<boolean> {
  try {
    for await (const text of one) if ((await other.next()).value !== text) return false
    return (await other.next()).done === true
  } catch (error) {
    if (error instanceof CsvStructureError) return false
    throw error
  } finally {
    await other.return()
  }
}

async function* storedInputs(db: Db, groupId: string): AsyncGenerator<string, void> {
  const { rows: chunks } = await sql<{ id: string }>`
    SELECT chunk.id FROM bulk_jobs job JOIN bulk_chunks chunk ON chunk.job_id = job.id
    WHERE job.group_id = ${groupId} ORDER BY job.ordinal, first_index`.execute(db)
  for (const { id } of chunks) {
    const { rows } = await sql<{ inputs: Buffer | null; results: Buffer | null }>`
      SELECT inputs, results FROM bulk_chunks WHERE id = ${id}`.execute(db)
    const chunk = rows[0]
    const inputs = chunk && readable(() => inputsOf(chunk))
    if (!inputs) return
    yield* inputs
  }
}

function inputsOf({ inputs, results }: { inputs: Buffer | null; results: Buffer | null }): string[] {
  if (!results) return unpackInputs(inputs!).map(({ text }) => text)
  const answered = unpackResults(results)
  return Array.from({ length: answered.length }, (_, at) => answered.row(at).input)
}
