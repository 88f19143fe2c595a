import { type Static, Type } from 'typebox'
import { GROUP_STATUSES, type GroupStatus } from './groups.ts'
import { Uuid, UuidInput } from './ids.ts'
import { JOB_STATUSES, type JobStatus } from './jobs.ts'
import { pageOf } from './paging.ts'
import { count, dateTime, nullable, oneOf, strict } from './schema.ts'

export const SUBMISSION_STATUSES = [...new Set<GroupStatus | JobStatus>([...JOB_STATUSES, ...GROUP_STATUSES])]

/** Outside of the contract: a list or file as shown to the user who submitted it. */
export const Submission = strict({
  kind: oneOf(['group', 'job'], { description: 'A group is a CSV file (§2.6), a job is a JSON list (§2.4).' }),
  id: Uuid,
  filename: nullable(Type.String({ description: 'File name of the upload. Null for a job.' })),
  email_column: nullable(Type.String({ description: 'Null for a job.' })),
  validate_domain: Type.Boolean(),
  status: oneOf(SUBMISSION_STATUSES),
  total: count(),
  processed: count(),
  success: count(),
  errors: count(),
  failure: nullable(Type.String()),
  download_ready: Type.Boolean(),
  created_at: dateTime(),
  expires_at: dateTime(),
})
export type Submission = Static<typeof Submission>

export const SubmissionList = pageOf(Submission)
export type SubmissionList = Static<typeof SubmissionList>

export const SubmissionParams = strict({ submissionId: UuidInput })
