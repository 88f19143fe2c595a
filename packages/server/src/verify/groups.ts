// 5, 7: children partition their group, and an upload has one claim and unchanged bytes.
import { sql } from 'kysely'
import { uploadKey } from '../bulk/objects.ts'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import type { Db } from '../platform/database.ts'
import type { Violations } from './violation.ts'

type CheckedGroup = {
  id: string
  status: string
  total: number
  children_left: number
  ordinals: number[]
  offsets: number[]
  totals: number[]
  statuses: string[]
}

export async function* checkGroups(db: Db): Violations {
  const { rows } = await sql<CheckedGroup>`
    SELECT g.id, g.status, g.total, g.children_left,
      array(SELECT ordinal FROM bulk_jobs WHERE group_id = g.id ORDER BY ordinal) AS ordinals,
      array(SELECT row_offset FROM bulk_jobs WHERE group_id = g.id ORDER BY ordinal) AS offsets,
      array(SELECT total FROM bulk_jobs WHERE group_id = g.id ORDER BY ordinal) AS totals,
      array(SELECT status FROM bulk_jobs WHERE group_id = g.id ORDER BY ordinal) AS statuses
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
    const open = group.statuses.filter((status) => status === 'pending' || status === 'processing').length
    if (group.children_left !== open) yield violated(`${open} children are open, but it says ${group.children_left}`)
    const isPartial = failed > 0 && failed < group.statuses.length
    if (group.status === 'partial' && !isPartial) yield violated(`partial with ${failed} failed children`)
    if (group.status === 'completed' && failed > 0) yield violated(`completed with ${failed} failed children`)
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
