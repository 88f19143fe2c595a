import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import {
  type BulkItem,
  type Contact,
  ContactList,
  ContactPage,
  Contact as ContactSchema,
  DomainReport,
  Download,
  type Group,
  GroupDetail,
  GroupList,
  type Job,
  JobList,
  JobResults,
  type PendingUpload,
  PendingUploadList,
  PreparedUpload,
  PrepareUploadBody,
  SubmitBody,
  SubmittedGroup,
  SubmittedJob,
  UpdateContactBody,
  UsageReport,
  ValidationResult,
} from '@mailsift/contract'
import { type TSchema, Type } from 'typebox'
import { type Answer, problem } from './stand-in-answer.ts'

export type Service = {
  origin: string
  /** By idempotency key. */
  jobs: Map<string, { job: Job; emails: string[] }>
  uploads: Map<string, { upload: PreparedUpload; filename: string; size: number; bytes?: Buffer }>
  groups: Map<string, { group: Group; export: Buffer }>
  contacts: Contact[]
}

type Call = { id: string; url: URL; body: unknown; headers: IncomingHttpHeaders }

export type Operation = {
  name:
    | (
        | 'uploads'
        | 'discard'
        | 'prepare'
        | 'put'
        | 'submit'
        | 'job'
        | 'jobs'
        | 'job link'
        | 'group'
        | 'groups'
        | 'group link'
        | 'file'
      )
    | (
        | 'validate'
        | 'contacts'
        | 'contact'
        | 'update contact'
        | 'search contacts'
        | 'delete contact'
        | 'usage'
        | 'domain'
      )
  method: string
  path: RegExp
  /** Authenticated by its link, which must be requested without a token. */
  signed?: true
  body?: TSchema
  answer?: TSchema
  run(service: Service, call: Call): Answer
}

const AT = '2026-05-04T10:20:30.456Z'
const times = { created_at: AT, updated_at: AT, expires_at: AT }

function pendingOf({
  upload,
  filename,
  size,
}: {
  upload: PreparedUpload
  filename: string
  size: number
}): PendingUpload {
  return { id: upload.upload_id, filename, size_bytes: size, created_at: AT, expires_at: AT }
}

export const operations: Operation[] = [
  {
    name: 'validate',
    method: 'GET',
    path: /^\/v1\/emails\/validate$/,
    answer: ValidationResult,
    run: (_, { url }) => {
      const email = url.searchParams.get('email') ?? ''
      return email.includes('@')
        ? ok(resultOf(email, url.searchParams.get('validate_domain') === '1'))
        : problem('invalid_email')
    },
  },
  {
    name: 'prepare',
    method: 'POST',
    path: /^\/v1\/emails\/bulk\/upload$/,
    body: PrepareUploadBody,
    answer: PreparedUpload,
    run: ({ origin, uploads }, { body, headers }) => {
      const key = String(headers['idempotency-key'])
      const { filename, size_bytes } = body as PrepareUploadBody
      const known = uploads.get(key)
      if (known)
        return known.size === size_bytes ? { ...ok(known.upload), status: 201 } : problem('idempotency_conflict')
      const upload_id = randomUUID()
      const upload: PreparedUpload = {
        upload_id,
        upload_url: `${origin}/store/${upload_id}?signature=s`,
        headers: { 'Content-Type': 'text/csv', 'Content-Length': String(size_bytes), 'If-None-Match': '*' },
        expires_at: AT,
      }
      uploads.set(key, { upload, filename, size: size_bytes })
      return { ...ok(upload), status: 201 }
    },
  },
  {
    name: 'uploads',
    method: 'GET',
    path: /^\/account\/uploads$/,
    answer: PendingUploadList,
    run: ({ uploads }) => ok({ items: [...uploads.values()].map(pendingOf) }),
  },
  {
    name: 'discard',
    method: 'DELETE',
    path: /^\/account\/uploads\/([^/]+)$/,
    run: ({ uploads }, { id }) => {
      const [key] = [...uploads].find(([, { upload }]) => upload.upload_id === id) ?? []
      if (key === undefined) return problem('not_found')
      uploads.delete(key)
      return { status: 204 }
    },
  },
  {
    name: 'put',
    method: 'PUT',
    path: /^\/store\/([^/]+)$/,
    signed: true,
    run: ({ uploads }, { id, body, headers }) => {
      const entry = [...uploads.values()].find(({ upload }) => upload.upload_id === id)
      if (!entry) return problem('link_invalid')
      if (entry.bytes) return problem('upload_exists')
      const expected = entry.upload.headers
      const same = Object.entries(expected).every(([name, value]) => headers[name.toLowerCase()] === value)
      if (!same) return problem('upload_mismatch')
      entry.bytes = body as Buffer
      return { status: 200 }
    },
  },
  {
    name: 'submit',
    method: 'POST',
    path: /^\/v1\/emails\/bulk$/,
    body: SubmitBody,
    answer: Type.Union([SubmittedJob, SubmittedGroup]),
    run: (service, { body, headers }) => {
      const key = String(headers['idempotency-key'])
      const submitted = body as SubmitBody
      return 'emails' in submitted ? submitList(service, key, submitted.emails) : submitCsv(service, key, submitted)
    },
  },
  {
    name: 'jobs',
    method: 'GET',
    path: /^\/v1\/emails\/bulk$/,
    answer: JobList,
    run: ({ jobs }, { url }) => ok(pageOf([...jobs.values()].map(({ job }) => job).reverse(), url)),
  },
  {
    name: 'groups',
    method: 'GET',
    path: /^\/v1\/emails\/bulk\/groups$/,
    answer: GroupList,
    run: ({ groups }, { url }) => ok(pageOf([...groups.values()].map(({ group }) => group).reverse(), url)),
  },
  {
    name: 'group',
    method: 'GET',
    path: /^\/v1\/emails\/bulk\/groups\/([^/]+)$/,
    answer: GroupDetail,
    run: ({ groups }, { id }) => {
      const entry = [...groups.values()].find(({ group }) => group.id === id)
      if (!entry) return problem('not_found')
      advanceGroup(entry.group)
      return ok({ group: entry.group, jobs: [] })
    },
  },
  {
    name: 'job',
    method: 'GET',
    path: /^\/v1\/emails\/bulk\/([^/]+)$/,
    answer: JobResults,
    run: ({ jobs }, { id, url }) => {
      const entry = [...jobs.values()].find(({ job }) => job.id === id)
      if (!entry) return problem('not_found')
      if (entry.job.status === 'pending') entry.job.status = 'processing'
      else entry.job.status = 'completed'
      return ok({ job: entry.job, ...pageOf(entry.emails.map(itemOf), url) })
    },
  },
  {
    name: 'group link',
    method: 'GET',
    path: /^\/v1\/emails\/bulk\/groups\/([^/]+)\/download$/,
    answer: Download,
    run: ({ origin }, { id }) => ok({ download_url: `${origin}/files/${id}?signature=s`, expires_at: AT }),
  },
  {
    name: 'job link',
    method: 'GET',
    path: /^\/v1\/emails\/bulk\/([^/]+)\/download$/,
    answer: Download,
    run: ({ origin }, { id }) => ok({ download_url: `${origin}/files/${id}?signature=s`, expires_at: AT }),
  },
  {
    name: 'file',
    method: 'GET',
    path: /^\/files\/([^/]+)$/,
    signed: true,
    run: ({ groups, jobs }, { id, url, headers }) => {
      if (url.search !== '?signature=s') return problem('link_invalid')
      const job = [...jobs.values()].find((each) => each.job.id === id)
      const group = [...groups.values()].find((each) => each.group.id === id)
      const bytes = job ? Buffer.from(`index,input\r\n${job.emails.join('\r\n')}`) : (group?.export ?? Buffer.of())
      const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1] ?? 0)
      const status = from === 0 ? 200 : from < bytes.length ? 206 : 416
      return { status, headers: { 'content-type': 'text/csv' }, body: bytes.subarray(from) }
    },
  },
  {
    name: 'contacts',
    method: 'GET',
    path: /^\/v1\/contacts$/,
    answer: ContactList,
    run: ({ contacts }, { url }) => {
      const { items, total, page, take } = pageOf(contacts, url)
      const counts = { totalItems: total, totalPages: Math.ceil(total / take), itemsPerPage: take, currentPage: page }
      return ok({ ...counts, currentPageItemCount: items.length, data: items })
    },
  },
  {
    name: 'contact',
    method: 'GET',
    path: /^\/v1\/contacts\/([^/]+)$/,
    answer: ContactSchema,
    run: ({ contacts }, { id }) => ok(contacts.find((contact) => contact.id === id)),
  },
  {
    name: 'update contact',
    method: 'PATCH',
    path: /^\/v1\/contacts\/([^/]+)$/,
    body: UpdateContactBody,
    answer: ContactSchema,
    run: ({ contacts }, { id, body }) => ok(Object.assign(contacts.find((contact) => contact.id === id)!, body)),
  },
  {
    name: 'search contacts',
    method: 'GET',
    path: /^\/account\/contacts$/,
    answer: ContactPage,
    run: ({ contacts }, { url }) => {
      const { search = '', cursor = '0', take = '25' } = Object.fromEntries(url.searchParams)
      const matching = contacts.filter(({ email }) => email.includes(search))
      const end = Number(cursor) + Number(take)
      const next_cursor = end < matching.length ? String(end) : null
      return ok({
        items: matching.slice(Number(cursor), end),
        next_cursor,
        total: contacts.length,
        take: Number(take),
      })
    },
  },
  {
    name: 'delete contact',
    method: 'DELETE',
    path: /^\/account\/contacts\/([^/]+)$/,
    run: (service, { id }) => {
      service.contacts.splice(
        service.contacts.findIndex((contact) => contact.id === id),
        1,
      )
      return { status: 204 }
    },
  },
  {
    name: 'domain',
    method: 'GET',
    path: /^\/insight\/domains\/[^/]+$/,
    answer: DomainReport,
    run: (_, { url }) => ok(reportOf(url.pathname.split('/').at(-1)!)),
  },
  {
    name: 'usage',
    method: 'GET',
    path: /^\/account\/usage$/,
    answer: UsageReport,
    run: (_, { url }) => {
      const [from, to] = [url.searchParams.get('from') ?? '2026-05-01', url.searchParams.get('to') ?? '2026-05-30']
      return ok({ from, to, total: 0, by_kind: { single: 0, bulk: 0 }, days: [] })
    },
  },
]

function reportOf(domain: string): DomainReport {
  const absent = { state: 'absent' as const, problems: [], record: null }
  return {
    domain,
    checked_at: AT,
    mail: { state: 'accepts', mail_hosts: [{ priority: 10, host: `mx.${domain}` }] },
    registration: { state: 'unknown', registrar: null, registered_at: null, expires_at: null, nameservers: [] },
    posture: {
      spf: { state: 'present', problems: [], record: 'v=spf1 -all', all: 'fail' },
      dmarc: { ...absent, domain: null, policy: null, percent: null, reports_to: [] },
      mta_sts: { ...absent, mode: null, max_age_seconds: null, mx: [] },
      tls_rpt: { ...absent, state: 'unknown', problems: ['The name servers did not respond in time.'], reports_to: [] },
      bimi: { ...absent, logo: null, certificate: null },
      dane: { state: 'absent', problems: [], hosts: [{ host: `mx.${domain}`, state: 'absent' }] },
      starttls: { state: 'unknown', problems: ['Domain reports do not connect to mail servers.'] },
      blocklists: {
        state: 'on',
        entries: [
          {
            list: 'bl.example',
            terms: 'https://bl.example/terms',
            target: domain,
            state: 'listed',
            codes: ['127.0.0.2'],
          },
        ],
      },
    },
  }
}

const ok = (json: unknown): Answer => ({ status: 200, json })

function pageOf<Item>(all: Item[], url: URL) {
  const page = Number(url.searchParams.get('page') ?? 1)
  const take = Number(url.searchParams.get('take') ?? 25)
  return { items: all.slice((page - 1) * take, page * take), total: all.length, page, take }
}

function submitList({ origin, jobs }: Service, key: string, emails: string[]): Answer {
  const known = jobs.get(key)
  if (known && JSON.stringify(known.emails) !== JSON.stringify(emails)) return problem('idempotency_conflict')
  const success = emails.filter((email) => email.includes('@')).length
  const counts = { total: emails.length, processed: emails.length, success, errors: emails.length - success }
  const job: Job = known?.job ?? { id: randomUUID(), status: 'pending', ...counts, ...times, failure: null }
  jobs.set(key, { job, emails })
  return { status: 202, json: { job, status_url: `${origin}/v1/emails/bulk/${job.id}` } }
}

function submitCsv(
  { origin, uploads, groups }: Service,
  key: string,
  body: { upload_id: string; email_column: string },
): Answer {
  const bytes = [...uploads.values()].find(({ upload }) => upload.upload_id === body.upload_id)?.bytes
  if (!bytes) return problem('upload_not_ready')
  const known = groups.get(key)
  const header = bytes.subarray(0, bytes.indexOf('\n')).toString()
  const found = header.split(',').includes(body.email_column)
  const group: Group = known?.group ?? {
    id: randomUUID(),
    status: 'queued',
    total: 0,
    processed: 0,
    success: 0,
    errors: 0,
    unprocessed: 0,
    failure: found ? null : 'line 1: there is no such column',
    result_prefix: null,
    download_ready: false,
    ...times,
  }
  groups.set(key, { group, export: Buffer.concat([bytes, Buffer.from('end')]) })
  return { status: 202, json: { group, status_url: `${origin}/v1/emails/bulk/groups/${group.id}` } }
}

function advanceGroup(group: Group): void {
  if (group.status === 'queued') group.status = 'parsing'
  else if (group.failure) group.status = 'failed'
  else Object.assign(group, { status: 'completed', download_ready: true, result_prefix: 'service.' })
}

function itemOf(input: string, index: number): BulkItem {
  if (input.includes('@')) return { index, input, result: resultOf(input.trim(), false), error: null }
  return { index, input, result: null, error: { code: 'invalid_email', message: 'no @ sign' } }
}

function resultOf(email: string, withDomain: boolean): ValidationResult {
  const [local = '', domain = ''] = email.split('@')
  return {
    id: randomUUID(),
    inbound: email,
    first_name: '',
    last_name: '',
    normalized: email,
    smtp_provider: 'unknown',
    validations: {
      is_disposable: false,
      has_label: false,
      is_subdomain: false,
      is_no_reply: false,
      is_role_based: false,
      has_irregular_pattern: false,
      has_uncommon_unicode: false,
      safe_to_send: true,
      ...(withDomain && { has_valid_mx_records: true }),
    },
    metadata: {
      username: { inbound: local, normalized: local, has_label: false, label: '' },
      domain: { is_disposable: false, is_subdomain: false, root: domain, inbound: domain },
    },
  }
}

export function contactOf(email: string): Contact {
  const person = { name: null, jobTitle: null, employer: null, location: null, links: [] }
  const company = { name: null, website: null, description: null, links: [] }
  return {
    id: randomUUID(),
    version: null,
    enrichment: { status: 'no_match', person, company, sources: {}, provenance: [] },
    enrichedAt: null,
    enrichmentState: 'pending',
    email,
    firstName: null,
    lastName: null,
    domain: email.split('@')[1] ?? '',
    createdAt: 1,
    updatedAt: 1,
  }
}
