import type { BulkItem, Download, Job, JobList, JobResults, SubmitListBody, SubmittedJob } from '@mailsift/contract'
import { type CallOptions, type Connection, send } from './connection.ts'
import { download } from './download.ts'
import { newIdempotencyKey, type SubmitOptions } from './idempotency.ts'
import { type Listing, type ListOptions, listing, readPage } from './listing.ts'
import { type WaitOptions, waitUntil } from './wait.ts'

export type ValidateOptions = CallOptions & {
  /** Also checks the MX records and the registration of the domain. */
  validateDomain?: boolean | undefined
}

export type PageOptions = CallOptions & { page?: number | undefined; take?: number | undefined }

export type Bulk = {
  /** Submits 1 to 10,000 strings. Malformed ones become error items. */
  submit(emails: readonly string[], options?: ValidateOptions & SubmitOptions): Promise<Job>
  /** The job and one page of its committed items. */
  get(jobId: string, options?: PageOptions): Promise<JobResults>
  /** All items, in the order of the input. Wait for the end of the job first: until then pages can change. */
  items(jobId: string, options?: ListOptions): Listing<BulkItem, JobResults>
  /** All jobs, newest first. */
  list(options?: ListOptions): Listing<Job, JobList>
  /** Resolves when the job is `completed` or `failed`. */
  wait(jobId: string, options?: WaitOptions<Job>): Promise<Job>
  /** A link to the results of a completed job or a group that works without a token, for at most an hour. */
  link(jobId: string, options?: CallOptions): Promise<Download>
  /** The results of a completed job as CSV. */
  download(jobId: string, options?: CallOptions): ReadableStream<Uint8Array>
}

export function bulk(connection: Connection): Bulk {
  const pathOf = (jobId: string) => `/emails/bulk/${encodeURIComponent(jobId)}`

  const get: Bulk['get'] = (jobId, { page, take, signal } = {}) =>
    send<JobResults>(connection, { path: pathOf(jobId), query: { page, take }, signal })

  return {
    async submit(emails, { validateDomain = false, idempotencyKey = newIdempotencyKey(), signal } = {}) {
      const body: SubmitListBody = { emails: [...emails], validate_domain: validateDomain ? 1 : 0 }
      const path = '/emails/bulk'
      const { job } = await send<SubmittedJob>(connection, { method: 'POST', path, body, idempotencyKey, signal })
      return job
    },

    get,

    items: (jobId, { take, signal } = {}) =>
      listing(
        (page) => get(jobId, { page, take, signal }),
        readPage,
        (item) => item.index,
      ),

    list: ({ take, signal } = {}) =>
      listing(
        (page) => send<JobList>(connection, { path: '/emails/bulk', query: { page, take }, signal }),
        readPage,
        (job) => job.id,
      ),

    wait: (jobId, options = {}) =>
      waitUntil(
        async () => (await get(jobId, { take: 1, signal: options.signal })).job,
        ({ status }) => status === 'completed' || status === 'failed',
        options,
      ),

    link: (jobId, { signal } = {}) => send<Download>(connection, { path: `${pathOf(jobId)}/download`, signal }),

    download: (jobId, options) => download(connection, `${pathOf(jobId)}/download`, options),
  }
}
