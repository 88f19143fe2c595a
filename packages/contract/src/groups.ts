/*
 *  queued ──▶ parsing ──▶ processing ──▶ finalizing ──┬──▶ completed
 *                │                                    ├──▶ partial      some children failed
 *                └── structure invalid ──▶ failed ◀───┘                 every child failed
 *
 *  Every state ──▶ expired, 30 days after submission.      (§2.6, §3.2)
 */
import { type Static, Type } from 'typebox'
import { Uuid } from './ids.ts'
import { Job } from './jobs.ts'
import { pageOf } from './paging.ts'
import { count, dateTime, nullable, oneOf, strict, uri } from './schema.ts'

export const GROUP_STATUSES = [
  'queued',
  'parsing',
  'processing',
  'finalizing',
  'completed',
  'partial',
  'failed',
  'expired',
] as const
export const GroupStatus = oneOf(GROUP_STATUSES)
export type GroupStatus = Static<typeof GroupStatus>

export const GROUP_EDGES: Record<GroupStatus, readonly GroupStatus[]> = {
  queued: ['parsing', 'expired'],
  parsing: ['processing', 'failed', 'expired'],
  processing: ['finalizing', 'expired'],
  finalizing: ['completed', 'partial', 'failed', 'expired'],
  completed: ['expired'],
  partial: ['expired'],
  failed: ['expired'],
  expired: [],
}

/** §2.6 */
export const Group = strict({
  id: Uuid,
  status: GroupStatus,
  total: count('Data records; 0 until the file has been read.'),
  processed: count('success + errors.'),
  success: count(),
  errors: count(),
  unprocessed: count('total − processed.'),
  failure: nullable(Type.String()),
  result_prefix: nullable(
    Type.String({ description: 'Prefix of the appended columns: `service.`, or the first unused `service2.` …' }),
  ),
  download_ready: Type.Boolean(),
  created_at: dateTime(),
  updated_at: dateTime(),
  expires_at: dateTime('30 days after submission.'),
})
export type Group = Static<typeof Group>

export const ChildJob = strict({
  ...Job.properties,
  ordinal: count('Position of the child in its group.'),
  row_offset: count('Zero-based data record at which the child starts.'),
  status_url: uri(),
})
export type ChildJob = Static<typeof ChildJob>

export const SubmittedGroup = strict({ group: Group, status_url: uri() })
export type SubmittedGroup = Static<typeof SubmittedGroup>

/** §4.6 */
export const GroupList = pageOf(Group)
export type GroupList = Static<typeof GroupList>

/** §4.7 */
export const GroupDetail = strict({ group: Group, jobs: Type.Array(ChildJob) })
export type GroupDetail = Static<typeof GroupDetail>
