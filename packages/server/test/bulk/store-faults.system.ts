// A store that is slow to be filled, full, or away: nothing half is visible, nothing fails, everything goes on.
import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import type { GroupDetail, Job, JobResults, PreparedUpload, Problem, SubmittedGroup } from '@mailsift/contract'
import { expect, onTestFinished, test } from 'vitest'
import { inMounts } from '../support/namespaces.ts'
import { makeDataDir, type Program, startProgram } from '../support/program.ts'
import { startService } from './service.ts'

const EMAILS = Array.from({ length: 1_500 }, (_, index) => `person${index}@gmail.com`)
const CSV = `email\n${EMAILS.join('\n')}\n`

test('a PUT that stalls is aborted: 408, nothing is kept of it, and the file can be sent again', async () => {
  const service = await startService({}, { worker: false, limits: { uploadStallMs: 300 } })
  onTestFinished(() => service.stop())
  const caller = await service.newCaller()
  const prepared = await service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'a.csv', size_bytes: CSV.length }),
  })
  const { upload_id, upload_url, headers } = (await prepared.json()) as PreparedUpload
  const { host, hostname, port, pathname, search } = new URL(upload_url)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const answer = await new Promise<string>((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), hostname)
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece
      // The service leaves the connection open for a while, so that its refusal arrives.
      if (text.endsWith('}')) socket.destroy()
    })
    socket.on('close', () => resolve(text)).on('error', reject)
    socket.write(`PUT ${pathname}${search} HTTP/1.1\r\nHost: ${host}\r\n${lines.join('')}\r\n${CSV.slice(0, 1_000)}`)
  })
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer).toContain('"request_timeout"')
  expect(await readdir(join(service.dataDir, 'blobs', 'incoming'))).toEqual([])
  const form = { upload_id, email_column: 'email' }
  expect(((await (await service.submit(caller, form)).json()) as Problem).code).toBe('upload_not_ready')
  const { 'Content-Length': _length, ...rest } = headers
  expect((await fetch(upload_url, { method: 'PUT', body: CSV, headers: rest })).status).toBe(200)
  expect((await service.submit(caller, form)).status).toBe(202)
})

/** What a customer does, through a running program. */
async function customerOf(program: Program) {
  const base = `${program.origin}/v1`
  const headers = { 'service-email-api-token': await program.token(), 'content-type': 'application/json' }
  const get = async <T>(path: string) => (await (await fetch(base + path, { headers })).json()) as T
  const post = (path: string, body: unknown) =>
    fetch(base + path, { method: 'POST', body: JSON.stringify(body), headers })
  return {
    post,
    async prepare(size: number): Promise<PreparedUpload> {
      return (await (
        await post('/emails/bulk/upload', { filename: 'a.csv', size_bytes: size })
      ).json()) as PreparedUpload
    },
    put({ upload_url, headers }: PreparedUpload, body: string): Promise<Response> {
      const { 'Content-Length': _length, ...rest } = headers
      return fetch(upload_url, { method: 'PUT', body, headers: rest })
    },
    job: async (id: string): Promise<Job> => (await get<JobResults>(`/emails/bulk/${id}?take=1`)).job,
    download: async (id: string) => (await fetch(`${base}/emails/bulk/${id}/download`, { headers })).status,
    group: async (id: string) => (await get<GroupDetail>(`/emails/bulk/groups/${id}`)).group,
  }
}

const PATIENCE = { interval: 50 }

test('the store fails and recovers: files are refused with 503 until then, lists are completed, running files wait and are completed', async () => {
  const program = await startProgram({ sharedDatabase: true })
  const customer = await customerOf(program)
  const [running, later] = [await customer.prepare(CSV.length), await customer.prepare(CSV.length)]
  for (const upload of [running, later]) expect((await customer.put(upload, CSV)).status).toBe(200)

  // The worker finds the store gone in the middle of what it has taken.
  const { worker } = await program.pids()
  for (const pid of worker) process.kill(pid, 'SIGSTOP')
  const list = await customer.post('/emails/bulk', { emails: EMAILS })
  const { job } = (await list.json()) as { job: Job }
  const file = await customer.post('/emails/bulk', { upload_id: running.upload_id, email_column: 'email' })
  const { group } = (await file.json()) as SubmittedGroup
  const folder = join(program.dataDir, 'blobs')
  await rename(folder, `${folder}.away`)
  await writeFile(folder, 'not a folder')
  for (const pid of worker) process.kill(pid, 'SIGCONT')

  const refused = await customer.post('/emails/bulk', { upload_id: later.upload_id, email_column: 'email' })
  expect([refused.status, ((await refused.json()) as Problem).code]).toEqual([503, 'unavailable'])
  expect(refused.headers.get('retry-after')).not.toBeNull()
  await expect.poll(async () => (await customer.group(group.id)).status, PATIENCE).toBe('parsing')
  await expect.poll(() => program.output(), PATIENCE).toContain('file split failed')
  await expect.poll(async () => (await customer.job(job.id)).status, PATIENCE).toBe('completed')
  // The file of a list is written when it is requested.
  expect(await customer.download(job.id)).toBe(503)
  expect((await customer.group(group.id)).status).toBe('parsing')

  await rm(folder)
  await rename(`${folder}.away`, folder)
  expect(await customer.download(job.id)).toBe(200)
  await expect
    .poll(() => customer.group(group.id), PATIENCE)
    .toMatchObject({ status: 'completed', success: 1_500, download_ready: true })
  const again = await customer.post('/emails/bulk', { upload_id: later.upload_id, email_column: 'email' })
  expect(again.status).toBe(202)
  expect(await program.stop()).toBe(0)
})

test('the store is full: a PUT and the first download of a list are 503 and leave nothing, and both succeed once there is space', async () => {
  const dataDir = await makeDataDir()
  const script =
    'mkdir -m 700 -p "$DATA_DIR/blobs" && mount -t tmpfs -o size=2m none "$DATA_DIR/blobs" && exec "$0" "$@"'
  const program = await startProgram({
    dataDir,
    within: [...inMounts(), 'sh', '-c', script],
    sharedDatabase: true,
  })
  // The program's own view of its files; outside, the folder is empty.
  const folder = join(`/proc/${program.process.pid}/root`, dataDir, 'blobs')
  const customer = await customerOf(program)
  const upload = await customer.prepare(CSV.length)
  await writeFile(join(folder, 'filler'), Buffer.alloc(2 * 1024 * 1024)).catch(() => undefined)

  const refused = await customer.put(upload, CSV)
  expect([refused.status, ((await refused.json()) as Problem).code]).toEqual([503, 'unavailable'])
  const form = { upload_id: upload.upload_id, email_column: 'email' }
  expect(((await (await customer.post('/emails/bulk', form)).json()) as Problem).code).toBe('upload_not_ready')
  const list = await customer.post('/emails/bulk', { emails: EMAILS })
  const { job } = (await list.json()) as { job: Job }
  await expect.poll(async () => (await customer.job(job.id)).status, PATIENCE).toBe('completed')
  expect(await customer.download(job.id)).toBe(503)
  expect(await readdir(join(folder, 'incoming'))).toEqual([])

  await rm(join(folder, 'filler'))
  expect(await customer.download(job.id)).toBe(200)
  expect((await customer.put(upload, CSV)).status).toBe(200)
  const submitted = (await (await customer.post('/emails/bulk', form)).json()) as SubmittedGroup
  await expect.poll(async () => (await customer.group(submitted.group.id)).status, PATIENCE).toBe('completed')
  expect(await program.stop()).toBe(0)
})
