// From a prepared upload to the customer's own file with the answers appended.
import type {
  Download,
  GroupDetail,
  GroupList,
  JobResults,
  PreparedUpload,
  Problem,
  SubmittedGroup,
} from '@mailsift/contract'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Caller, type Service, startService } from './service.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
  return () => service.stop()
})

const bytesOf = (content: string | Uint8Array) => (typeof content === 'string' ? Buffer.from(content) : content)

async function prepare(caller: Caller, size: number, filename = 'people.csv', key?: string): Promise<Response> {
  return service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    body: JSON.stringify({ filename, size_bytes: size }),
    headers: { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) },
  })
}

async function put({ upload_url, headers }: PreparedUpload, bytes: Uint8Array): Promise<Response> {
  const { 'Content-Length': _length, ...rest } = headers
  return fetch(upload_url, { method: 'PUT', body: bytes as never, headers: rest })
}

async function upload(caller: Caller, content: string | Uint8Array): Promise<string> {
  const bytes = bytesOf(content)
  const prepared = (await (await prepare(caller, bytes.length)).json()) as PreparedUpload
  expect((await put(prepared, bytes)).status).toBe(200)
  return prepared.upload_id
}

async function run(caller: Caller, content: string | Uint8Array, column = 'email'): Promise<GroupDetail> {
  const upload_id = await upload(caller, content)
  const answer = await service.submit(caller, { upload_id, email_column: column })
  expect(answer.status).toBe(202)
  const { group } = (await answer.json()) as SubmittedGroup
  return service.untilGroupDone(caller, group.id)
}

async function download(caller: Caller, groupId: string): Promise<Buffer> {
  const link = await service.json<Download>(caller, `/emails/bulk/groups/${groupId}/download`)
  return Buffer.from(await (await fetch(link.download_url)).arrayBuffer())
}

async function codeOf(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as Problem).code]
}

test('a file comes back with the answers appended; group and children tell its progress', async () => {
  const caller = await service.newCaller()
  const content =
    'name,email\r\nAnn,ann.lee@gmail.com\r\n"Bob, the ""builder""",bob@gmx.de\r\nNobody,not an address\r\n'
  const upload_id = await upload(caller, content)
  const answer = await service.submit(caller, { upload_id, email_column: 'email' })
  expect(answer.status).toBe(202)
  const { group, status_url } = (await answer.json()) as SubmittedGroup
  expect(answer.headers.get('location')).toBe(status_url)
  expect(status_url).toBe(`${service.base}/emails/bulk/groups/${group.id}`)
  expect(group).toMatchObject({
    status: 'queued',
    total: 0,
    processed: 0,
    unprocessed: 0,
    download_ready: false,
    result_prefix: null,
  })

  const done = await service.untilGroupDone(caller, group.id)
  expect(done.group).toMatchObject({
    status: 'completed',
    total: 3,
    processed: 3,
    success: 2,
    errors: 1,
    unprocessed: 0,
    failure: null,
    result_prefix: 'service.',
    download_ready: true,
  })
  expect(done.jobs).toHaveLength(1)
  expect(done.jobs[0]).toMatchObject({ ordinal: 0, row_offset: 0, status: 'completed', total: 3 })
  const child = await service.json<JobResults>(caller, done.jobs[0]!.status_url)
  expect(child.items.map(({ input }) => input)).toEqual(['ann.lee@gmail.com', 'bob@gmx.de', 'not an address'])

  const rows: string[][] = parse(await download(caller, group.id))
  expect(rows[0]!.slice(0, 5)).toEqual(['name', 'email', 'service.error.code', 'service.error.message', 'service.id'])
  expect(rows[2]!.slice(0, 3)).toEqual(['Bob, the "builder"', 'bob@gmx.de', ''])
  expect(rows[3]![2]).toBe('invalid_email')
  // 4.5 gives the same for a group's id, and each child has its own CSV.
  for (const id of [group.id, done.jobs[0]!.id]) {
    const link = await service.json<Download>(caller, `/emails/bulk/${id}/download`)
    expect((await fetch(link.download_url)).status).toBe(200)
  }
  const groups = await service.json<GroupList>(caller, '/emails/bulk/groups')
  expect(groups).toMatchObject({ total: 1, items: [{ id: group.id, status: 'completed' }] })
  expect(await service.json(caller, '/emails/bulk')).toMatchObject({ total: 0, items: [] })
})

/** Long enough that the file is read in many pieces, whose borders lie anywhere in a record. */
const REMARK = 'ü'.repeat(35)

test('25,000 records make three children in order, each with its own answer, and the counts add up', async () => {
  const caller = await service.newCaller()
  const content = `email,n,remark\n${Array.from({ length: 25_000 }, (_, index) => `user${index}@gmail.com,${index},${REMARK}`).join('\n')}`
  const { group, jobs } = await run(caller, content)
  expect(group).toMatchObject({ status: 'completed', total: 25_000, success: 25_000 })
  expect(jobs.map(({ ordinal, row_offset, total }) => [ordinal, row_offset, total])).toEqual([
    [0, 0, 10_000],
    [1, 10_000, 10_000],
    [2, 20_000, 5_000],
  ])
  const rows: string[][] = parse(await download(caller, group.id))
  expect(rows).toHaveLength(25_001)
  const validated = rows[0]!.indexOf('service.inbound')
  const odd = rows.slice(1).filter((row, index) => {
    const address = `user${index}@gmail.com`
    return row[0] !== address || row[1] !== String(index) || row[2] !== REMARK || row[validated] !== address
  })
  expect(odd).toEqual([])
})

/** Takes the appended columns away again: they are the last ones before each record's line end. */
function strip(exported: Buffer, appendedColumns: number, delimiter: string): Buffer {
  const text = exported.toString('latin1')
  const pieces: string[] = []
  let quoted = false
  let delimiters: number[] = []
  let start = 0
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at]
    if (sign === '"') quoted = !quoted
    if (!quoted && sign === delimiter) delimiters.push(at)
    if (at < text.length && (quoted || (sign !== '\n' && sign !== '\r'))) continue
    if (delimiters.length >= appendedColumns) {
      pieces.push(text.slice(start, delimiters[delimiters.length - appendedColumns]), text[at] ?? '')
    } else pieces.push(text.slice(start, at + 1))
    start = at + 1
    delimiters = []
  }
  return Buffer.from(pieces.join(''), 'latin1')
}

const APPENDED = 20

async function expectRoundTrip(caller: Caller, content: string | Uint8Array, delimiter = ','): Promise<void> {
  const { group } = await run(caller, content)
  expect(group.failure).toBeNull()
  const exported = await download(caller, group.id)
  const header = exported.toString().split(/\r\n|\n|\r/)[0]!
  const appended = header.split(delimiter).filter((name) => name.startsWith(group.result_prefix!)).length
  expect(appended).toBeGreaterThan(APPENDED)
  expect(strip(exported, appended, delimiter).equals(bytesOf(content))).toBe(true)
}

test.each<[string, string, string?]>([
  ['\\r\\n', 'email,a\r\na@b.de,1\r\nc@d.de,2\r\n'],
  ['\\n without a last one', 'email,a\na@b.de,1\nc@d.de,2'],
  ['\\r', 'email,a\ra@b.de,1\rc@d.de,2\r'],
  ['mixed line ends', 'email,a\r\na@b.de,1\nc@d.de,2\re@f.de,3'],
  ['blank lines', 'email,a\n\n\na@b.de,1\n\nc@d.de,2\n\n'],
  ['a byte order mark', '\ufeffemail,a\na@b.de,1\n'],
  ['quoted newlines, commas and quotes', 'email,a\n"a@b.de","x\ny, ""z""\r\n"\nc@d.de,2\n'],
  ['empty fields', 'email,a,b\n,,\na@b.de,,\n'],
  ['one column', 'email\na@b.de\nc@d.de\n'],
  ['duplicate names beside the email column', 'a,email,a\n1,a@b.de,2\n'],
  ['text of every alphabet', 'email,名前\n田中@例え.jp,田中\nпочта@пример.рф,Имя\n'],
  ['semicolons', 'email;a\na@b.de;1\n', ';'],
  ['tabs', 'email\ta\na@b.de\t1\n', '\t'],
  ['an awkward header', 'email,__proto__,constructor\na@b.de,1,2\n'],
  ['a formula of the customer, which is left alone', 'email,=1+1\n=a@b.de,@x\n'],
  ['a cell of a megabyte', `email,a\na@b.de,${'x'.repeat(1_000_000)}\n`],
])('the export without its columns is the uploaded file, byte for byte: %s', async (_name, content, delimiter) => {
  await expectRoundTrip(await service.newCaller(), content, delimiter)
})

test('random files survive the round trip', async () => {
  const cell = fc.oneof(
    fc.constantFrom('a@b.de', 'ann.lee@gmail.com', '', 'x y', '=1', '0'),
    fc.string({ unit: 'grapheme', maxLength: 8 }).filter((text) => !/[\0"]/.test(text)),
  )
  const quoted = (text: string) => (/[",\r\n;\t]|^\s/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  const file = fc
    .record({
      rows: fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 20 }),
      end: fc.constantFrom('\n', '\r\n', '\r'),
      last: fc.boolean(),
    })
    .map(
      ({ rows, end, last }) =>
        `email,other${end}${rows.map((row) => row.map(quoted).join(',')).join(end)}${last ? end : ''}`,
    )
  const caller = await service.newCaller()
  await fc.assert(
    fc.asyncProperty(file, (content) => expectRoundTrip(caller, content)),
    { numRuns: 6 },
  )
})

test('exactly 100,000 records are taken', async () => {
  const caller = await service.newCaller()
  const { group, jobs } = await run(caller, `email\n${'a@b.de\n'.repeat(100_000)}`)
  expect(group).toMatchObject({ status: 'completed', total: 100_000, success: 100_000, download_ready: true })
  expect(jobs.map(({ total }) => total)).toEqual(Array.from({ length: 10 }, () => 10_000))
})

test('malformed records are unbilled errors and stay in place', async () => {
  const caller = await service.newCaller()
  const { group, jobs } = await run(caller, 'email,a\na@b.de,1\nc@d.de\ne@f.de,2,3\ng@h.de,4\n')
  expect(group).toMatchObject({ status: 'completed', total: 4, success: 2, errors: 2 })
  const { items } = await service.json<JobResults>(caller, jobs[0]!.status_url)
  expect(items.map(({ error }) => error)).toEqual([
    null,
    { code: 'malformed_row', message: 'This row has 1 field; the header has 2.' },
    { code: 'malformed_row', message: 'This row has 3 fields; the header has 2.' },
    null,
  ])
  const [header, ...rows]: string[][] = parse(await download(caller, group.id), { relax_column_count: true })
  const [code, id] = [header!.indexOf('service.error.code'), header!.indexOf('service.id')]
  expect(rows.map((row) => [row.slice(0, 2), row[code], row[id] !== '', row.slice(header!.length)])).toEqual([
    [['a@b.de', '1'], '', true, []],
    [['c@d.de', ''], 'malformed_row', false, []],
    [['e@f.de', '2'], 'malformed_row', false, ['3']],
    [['g@h.de', '4'], '', true, []],
  ])
})

test('the first unused namespace is taken for the appended columns', async () => {
  const caller = await service.newCaller()
  const { group } = await run(caller, 'email,service.id,service2.x\na@b.de,1,2\n')
  expect(group.result_prefix).toBe('service3.')
})

test.each<[string, string | Uint8Array, RegExp]>([
  ['UTF-16', Buffer.from('email\na@b.de\n', 'utf16le'), /NUL|UTF-8/],
  ['Latin-1', Buffer.from('email\nm\u00fcller@b.de\n', 'latin1'), /Line 2.*UTF-8/],
  ['a NUL byte', 'email\na@b.de\0\n', /Line 2.*NUL/],
  ['only a header', 'email,a\n', /no data record/],
  ['only blank lines', '\n\n\n', /header/],
  ['no such column', 'mail,a\na@b.de,1\n', /no column/],
  ['the column in other case', 'Email,a\na@b.de,1\n', /differs only in case/],
  ['the column with a space', 'email ,a\na@b.de,1\n', /differs only/],
  ['the column twice', 'email,email\na@b.de,1\n', /columns 1 and 2/],
  ['a quote that never ends', 'email,a\na@b.de,"x\nc@d.de,1\n', /Line 2.*never closed/],
  ['a record over 1 MiB', `email,a\na@b.de,${'x'.repeat(1_048_576)}\n`, /Line 2.*1 MiB/],
  ['5 million columns', `email${',a'.repeat(5_000_000)}\na@b.de\n`, /Line 1.*1 MiB/],
  ['a record of 5 million fields', `email,a\na@b.de${','.repeat(5_000_000)}\n`, /Line 2.*1 MiB/],
  ['nothing but a byte order mark', '\ufeff', /header/],
  ['the column with a byte order mark of its own', 'a,\ufeffemail\n1,a@b.de\n', /no column/],
  ['more than 100,000 records', `email\n${'a@b.de\n'.repeat(100_001)}`, /100,000/],
])(
  '%s fails the group with the line and the reason, bills nothing and frees the slot',
  async (_name, content, failure) => {
    const caller = await service.newCaller()
    const { group, jobs } = await run(caller, content)
    expect(group).toMatchObject({ status: 'failed', processed: 0, download_ready: false })
    expect(group.failure).toMatch(failure)
    expect(jobs).toEqual([])
    expect(await codeOf(await service.request(caller, `/emails/bulk/groups/${group.id}/download`))).toEqual([
      409,
      'csv_not_ready',
    ])
    const { rows } = await sql<{ unfinished: number }>`
    SELECT unfinished FROM bulk_accounts WHERE account_id = ${caller.accountId}`.execute(service.db)
    expect(rows[0]!.unfinished).toBe(0)
  },
)

test('the same key refreshes the signature of the same upload; other input is a conflict; the scope is its own', async () => {
  const caller = await service.newCaller()
  const first = (await (await prepare(caller, 5, 'a.csv', 'k')).json()) as PreparedUpload
  const again = await prepare(caller, 5, 'a.csv', 'k')
  expect(again.status).toBe(201)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(((await again.json()) as PreparedUpload).upload_id).toBe(first.upload_id)
  expect(await codeOf(await prepare(caller, 6, 'a.csv', 'k'))).toEqual([409, 'idempotency_conflict'])
  expect((await service.submit(caller, { emails: ['a@b.de'] }, { 'idempotency-key': 'k' })).status).toBe(202)
})

test('of 20 preparations at once three are granted; claiming or the hour makes room', async () => {
  const caller = await service.newCaller()
  const statuses = (await Promise.all(Array.from({ length: 20 }, () => prepare(caller, 5)))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(3)
  expect(statuses.filter((status) => status === 429)).toHaveLength(17)
  await sql`UPDATE bulk_uploads SET expires_at = now() WHERE account_id = ${caller.accountId}`.execute(service.db)
  expect((await prepare(caller, 5)).status).toBe(201)
})

test('too many uploads: Retry-After says when the oldest of them lapses', async () => {
  const caller = await service.newCaller()
  for (let count = 0; count < 3; count++) expect((await prepare(caller, 5)).status).toBe(201)
  await sql`UPDATE bulk_uploads SET expires_at = now() + interval '10 minutes' WHERE id = (
    SELECT min(id::text)::uuid FROM bulk_uploads WHERE account_id = ${caller.accountId})`.execute(service.db)
  const refused = await prepare(caller, 5)
  expect(await codeOf(refused)).toEqual([429, 'too_many_uploads'])
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(300)
  expect(seconds).toBeLessThanOrEqual(600)
})

test.each(['../x', 'a/b', 'a\\b', 'a\u007f', 'a\u0000', 'a\nb', '', 'x'.repeat(256)])(
  'the file name %j is refused',
  async (filename) => {
    expect(await codeOf(await prepare(await service.newCaller(), 5, filename))).toEqual([400, 'invalid_request'])
  },
)

test('file names of 255 characters of any alphabet are fine; sizes are 1 to 52,428,800', async () => {
  const caller = await service.newCaller()
  expect((await prepare(caller, 1, '田'.repeat(255))).status).toBe(201)
  expect((await prepare(caller, 52_428_800, '\ud800.csv')).status).toBe(201)
  for (const size of [0, -1, 52_428_801, 1.5]) expect((await prepare(caller, size)).status).toBe(400)
})

test('one submission gets an upload; before its bytes are there, after its claim and after its hour it is refused', async () => {
  const caller = await service.newCaller()
  const prepared = (await (await prepare(caller, 13)).json()) as PreparedUpload
  const body = { upload_id: prepared.upload_id, email_column: 'email' }
  expect(await codeOf(await service.submit(caller, body))).toEqual([409, 'upload_not_ready'])
  await put(prepared, Buffer.from('email\na@b.de\n'))
  const stranger = await service.newCaller()
  expect(await codeOf(await service.submit(stranger, body))).toEqual([404, 'not_found'])
  const answers = await Promise.all(Array.from({ length: 3 }, () => service.submit(caller, body)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 409, 409])
  expect(await codeOf(await service.submit(caller, body))).toEqual([409, 'upload_claimed'])

  const late = await upload(caller, 'email\na@b.de\n')
  await sql`UPDATE bulk_uploads SET expires_at = now() WHERE id = ${late}`.execute(service.db)
  expect(await codeOf(await service.submit(caller, { upload_id: late, email_column: 'email' }))).toEqual([
    410,
    'upload_expired',
  ])
})

test('the same key submits the same upload once', async () => {
  const caller = await service.newCaller()
  const body = { upload_id: await upload(caller, 'email\na@b.de\n'), email_column: 'email' }
  const key = { 'idempotency-key': 'k' }
  const first = (await (await service.submit(caller, body, key)).json()) as SubmittedGroup
  const again = await service.submit(caller, { ...body, upload_id: body.upload_id.toUpperCase() }, key)
  expect(again.headers.get('idempotency-replayed')).toBe('true')
  expect(((await again.json()) as SubmittedGroup).group.id).toBe(first.group.id)
  expect(await codeOf(await service.submit(caller, { ...body, email_column: 'x' }, key))).toEqual([
    409,
    'idempotency_conflict',
  ])
})
