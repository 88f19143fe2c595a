import type { GroupStatus, JobStatus } from '@mailsift/contract'
import type { Generated } from 'kysely'

declare module '../../platform/database/database.ts' {
  interface Tables {
    bulk_jobs: {
      id: string
      account_id: string
      status: Generated<JobStatus>
      validate_domain: boolean
      fingerprint: Buffer | null
      total: number
      success: Generated<number>
      errors: Generated<number>
      chunks_left: number
      failure: string | null
      csv_key: string | null
      csv_sha256: Buffer | null
      /** An estimate, until the CSV is written. */
      csv_bytes: number | null
      /** False until the CSV is requested. */
      csv_written: boolean
      created_at: Generated<Date>
      updated_at: Generated<Date>
      expires_at: Date
      group_id: string | null
      ordinal: number | null
      row_offset: number | null
      /** Set when its owner stopped the list. A child follows its group. */
      stopped_at: Date | null
    }
    bulk_chunks: {
      id: string
      job_id: string
      /** The account of the job. */
      account_id: string
      first_index: number
      row_count: number
      inputs: Buffer | null
      results: Buffer | null
      record_ends: Buffer | null
      /** Null while no worker validates it. */
      started_at: Date | null
      done_at: Date | null
    }
    bulk_groups: {
      id: string
      account_id: string
      upload_id: string
      upload_version: string
      email_column: string
      validate_domain: boolean
      status: Generated<GroupStatus>
      total: Generated<number>
      children_left: Generated<number>
      failure: string | null
      delimiter: string | null
      header_end: number | null
      result_prefix: string | null
      csv_key: string | null
      csv_sha256: Buffer | null
      csv_bytes: number | null
      created_at: Generated<Date>
      updated_at: Generated<Date>
      expires_at: Date
      stopped_at: Date | null
    }
    bulk_uploads: {
      id: string
      account_id: string
      filename: string
      size_bytes: number
      claimed_at: Date | null
      created_at: Generated<Date>
      expires_at: Date
      removed_at: Date | null
    }
    bulk_keys: {
      account_id: string
      scope: KeyScope
      key: string
      fingerprint: Buffer
      resource_id: string
      reserved_until: Date
      /** Since when there is nothing left that it leads to. */
      removed_at: Date | null
    }
    bulk_accounts: { account_id: string; unfinished: number; removed_units: number }
  }
}

/** The request that an idempotency key was sent with (§4.1). */
export type KeyScope = 'submission' | 'upload'
