// Links, expiry, cleanup and ownership, over real HTTP; time is moved in the database, whose clock decides.
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Download, JobResults, PreparedUpload, Problem, SubmittedGroup } from '@mailsift/contract'
import { sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { findAccount, findUserOf, setPassword } from '../../src/accounts/accounts.ts'
import { registerSignedLinkRoutes } from '../../src/bulk/http/signed-link-routes.ts'
import { cleanUp, expireDue, removeOrphans } from '../../src/bulk/retention/expire.ts'
import { slowPasswords } from '../../src/identity/identity.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { createHttp } from '../../src/platform/http/server.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { verify } from '../../src/verify/verify.ts'
import { silentLog } from '../support/database.ts'
import { ROOMY } from './roomy-storage.ts'
import { type Caller, type Service, startService } from './service.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
  return () => service.stop()
})

const blobs = () =>
  createDiskBlobs({
    folder: join(service.dataDir, 'blobs'),
    linkBaseUrl: `${service.base}/files`,
    secrets: [Buffer.from('not used')],
    uploadStallMs: 1_000,
  })

async function linkOf(caller: Caller, jobId: string): Promise<Download> {
  return service.json<Download>(caller, `/emails/bulk/${jobId}/download`)
}

async function codeOf(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as Problem).code]
}

async function age(jobId: string, days: number): Promise<void> {
  await sql`UPDATE bulk_jobs SET created_at = created_at - make_interval(days => ${days}),
    updated_at = updated_at - make_interval(days => ${days}),
    expires_at = expires_at - make_interval(days => ${days}) WHERE id = ${jobId}`.execute(service.db)
  await sql`TRUNCATE bulk_job_times`.execute(service.db)
  await sql`INSERT INTO bulk_job_times (account_id, span, jobs)
    SELECT account_id, date_bin('10 minutes', created_at, 'epoch'), count(*) FROM bulk_jobs WHERE group_id IS NULL
    GROUP BY 1, 2`.execute(service.db)
}

test('a link serves the CSV whole and in ranges, under a safe name, without a credential', async () => {
  const caller = await service.newCaller()
  const job = await service.run(caller, ['ann.lee@gmail.com', 'bob@gmx.de'])
  const { download_url, expires_at } = await linkOf(caller, job.id)
  expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(3_600_000)
  const whole = await fetch(download_url)
  expect(whole.status).toBe(200)
  expect(whole.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(whole.headers.get('content-disposition')).toMatch(/^attachment; filename=results-[0-9a-f-]{36}\.csv$/)
  expect(whole.headers.get('accept-ranges')).toBe('bytes')
  const text = await whole.text()
  const size = text.length

  const range = async (value: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(download_url, { headers: { range: value, ...headers } })
    return { status: answer.status, range: answer.headers.get('content-range'), text: await answer.text() }
  }
  expect(await range('bytes=0-4')).toEqual({ status: 206, range: `bytes 0-4/${size}`, text: text.slice(0, 5) })
  expect(await range('bytes=5-')).toEqual({ status: 206, range: `bytes 5-${size - 1}/${size}`, text: text.slice(5) })
  expect(await range('bytes=-7')).toEqual({
    status: 206,
    range: `bytes ${size - 7}-${size - 1}/${size}`,
    text: text.slice(-7),
  })
  expect(await range(`bytes=3-${size + 99}`)).toMatchObject({ status: 206, text: text.slice(3) })
  expect(await range('bytes=4-2')).toMatchObject({ status: 200, text })
  expect(await range('bytes=0-1,4-5')).toMatchObject({ status: 200, text })
  expect(await range('lines=0-1')).toMatchObject({ status: 200, text })
  expect(await range('bytes=0-4', { 'if-range': '"other"' })).toMatchObject({ status: 200, text })
  const etag = whole.headers.get('etag')!
  expect(await range('bytes=0-4', { 'if-range': etag })).toMatchObject({ status: 206 })
  const outside = await fetch(download_url, { headers: { range: `bytes=${size}-` } })
  expect(outside.headers.get('content-range')).toBe(`bytes */${size}`)
  expect(await codeOf(outside)).toEqual([416, 'range_not_satisfiable'])
  const head = await fetch(download_url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, String(size), ''])
})

test('a file that is removed while its link is used is 404, never an empty file', async () => {
  const caller = await service.newCaller()
  const job = await service.run(caller, ['ann.lee@gmail.com'])
  await linkOf(caller, job.id)
  const { csv_key } = await service.db
    .selectFrom('bulk_jobs')
    .select('csv_key')
    .where('id', '=', job.id)
    .executeTakeFirstOrThrow()
  const store = blobs()
  /** The object goes between the question for its size and the reading. */
  const vanishing = {
    ...store,
    async stat(key: string) {
      const info = await store.stat(key)
      await store.delete(key)
      return info
    },
  }
  const http = createHttp({
    log: silentLog,
    metrics: createMetrics(),
    docsUrl: service.base,
    trustProxy: false,
    https: false,
  })
  registerSignedLinkRoutes(http, { db: service.db, blobs: vanishing, storage: ROOMY })
  onTestFinished(() => http.close())
  const origin = await http.listen({ host: '127.0.0.1', port: 0 })
  const url = await store.downloadLink(csv_key!, { fileName: 'a.csv', expiresAtMs: Date.now() + 60_000 })
  expect(await codeOf(await fetch(url.replace(service.origin, origin)))).toEqual([404, 'not_found'])
  await sql`DELETE FROM bulk_jobs WHERE id = ${job.id}`.execute(service.db)
  await sql`UPDATE bulk_accounts SET removed_units = removed_units + 1 WHERE account_id = ${caller.accountId}`.execute(
    service.db,
  )
})

test('a link that was changed in any place is refused', async () => {
  const caller = await service.newCaller()
  const [one, two] = [await service.run(caller, ['a@b.de']), await service.run(caller, ['c@d.de'])]
  const { download_url } = await linkOf(caller, one.id)
  const other = await linkOf(caller, two.id)
  const query = new URL(download_url).search
  const tampered = [
    download_url.slice(0, -1),
    `${download_url}A`,
    `${download_url}&x=1`,
    download_url.replace(/expires=\d+/, 'expires=99999999999999'),
    download_url.replace(/name=[^&]+/, 'name=evil.exe'),
    download_url.split('?')[0]!,
    other.download_url.split('?')[0]! + query,
  ]
  for (const url of tampered) expect((await codeOf(await fetch(url)))[0]).toBe(403)
  const put = await fetch(download_url, { method: 'PUT', body: 'x', headers: { 'content-type': 'text/csv' } })
  expect(put.status).toBe(403)
})

test('a link dies with its hour and with its job, by the clock of the database', async () => {
  const caller = await service.newCaller()
  const job = await service.run(caller, ['a@b.de'])
  const { rows } = await sql<{ expires_at: Date }>`UPDATE bulk_jobs SET expires_at = now() + interval '5 minutes'
    WHERE id = ${job.id} RETURNING expires_at`.execute(service.db)
  const { download_url, expires_at } = await linkOf(caller, job.id)
  expect(expires_at).toBe(rows[0]!.expires_at.toISOString())
  expect((await fetch(download_url)).status).toBe(200)
  await age(job.id, 1)
  expect(await codeOf(await fetch(download_url))).toEqual([410, 'job_expired'])
})

test("a job's id names no group, whatever is requested of it", async () => {
  const caller = await service.newCaller()
  const { id } = await service.run(caller, ['ann.lee@gmail.com'])
  for (const path of [`/emails/bulk/groups/${id}`, `/emails/bulk/groups/${id}/download`])
    expect(await codeOf(await service.request(caller, path))).toEqual([404, 'not_found'])
})

test('no CSV before the end, and none for a failed job', async () => {
  const caller = await service.newCaller()
  await service.stopWorker()
  const { job } = (await (await service.submit(caller, { emails: ['a@b.de'] })).json()) as JobResults
  const early = await service.request(caller, `/emails/bulk/${job.id}/download`)
  expect(early.headers.get('retry-after')).not.toBeNull()
  expect(await codeOf(early)).toEqual([409, 'csv_not_ready'])
  const page = await service.json<JobResults>(caller, `/emails/bulk/${job.id}`)
  expect(page).toMatchObject({ items: [], total: 0, job: { status: 'pending', total: 1 } })
  await sql`UPDATE bulk_jobs SET status = 'failed', failure = 'x' WHERE id = ${job.id}`.execute(service.db)
  await sql`UPDATE bulk_accounts SET unfinished = 0 WHERE account_id = ${caller.accountId}`.execute(service.db)
  expect(await codeOf(await service.request(caller, `/emails/bulk/${job.id}/download`))).toEqual([409, 'csv_not_ready'])
  await service.startWorker()
})

test("another user's job, group or upload answers exactly like a missing one, whatever is requested and with every credential", async () => {
  const [owner, stranger] = [await service.newCaller(), await service.newCaller()]
  const job = await service.run(owner, ['a@b.de'])
  const [waiting, claimed] = [await upload(owner), await upload(owner)]
  const submitted = await service.submit(owner, { upload_id: claimed, email_column: 'email' })
  const { group } = (await submitted.json()) as SubmittedGroup
  const { jobs } = await service.untilGroupDone(owner, group.id)
  const shape = async (answer: Response) => [
    answer.status,
    { ...((await answer.json()) as object), request_id: '' },
    answer.headers.get('content-type'),
  ]
  const missing = '0190b1b2-0000-7000-8000-00000000abcd'
  const requests: ((id: string) => [path: string, body?: unknown])[] = [
    (id) => [`/emails/bulk/${id}`],
    (id) => [`/emails/bulk/${id}?page=2&take=3`],
    (id) => [`/emails/bulk/${id}/download`],
    (id) => [`/emails/bulk/groups/${id}`],
    (id) => [`/emails/bulk/groups/${id}/download`],
    (id) => ['/emails/bulk', { upload_id: id, email_column: 'email' }],
  ]
  for (const headers of await credentialsOf(stranger))
    for (const request of requests)
      for (const id of [job.id, group.id, jobs[0]!.id, waiting, claimed]) {
        const ask = async (asked: string) => {
          const [path, body] = request(asked)
          if (!body) return fetch(service.base + path, { headers })
          const json = { 'content-type': 'application/json', origin: service.origin }
          return fetch(service.base + path, {
            method: 'POST',
            body: JSON.stringify(body),
            headers: { ...json, ...headers },
          })
        }
        const [foreign, none] = [await ask(id), await ask(missing)]
        expect(await shape(foreign)).toEqual(await shape(none))
        // A read token is refused before anybody looks at the id.
        expect(foreign.status).toBe(
          request(id)[1] && headers['service-email-api-token'] === stranger.readToken ? 403 : 404,
        )
      }
})

async function upload(caller: Caller): Promise<string> {
  const content = 'email\na@b.de\n'
  const prepared = await service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'a.csv', size_bytes: content.length }),
  })
  const { upload_id, upload_url, headers } = (await prepared.json()) as PreparedUpload
  const { 'Content-Length': _length, ...signed } = headers
  expect((await fetch(upload_url, { method: 'PUT', body: content, headers: signed })).status).toBe(200)
  return upload_id
}

/** Both permissions of a token, a session's cookie and its bearer token. */
async function credentialsOf({ accountId, token, readToken }: Caller): Promise<Record<string, string>[]> {
  const password = 'correct horse battery staple'
  const hash = await slowPasswords.hash(password)
  await service.db.transaction().execute(async (tx) => setPassword(tx, (await findUserOf(tx, accountId))!.id, hash))
  const { email } = (await findAccount(service.db, accountId))!
  const signedIn = await fetch(`${service.origin}/account/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  expect(signedIn.status).toBe(200)
  const { bearer_token } = (await signedIn.json()) as { bearer_token: string }
  return [
    { 'service-email-api-token': token },
    { 'service-email-api-token': readToken },
    { authorization: `Bearer ${bearer_token}` },
    { cookie: signedIn.headers.get('set-cookie')!.split(';')[0]! },
  ]
}

test('an expired job is 410 at once and shown as expired; a week later it is 404 and nothing of it is left but its units', async () => {
  const caller = await service.newCaller()
  const key = { 'idempotency-key': 'k' }
  const { job } = (await (await service.submit(caller, { emails: ['gone.soon@gmail.com'] }, key)).json()) as JobResults
  expect((await service.untilDone(caller, job.id)).success).toBe(1)
  await age(job.id, 30)
  await sql`UPDATE bulk_keys SET reserved_until = now() WHERE resource_id = ${job.id}`.execute(service.db)
  for (const path of [`/emails/bulk/${job.id}`, `/emails/bulk/${job.id}/download`])
    expect(await codeOf(await service.request(caller, path))).toEqual([410, 'job_expired'])
  const list = await service.json<{ items: { status: string }[] }>(caller, '/emails/bulk')
  expect(list.items.map(({ status }) => status)).toEqual(['expired'])

  const deps = { db: service.db, blobs: blobs(), log: silentLog }
  await expireDue(deps)
  await cleanUp(deps)
  expect((await service.request(caller, `/emails/bulk/${job.id}`)).status).toBe(410)
  await age(job.id, 7)
  await cleanUp(deps)
  for (const path of [`/emails/bulk/${job.id}`, `/emails/bulk/${job.id}/download`])
    expect((await service.request(caller, path)).status).toBe(404)
  const { rows } = await sql<{ chunks: number; keys: number; units: number }>`
    SELECT (SELECT count(*) FROM bulk_chunks WHERE job_id = ${job.id}) AS chunks,
      (SELECT count(*) FROM bulk_keys WHERE account_id = ${caller.accountId}) AS keys,
      (SELECT removed_units FROM bulk_accounts WHERE account_id = ${caller.accountId}) AS units`.execute(service.db)
  expect(rows[0]).toEqual({ chunks: 0, keys: 0, units: 1 })
  const objects = await readdir(join(service.dataDir, 'blobs', 'objects', 'jobs'))
  expect(objects.filter((name) => name.includes(job.id))).toEqual([])
})

test('a job that expires unfinished gives its slot back and takes no further rows', async () => {
  const caller = await service.newCaller()
  await service.stopWorker()
  const { job } = (await (await service.submit(caller, { emails: ['a@b.de'] })).json()) as JobResults
  await age(job.id, 30)
  await expireDue({ db: service.db, blobs: blobs() })
  await service.startWorker()
  const later = await service.run(caller, ['c@d.de'])
  expect(later.status).toBe('completed')
  const { rows } = await sql<{ unfinished: number; success: number }>`
    SELECT unfinished, (SELECT success FROM bulk_jobs WHERE id = ${job.id}) AS success
    FROM bulk_accounts WHERE account_id = ${caller.accountId}`.execute(service.db)
  expect(rows[0]).toEqual({ unfinished: 0, success: 0 })
})

test('unreferenced objects are removed once they are old', async () => {
  const store = blobs()
  const key = 'jobs/0190b1b2-0000-7000-8000-00000000abcd.0123456789ab.csv'
  await store.write(
    key,
    (async function* () {
      yield Buffer.from('x')
    })(),
  )
  await removeOrphans({ db: service.db, blobs: store, log: silentLog })
  expect(await store.stat(key)).toBeDefined()
  const old = new Date(Date.now() - 86_400_000)
  await utimes(join(service.dataDir, 'blobs', 'objects', key), old, old)
  await removeOrphans({ db: service.db, blobs: store, log: silentLog })
  expect(await store.stat(key)).toBeUndefined()
})

test('an old object in a format that this program does not know is kept: a newer node may have written it', async () => {
  const store = blobs()
  const key = 'jobs/0190b1b2-0000-7000-8000-00000000abcd.0123456789ab.csv.zst'
  const path = join(service.dataDir, 'blobs', 'objects', key)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, 'x')
  onTestFinished(() => rm(path))
  const old = new Date(Date.now() - 86_400_000)
  await utimes(path, old, old)
  await removeOrphans({ db: service.db, blobs: store, log: silentLog })
  expect(await store.stat(key)).toBeDefined()
})

test('after all this every invariant holds', async () => {
  const callers = [await service.newCaller(), await service.newCaller()]
  for (const caller of callers) await service.run(caller, ['ann.lee@gmail.com', 'x', ''])
  expect(await verify({ db: service.db, blobs: blobs(), http: { baseUrl: service.base, tokens: callers } })).toEqual([])
})
