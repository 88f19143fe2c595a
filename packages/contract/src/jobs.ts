/*
 *  pending ──▶ processing ──┬──▶ completed ──┐
 *     │            │        └──▶ failed ─────┤
 *     └────────────┴─────────────────────────┴──▶ expired      (§3.1)
 */
import { type Static, Type } from 'typebox'
import { RowError } from './errors.ts'
import { Uuid, UuidInput } from './ids.ts'
import { JSON_LIST_MAX_COUNT, JSON_LIST_MIN_COUNT } from './limits.ts'
import { pageFields, pageOf } from './paging.ts'
import { count, dateTime, nullable, oneOf, strict, uri } from './schema.ts'
import { ValidateDomain, ValidationResult } from './validation.ts'

export const JOB_STATUSES = ['pending', 'processing', 'completed', 'failed', 'expired'] as const
export const JobStatus = oneOf(JOB_STATUSES)
export type JobStatus = Static<typeof JobStatus>

export const JOB_EDGES: Record<JobStatus, readonly JobStatus[]> = {
  pending: ['processing', 'expired'],
  processing: ['completed', 'failed', 'expired'],
  completed: ['expired'],
  failed: ['expired'],
  expired: [],
}

/** §4.2, JSON list. Malformed addresses become row errors; they never fail the request. */
export const SubmitListBody = strict({
  emails: Type.Array(Type.String(), { minItems: JSON_LIST_MIN_COUNT, maxItems: JSON_LIST_MAX_COUNT }),
  validate_domain: Type.Optional(ValidateDomain),
})
export type SubmitListBody = Static<typeof SubmitListBody>

/** §4.2, CSV. */
export const SubmitCsvBody = strict({
  upload_id: UuidInput,
  email_column: Type.String({ description: 'Exact name of the email column.' }),
  validate_domain: Type.Optional(ValidateDomain),
})
export type SubmitCsvBody = Static<typeof SubmitCsvBody>

/** Exactly one of the two forms: each refuses the fields of the other. */
export const SubmitBody = Type.Union([SubmitListBody, SubmitCsvBody])
export type SubmitBody = Static<typeof SubmitBody>

/** §2.4 */
export const Job = strict({
  id: Uuid,
  status: JobStatus,
  total: count('All submitted addresses.'),
  processed: count('success + errors.'),
  success: count('Completed validations, unsafe addresses included.'),
  errors: count(),
  created_at: dateTime(),
  updated_at: dateTime(),
  expires_at: dateTime('30 days after submission.'),
  failure: nullable(Type.String()),
})
export type Job = Static<typeof Job>

/** §2.5: exactly one of `result` and `error` is set. */
export const BulkItem = strict({
  index: count('Zero-based position of the input.'),
  input: Type.String({ description: 'Exactly as sent.' }),
  result: nullable(ValidationResult),
  error: nullable(RowError),
})
export type BulkItem = Static<typeof BulkItem>

export const SubmittedJob = strict({ job: Job, status_url: uri() })
export type SubmittedJob = Static<typeof SubmittedJob>

/** §4.3: `total` counts the committed results, `job.total` all submitted addresses. */
export const JobResults = strict({ job: Job, items: Type.Array(BulkItem), ...pageFields })
export type JobResults = Static<typeof JobResults>

/** §4.4 */
export const JobList = pageOf(Job)
export type JobList = Static<typeof JobList>

/** §4.5 */
export const Download = strict({
  download_url: uri({ description: 'Signed; use it exactly as returned.' }),
  expires_at: dateTime('At most one hour ahead, and never after the job expires.'),
})
export type Download = Static<typeof Download>
