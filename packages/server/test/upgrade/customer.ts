// A customer of any version of Mailsift, over HTTP alone: submits work, and reads everything that an account can read.
import { createHash } from 'node:crypto'
import {
  API_TOKEN_HEADER,
  type Download,
  type PreparedUpload,
  type SubmittedGroup,
  type SubmittedJob,
} from '@mailsift/contract'

const ANSWER_MAX_MS = 300_000
const PAGE_SIZE = 100

export type Progress = { status: string; total: number; processed: number; success: number; errors: number }
export type Customer = ReturnType<typeof createCustomer>
/** Everything that an account reads of its finished work. */
export type Exports = {
  jobs: Record<string, { job: unknown; items: unknown[]; csv: string }>
  groups: Record<string, { group: unknown; csv: string }>
  contacts: unknown[]
  usage: { total: number }
}

export function createCustomer(origin: string, token: string) {
  async function request<Body>(path: string, body?: object, headers: Record<string, string> = {}): Promise<Body> {
    const answer = await fetch(origin + path, {
      headers: { [API_TOKEN_HEADER]: token, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWER_MAX_MS),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${path}: ${await answer.text()}`)
    // Addresses of the service are those of the day.
    return JSON.parse((await answer.text()).replaceAll(origin, 'https://service.example')) as Body
  }

  const here = (url: string) => url.replace('https://service.example', origin)

  async function submitList(emails: readonly string[], { domains = false, key = '' } = {}): Promise<string> {
    const body = { emails, ...(domains && { validate_domain: 1 }) }
    const { job } = await request<SubmittedJob>('/v1/emails/bulk', body, key ? { 'idempotency-key': key } : {})
    return job.id
  }

  async function submitCsv(csv: string, { domains = false } = {}): Promise<string> {
    const file = { filename: 'customers.csv', size_bytes: Buffer.byteLength(csv) }
    const upload = await request<PreparedUpload>('/v1/emails/bulk/upload', file)
    const { 'Content-Length': _length, ...headers } = upload.headers
    const put = await fetch(here(upload.upload_url), { method: 'PUT', headers, body: csv })
    if (!put.ok) throw new Error(`${put.status} of an upload: ${await put.text()}`)
    const body = { upload_id: upload.upload_id, email_column: 'email', ...(domains && { validate_domain: 1 }) }
    return (await request<SubmittedGroup>('/v1/emails/bulk', body)).group.id
  }

  const jobAt = (id: string, page = 1) =>
    request<{ job: Progress; items: unknown[] }>(`/v1/emails/bulk/${id}?page=${page}&take=${PAGE_SIZE}`)
  const groupAt = (id: string) => request<{ group: Progress }>(`/v1/emails/bulk/groups/${id}`)

  async function readCsv(path: string): Promise<string> {
    const { download_url } = await request<Download>(path)
    const answer = await fetch(here(download_url))
    if (!answer.ok) throw new Error(`${answer.status} of a download`)
    return createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex')
  }

  return {
    request,
    submitList,
    submitCsv,
    jobAt,
    groupAt,
    async readExports({ jobs, groups }: { jobs: readonly string[]; groups: readonly string[] }): Promise<Exports> {
      const exports: Exports = { jobs: {}, groups: {}, contacts: [], usage: { total: 0 } }
      for (const id of jobs) {
        const { job } = await jobAt(id)
        const items: unknown[] = []
        for (let page = 1; ; page++) {
          const found = (await jobAt(id, page)).items
          items.push(...found)
          if (found.length < PAGE_SIZE) break
        }
        exports.jobs[id] = { job, items, csv: await readCsv(`/v1/emails/bulk/${id}/download`) }
      }
      for (const id of groups)
        exports.groups[id] = {
          group: await groupAt(id),
          csv: await readCsv(`/v1/emails/bulk/groups/${id}/download`),
        }
      exports.contacts = (await request<{ items: unknown[] }>('/account/contacts?sort=oldest&take=100')).items
      exports.usage = await request<{ total: number }>('/account/usage')
      return exports
    },
  }
}
