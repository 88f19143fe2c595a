// Domain checks of lists and files, with a name server on loopback.
import type {
  BulkItem,
  ContactList,
  Download,
  GroupDetail,
  JobResults,
  PreparedUpload,
  SubmittedGroup,
  SubmittedJob,
  UsageReport,
} from '@mailsift/contract'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import type { Zone } from '../stand-ins/dns-server.ts'
import { useDns } from '../stand-ins/use.ts'
import { startService } from './service.ts'

const ZONE: Zone = {
  'answers.com': { MX: [[10, 'mx.answers.com']], NS: ['ns.answers.com'] },
  'mx.answers.com': { A: ['93.184.216.34'] },
  // RFC 7505
  'nullmx.com': { MX: [[0, '.']], A: ['93.184.216.34'], NS: ['ns.nullmx.com'] },
  'nowhere.com': { nxdomain: true },
  'broken.com': { fault: 'servfail' },
}
const ADDRESSES = [
  'ann.lee@answers.com',
  'bob.miller@nullmx.com',
  'carl.jones@nowhere.com',
  'dora.smith@broken.com',
  'not an address',
]

test('a list and a file with domain checks: what DNS says is told, what it cannot say is lookup_failed and not billed', async () => {
  const dns = await useDns(ZONE)
  const service = await startService({
    DNS_SERVERS: dns.address,
    DNS_TIMEOUT_MS: '500',
    DNS_TRIES: '2',
    ENRICHMENT: 'off',
  })
  onTestFinished(service.stop)
  const { origin, base } = service
  const { token } = await service.newCaller()
  const headers = { 'service-email-api-token': token, 'content-type': 'application/json' }
  const get = async <T>(path: string) =>
    (await (await fetch(path.startsWith('http') ? path : base + path, { headers })).json()) as T
  const post = async <T>(path: string, body: unknown) =>
    (await (await fetch(base + path, { method: 'POST', body: JSON.stringify(body), headers })).json()) as T

  const { job } = await post<SubmittedJob>('/emails/bulk', { emails: ADDRESSES, validate_domain: 1 })
  const page = await eventually(async () => {
    const current = await get<JobResults>(`/emails/bulk/${job.id}`)
    return current.job.status === 'completed' && current
  })
  expect(page.job).toMatchObject({ total: 5, success: 3, errors: 2 })
  expectAnswers(page.items)

  const csv = `name,email\n${ADDRESSES.map((address, index) => `n${index},${address}`).join('\n')}\n`
  const upload = await post<PreparedUpload>('/emails/bulk/upload', { filename: 'a.csv', size_bytes: csv.length })
  const { 'Content-Length': _length, ...signed } = upload.headers
  await fetch(upload.upload_url, { method: 'PUT', body: csv, headers: signed })
  const form = { upload_id: upload.upload_id, email_column: 'email', validate_domain: 1 }
  const { group } = await post<SubmittedGroup>('/emails/bulk', form)
  const detail = await eventually(async () => {
    const current = await get<GroupDetail>(`/emails/bulk/groups/${group.id}`)
    return current.group.status === 'completed' && current
  })
  expect(detail.group).toMatchObject({ total: 5, success: 3, errors: 2 })
  expectAnswers((await get<JobResults>(detail.jobs[0]!.status_url)).items)
  const { download_url } = await get<Download>(`/emails/bulk/groups/${group.id}/download`)
  const rows: Record<string, string>[] = parse(await (await fetch(download_url)).text(), { columns: true })
  expect(rows.map((row) => row['service.error.code'])).toEqual(['', '', '', 'lookup_failed', 'invalid_email'])
  expect(rows.map((row) => row['service.validations.has_valid_mx_records'])).toEqual(['true', 'false', 'false', '', ''])

  // Three units for each of the two, and one contact: safe, with valid MX, however often it was validated.
  const units = async () => (await get<UsageReport>(`${origin}/account/usage`)).total
  await expect.poll(units, { interval: 50 }).toBe(6)
  const contacts = await get<ContactList>('/contacts')
  expect(contacts.data.map(({ email }) => email)).toEqual(['ann.lee@answers.com'])
})

function expectAnswers(items: readonly BulkItem[]): void {
  expect(items.map(({ error }) => error?.code ?? null)).toEqual([null, null, null, 'lookup_failed', 'invalid_email'])
  const [answers, nullMx, nowhere] = items.map(({ result }) => result!)
  expect(answers).toMatchObject({
    validations: { has_valid_mx_records: true, safe_to_send: true },
    metadata: { domain: { mx_records: [{ priority: 10, host: 'mx.answers.com' }], nameservers: ['ns.answers.com'] } },
  })
  for (const refused of [nullMx, nowhere])
    expect(refused).toMatchObject({
      validations: { has_valid_mx_records: false, safe_to_send: false },
      metadata: { domain: { mx_records: [] } },
    })
}
