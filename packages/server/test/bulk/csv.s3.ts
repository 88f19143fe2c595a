// The whole way of a CSV with an object store in the middle.
import { ListObjectsV2Command } from '@aws-sdk/client-s3'
import type { Download, GroupDetail, PreparedUpload, SubmittedGroup } from '@mailsift/contract'
import { parse } from 'csv-parse/sync'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { makeBucket, openStore, S3_SETTINGS, S3_STORE } from '../stand-ins/s3-store.ts'
import { startProgram } from '../support/program.ts'

const JSON_BODY = { 'content-type': 'application/json' }

/** Quoted line ends, line ends of every kind, text of many alphabets, a malformed record, and no last line end. */
function makeCsv(count: number): Buffer {
  const ends = ['\r\n', '\n', '\r']
  const records = Array.from({ length: count }, (_, index) => {
    const note = ['"a\r\nb, ""c"""', '田中', '', '=1+1'][index % 4]
    return index === 7 ? 'short@gmail.com' : `person${index}@gmail.com,${note},${index}`
  })
  const text = records.map((record, index) => record + (index === count - 1 ? '' : ends[index % 3])).join('')
  return Buffer.from(`\ufeffemail,note,n\r\n${text}`)
}

test('a CSV goes from its signed PUT to its signed download and comes back byte for byte', async () => {
  const bucket = await makeBucket('route')
  const client = openStore()
  onTestFinished(() => client.destroy())
  const program = await startProgram({
    sharedDatabase: true,
    env: { BLOBS: `s3://${bucket}/mailsift`, ...S3_SETTINGS },
  })
  const base = `${program.origin}/v1`
  const headers = { 'service-email-api-token': await program.token() }
  const post = (path: string, body: unknown) =>
    fetch(base + path, { method: 'POST', body: JSON.stringify(body), headers: { ...headers, ...JSON_BODY } })
  const get = async <T>(path: string) => (await (await fetch(base + path, { headers })).json()) as T
  const csv = makeCsv(12_345)

  const prepared = await untilAdmitted(() => post('/emails/bulk/upload', { filename: 'a.csv', size_bytes: csv.length }))
  expect(prepared.status).toBe(201)
  const upload = (await prepared.json()) as PreparedUpload
  expect(upload.upload_url.startsWith(`${S3_STORE.endpoint}/${bucket}/mailsift/uploads/`)).toBe(true)
  const form = { upload_id: upload.upload_id, email_column: 'email' }
  expect((await post('/emails/bulk', form)).status).toBe(409)

  const { 'Content-Length': _length, ...signed } = upload.headers
  const put = (body: Buffer, sent: Record<string, string>) =>
    fetch(upload.upload_url, { method: 'PUT', body: body as never, headers: sent })
  const { 'If-None-Match': _condition, ...unconditional } = signed
  expect((await put(csv, unconditional)).ok).toBe(false)
  expect((await put(csv, { ...signed, 'Content-Type': 'text/plain' })).ok).toBe(false)
  expect((await put(csv.subarray(1), signed)).ok).toBe(false)
  expect((await put(csv, signed)).status).toBe(200)
  expect((await put(csv, signed)).status).toBe(412)

  const submitted = await post('/emails/bulk', form)
  expect(submitted.status).toBe(202)
  const { group } = (await submitted.json()) as SubmittedGroup
  const done = await untilDone(() => get<GroupDetail>(`/emails/bulk/groups/${group.id}`))
  expect(done.group).toMatchObject({ status: 'completed', total: 12_345, success: 12_344, errors: 1 })
  expect(done.jobs.map(({ total }) => total)).toEqual([10_000, 2_345])

  const { download_url } = await get<Download>(`/emails/bulk/groups/${group.id}/download`)
  expect(download_url.startsWith(S3_STORE.endpoint)).toBe(true)
  const answer = await fetch(download_url)
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=/)
  const exported = Buffer.from(await answer.arrayBuffer())
  // The record with too few fields is padded, so that no answer is under another heading.
  const padded = Buffer.from(csv.toString().replace('short@gmail.com', 'short@gmail.com,,'))
  expect(withoutAnswers(exported, done.group.result_prefix!).equals(padded)).toBe(true)
  expect((await fetch(download_url.replace(/Signature=\w/, 'Signature=x'))).ok).toBe(false)

  const child = await get<Download>(`/emails/bulk/${done.jobs[1]!.id}/download`)
  const rows: string[][] = parse(Buffer.from(await (await fetch(child.download_url)).arrayBuffer()))
  expect(rows).toHaveLength(2_346)

  // The CSV of a job is written when it is requested: that of the other one was not.
  const { Contents: kept = [] } = await client.send(new ListObjectsV2Command({ Bucket: bucket }))
  expect(kept.map(({ Key }) => Key!.split('/')[1]).toSorted()).toEqual(['groups', 'jobs', 'uploads'])
  expect(await program.stop()).toBe(0)
})

/** The store is tried out in the first moments. */
async function untilAdmitted(ask: () => Promise<Response>): Promise<Response> {
  return eventually(async () => {
    const answer = await ask()
    return answer.status !== 503 && answer
  })
}

async function untilDone(read: () => Promise<GroupDetail>): Promise<GroupDetail> {
  return eventually(async () => {
    const detail = await read()
    return ['completed', 'partial', 'failed'].includes(detail.group.status) && detail
  })
}

/** The answers are as many cells as the header has more names: they stand last in each record. */
function withoutAnswers(exported: Buffer, prefix: string): Buffer {
  const text = exported.toString('latin1')
  const header = text.slice(0, text.indexOf('\r\n'))
  const appended = header.split(',').filter((name) => name.startsWith(prefix)).length
  const kept: string[] = []
  let [start, quoted] = [0, false]
  let commas: number[] = []
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '"') quoted = !quoted
    if (!quoted && text[at] === ',') commas.push(at)
    if (at < text.length && (quoted || (text[at] !== '\n' && text[at] !== '\r'))) continue
    kept.push(
      commas.length < appended ? text.slice(start, at) : text.slice(start, commas.at(-appended)),
      text[at] ?? '',
    )
    ;[start, commas] = [at + 1, []]
  }
  return Buffer.from(kept.join(''), 'latin1')
}
