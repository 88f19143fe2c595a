// Every invariant is requested: the checker finds nothing in a live instance, and finds each thing that is spoiled in it.
import { readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { API_TOKEN_HEADER } from '@mailsift/contract'
import { loadEngine } from '@mailsift/engine/node'
import { type KyselyPlugin, sql } from 'kysely'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { packResults, unpackResults } from '../../src/bulk/format/results.ts'
import { uuidv7 } from '../../src/platform/ids.ts'
import { type Checkpoints, readCheckpoints } from '../../src/verify/checkpoints.ts'
import { checkLog } from '../../src/verify/logs.ts'
import { verify } from '../../src/verify/verify.ts'
import type { Violation } from '../../src/verify/violation.ts'
import { watch } from '../../src/verify/watch.ts'
import { type Instance, startInstance } from './instance.ts'

const engine = loadEngine()
let instance: Instance
beforeAll(async () => {
  instance = await startInstance()
  return () => instance.stop()
})

const run = (statement: ReturnType<typeof sql>) => statement.execute(instance.service.db)
const look = (baseUrl = instance.service.base, checkpoints?: Checkpoints): Promise<Violation[]> => {
  const { service, blobs, owner, other } = instance
  return verify({ db: service.db, blobs, engine, checkpoints, http: { baseUrl, tokens: [owner, other] } })
}
/** All but the checks over HTTP, which are most of the work. */
const lookInside = () => verify({ db: instance.service.db, blobs: instance.blobs, engine })

test('nothing is found in a live instance', async () => {
  const { rows } = await sql<{ contacts: number }>`SELECT count(*) AS contacts FROM contacts`.execute(
    instance.service.db,
  )
  expect(rows[0]!.contacts).toBe(3)
  expect(await look()).toEqual([])
})

const objects = (kind: string) => join(instance.service.dataDir, 'blobs', 'objects', kind)
async function objectOf(kind: string, id: string): Promise<string> {
  const name = (await readdir(objects(kind))).find((file) => file.startsWith(id))
  return join(objects(kind), name!)
}

/** Rewrites the first row of a job's only chunk. */
async function rewrite(jobId: string, change: (row: ReturnType<typeof rowOf>) => ReturnType<typeof rowOf>) {
  const { db } = instance.service
  const chunk = await db.selectFrom('bulk_chunks').selectAll().where('job_id', '=', jobId).executeTakeFirstOrThrow()
  const packed = unpackResults(chunk.results!)
  const rows = Array.from({ length: packed.length }, (_, at) => rowOf(packed, at))
  const results = packResults(rows.map((row, at) => (at === 0 ? change(row) : row)))
  await db.updateTable('bulk_chunks').set({ results }).where('id', '=', chunk.id).execute()
}
const rowOf = (packed: ReturnType<typeof unpackResults>, at: number) => packed.row(at)

const childId = sql`(SELECT id FROM bulk_jobs WHERE group_id IS NOT NULL)`
const id = (name: keyof Instance['ids']) => instance.ids[name]
const upload = sql`(SELECT upload_id FROM bulk_groups)`

test.each<[number, string, () => Promise<unknown>]>([
  [1, 'rows that are missing', () => run(sql`UPDATE bulk_chunks SET first_index = 1 WHERE job_id = ${id('list')}`)],
  [1, 'a chunk that is gone', () => run(sql`DELETE FROM bulk_chunks WHERE job_id = ${id('list')}`)],
  [1, 'a row without an answer', () => run(sql`UPDATE bulk_chunks SET row_count = 4 WHERE job_id = ${id('list')}`)],
  [1, 'a result under another id', () => rewrite(id('list'), (row) => ({ ...row, id: uuidv7() }))],
  [
    1,
    'results that cannot be read',
    () =>
      run(sql`UPDATE bulk_chunks SET results = '\\x00'
      WHERE job_id IN (${childId}, ${id('list')}, ${id('checked')})`),
  ],
  [
    4,
    'inputs that cannot be read',
    () =>
      run(sql`UPDATE bulk_chunks SET results = NULL, done_at = NULL, inputs = '\\x00'
      WHERE job_id IN (${childId}, ${id('list')})`),
  ],
  [
    2,
    'counts that are not those of the rows',
    () => run(sql`UPDATE bulk_jobs SET success = 1, errors = 2 WHERE id = ${id('list')}`),
  ],
  [2, 'a wrong number of chunks left', () => run(sql`UPDATE bulk_jobs SET chunks_left = 1 WHERE id = ${id('list')}`)],
  [2, 'a pending job with rows', () => run(sql`UPDATE bulk_jobs SET status = 'pending' WHERE id = ${id('list')}`)],
  [
    2,
    'a job updated before it was made',
    () => run(sql`UPDATE bulk_jobs SET updated_at = created_at - interval '1 s' WHERE id = ${id('list')}`),
  ],
  [2, 'a failure without a reason', () => run(sql`UPDATE bulk_jobs SET status = 'failed' WHERE id = ${id('list')}`)],
  [
    2,
    'an open job past its end',
    () => run(sql`UPDATE bulk_jobs SET expires_at = now() - interval '10 min' WHERE id = ${id('list')}`),
  ],
  [3, 'a unit too many in the ledger', () => run(sql`UPDATE usage_daily SET units = units + 1 WHERE kind = 'bulk'`)],
  [3, 'a unit too few in the ledger', () => run(sql`UPDATE usage_daily SET units = units - 1 WHERE kind = 'bulk'`)],
  [
    3,
    'a malformed row that was announced as a unit',
    () =>
      run(sql`UPDATE outbox_events SET body = jsonb_set(body, '{units}', '3')
      WHERE id IN (SELECT id FROM bulk_chunks WHERE job_id = ${childId})`),
  ],
  [
    3,
    'a chunk that was never announced',
    () => run(sql`DELETE FROM outbox_events WHERE body->>'jobId' = ${id('list')}`),
  ],
  [
    3,
    'a chunk announced for another account',
    () =>
      run(sql`UPDATE outbox_events SET account_id = ${instance.other.accountId}
      WHERE body->>'jobId' = ${id('list')}`),
  ],
  [
    3,
    'a chunk announced twice',
    () =>
      run(sql`INSERT INTO outbox_events (id, account_id, body)
      SELECT gen_random_uuid(), account_id, body FROM outbox_events WHERE body->>'jobId' = ${id('list')}`),
  ],
  [
    4,
    'another list than was sent',
    () => run(sql`UPDATE bulk_jobs SET fingerprint = sha256('x') WHERE id = ${id('list')}`),
  ],
  [4, 'an input that was changed', () => rewrite(id('list'), (row) => ({ ...row, input: `${row.input} ` }))],
  [
    4,
    'an input that is not in the file',
    async () => {
      const { rows } = await sql<{ id: string }>`SELECT ${childId} AS id`.execute(instance.service.db)
      await rewrite(rows[0]!.id, (row) => ({ ...row, input: `${row.input} ` }))
    },
  ],
  [5, 'a gap between children', () => run(sql`UPDATE bulk_jobs SET ordinal = 1 WHERE id = ${childId}`)],
  [5, 'children that do not meet', () => run(sql`UPDATE bulk_jobs SET row_offset = 1 WHERE id = ${childId}`)],
  [5, 'records without a child', () => run(sql`UPDATE bulk_groups SET total = 4`)],
  [5, 'a wrong number of children left', () => run(sql`UPDATE bulk_groups SET children_left = 1`)],
  [5, 'partial without a failed child', () => run(sql`UPDATE bulk_groups SET status = 'partial'`)],
  [
    5,
    'completed with a failed child',
    () => run(sql`UPDATE bulk_jobs SET status = 'failed', failure = 'x' WHERE id = ${childId}`),
  ],
  [
    5,
    'failed with a completed child',
    async () => {
      await run(sql`INSERT INTO bulk_jobs (id, account_id, status, validate_domain, total, chunks_left, failure, expires_at, group_id,
      ordinal, row_offset) SELECT gen_random_uuid(), account_id, 'failed', false, 1, 1, 'x', expires_at, group_id, 1, 3
      FROM bulk_jobs WHERE id = ${childId}`)
      await run(sql`UPDATE bulk_groups SET status = 'failed', total = 4, failure = 'Every job of the group failed.'`)
    },
  ],
  [6, 'a CSV that is gone', async () => rm(await objectOf('jobs', id('list')))],
  [6, "a group's CSV that is gone", async () => rm(await objectOf('groups', id('group')))],
  [
    6,
    'a CSV with other bytes',
    async () => {
      const file = await objectOf('jobs', id('list'))
      await rm(file)
      await writeFile(file, Buffer.alloc(10))
    },
  ],
  [
    6,
    'another hash than was promised',
    () => run(sql`UPDATE bulk_jobs SET csv_sha256 = sha256('x') WHERE id = ${id('list')}`),
  ],
  [6, 'another length than was promised', () => run(sql`UPDATE bulk_groups SET csv_bytes = 1`)],
  [6, "a group's CSV with a record too few", () => run(sql`UPDATE bulk_groups SET total = 4`)],
  [7, 'a claimed file that is gone', async () => rm(join(objects('uploads'), (await readdir(objects('uploads')))[0]!))],
  [
    6,
    'a claimed file with other bytes: its export is not made of them',
    async () => {
      const file = join(objects('uploads'), (await readdir(objects('uploads')))[0]!)
      const { size } = await stat(file)
      await rm(file)
      await writeFile(file, Buffer.alloc(size, 'x'))
    },
  ],
  [7, 'a claimed file of another size', () => run(sql`UPDATE bulk_uploads SET size_bytes = 1 WHERE id = ${upload}`)],
  [7, 'a group without a claim', () => run(sql`UPDATE bulk_uploads SET claimed_at = NULL WHERE id = ${upload}`)],
  [8, 'a slot that no submission holds', () => run(sql`UPDATE bulk_accounts SET unfinished = 1`)],
  [
    8,
    'four unfinished jobs',
    () =>
      run(sql`INSERT INTO bulk_jobs (id, account_id, validate_domain, total, chunks_left, expires_at)
      SELECT gen_random_uuid(), ${instance.owner.accountId}, false, 1, 1, now() + interval '1 day' FROM generate_series(1, 4)`),
  ],
  [
    8,
    'four unclaimed uploads',
    () =>
      run(sql`INSERT INTO bulk_uploads (id, account_id, filename, size_bytes, expires_at)
      SELECT gen_random_uuid(), ${instance.owner.accountId}, '"a"', 1, now() + interval '1 hour' FROM generate_series(1, 4)`),
  ],
  [8, 'a list of jobs that is too long', () => run(sql`UPDATE bulk_job_times SET jobs = jobs + 1`)],
  [8, 'a list of jobs that says it is longer', () => run(sql`UPDATE bulk_totals SET jobs = jobs + 1`)],
  [8, 'a list of groups that says it is longer', () => run(sql`UPDATE bulk_totals SET groups = groups + 1`)],
  [8, 'a key that leads to nothing', () => run(sql`UPDATE bulk_keys SET resource_id = gen_random_uuid()`)],
  [
    9,
    'two chunks with the same result ids',
    () =>
      run(sql`INSERT INTO bulk_chunks (id, job_id, account_id, first_index, row_count, results, done_at)
      SELECT overlay(id::text placing 'abcd' from 33)::uuid, job_id, account_id, 3, 3, results, done_at FROM bulk_chunks WHERE job_id = ${id('list')}`),
  ],
  [
    10,
    'a contact that was never validated',
    () =>
      run(sql`INSERT INTO contacts (id, account_id, position, email, normalized, domain,
      validated_at, state, created_at, updated_at) SELECT gen_random_uuid(), account_id, 100, 'x@gmail.com', 'x@gmail.com',
      'gmail.com', now(), 'no_match', now(), now() FROM contacts LIMIT 1`),
  ],
  [
    10,
    'a contact that is not safe',
    () => run(sql`UPDATE contacts SET email = 'info@gmail.com' WHERE email LIKE 'carl%'`),
  ],
  [
    10,
    'a contact without valid MX',
    () => run(sql`UPDATE contacts SET email = 'dora.smith@gmx.de' WHERE email LIKE 'carl%'`),
  ],
  [
    10,
    'a contact whose domain was not checked',
    () =>
      run(sql`UPDATE bulk_jobs SET validate_domain = false
      WHERE id = ${id('checked')}`),
  ],
  [
    10,
    'a contact from a single validation that never was',
    () =>
      run(sql`UPDATE contacts SET email = 'gone@gmail.com'
      WHERE email LIKE 'grace%'`),
  ],
  [
    11,
    'what should have been removed',
    () =>
      run(sql`UPDATE bulk_jobs SET status = 'expired',
      expires_at = now() - interval '8 days' WHERE id = ${id('list')}`),
  ],
  [
    11,
    'a key of what has been removed',
    () => run(sql`UPDATE bulk_keys SET reserved_until = now() - interval '8 days'`),
  ],
  [
    12,
    'an old object that no row names',
    async () => {
      const file = join(objects('jobs'), '0190b1b2-0000-7000-8000-00000000abcd.0123456789ab.csv')
      await writeFile(file, 'x')
      const old = new Date(Date.now() - 25 * 3_600_000)
      await utimes(file, old, old)
    },
  ],
  [
    12,
    'work that a dead process holds',
    async () => {
      await run(sql`SELECT graphile_worker.add_job('bulk.expire')`)
      await run(
        sql`UPDATE graphile_worker._private_jobs SET locked_by = 'gone', locked_at = now() - interval '2 minutes'`,
      )
    },
  ],
])('invariant %i: %s', async (invariant, _name, spoil) => {
  const found = await instance.spoiled(spoil, lookInside)
  expect(found.map((violation) => violation.invariant)).toContain(invariant)
})

test('and after all that nothing is found any more', async () => {
  expect(await look()).toEqual([])
})

/** A look gets two answers of the database; one may have begun already. */
const TWO_LOOKS = 2 * 2

test.each<[string, () => Promise<unknown>]>([
  [
    'a counter that goes back',
    () => run(sql`UPDATE bulk_jobs SET status = 'failed', failure = 'x', errors = 0 WHERE id = ${id('list')}`),
  ],
  [
    'a state that is left though it is final',
    () => run(sql`UPDATE bulk_jobs SET status = 'processing' WHERE id = ${id('list')}`),
  ],
  ['a group that starts again', () => run(sql`UPDATE bulk_groups SET status = 'processing'`)],
  [
    'a time that goes back',
    () => run(sql`UPDATE bulk_jobs SET updated_at = updated_at - interval '1 s' WHERE id = ${id('list')}`),
  ],
])('invariant 2, over time: %s', async (_name, spoil) => {
  let answers = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answers++
      return result
    },
  }
  const watching = watch(instance.service.db.withPlugin(counting), 5)
  const untilItHasLooked = () => {
    const before = answers
    return expect.poll(() => answers).toBeGreaterThan(before + TWO_LOOKS)
  }
  await untilItHasLooked()
  const found = await instance.spoiled(spoil, async () => {
    await untilItHasLooked()
    return watching.stop()
  })
  expect(found.map(({ invariant }) => invariant)).toContain(2)
})

/** The service behind a door that changes what passes it. */
async function useLiar(lie: {
  token?: (token: string) => string
  answer?: (path: string, body: string) => string | undefined
}): Promise<string> {
  const { port } = new URL(instance.service.base)
  const server = createServer((asked, reply) => {
    const token = asked.headers[API_TOKEN_HEADER] as string
    const headers = { ...asked.headers, [API_TOKEN_HEADER]: lie.token?.(token) ?? token }
    request({ port, path: asked.url, headers }, async (answer: IncomingMessage) => {
      const body = await text(answer)
      const told = lie.answer?.(asked.url!, body) ?? body
      reply.writeHead(answer.statusCode!, { 'content-type': answer.headers['content-type'] })
      reply.end(told)
    }).end()
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await new Promise((resolve) => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

test('invariant 9: an instance that shows one user what is another’s', async () => {
  const { owner } = instance
  const found = await look(await useLiar({ token: () => owner.token }))
  const nines = found.filter(({ invariant }) => invariant === 9).map(({ subject }) => subject.split(' ')[0])
  expect(new Set(nines)).toEqual(new Set(['job', 'group', 'contact']))
})

test('invariant 5: a group whose sums are not those of its children', async () => {
  const answer = (path: string, body: string) =>
    path.includes('/groups/') ? body.replace('"success":2', '"success":1') : undefined
  const found = await look(await useLiar({ answer }))
  expect(found.map(({ invariant }) => invariant)).toContain(5)
})

test('invariant 11: an instance that answers what has expired', async () => {
  const spoil = () =>
    run(sql`UPDATE bulk_jobs SET status = 'expired', expires_at = now() - interval '1 day' WHERE id = ${id('list')}`)
  expect(await instance.spoiled(spoil, look)).toEqual([])
  const server = createServer((asked, reply) => {
    reply.writeHead(200, { 'content-type': 'application/json' })
    reply.end(asked.url!.includes('/contacts?') ? '{"data":[]}' : '{"items":[],"jobs":[],"group":{}}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  const baseUrl = await new Promise<string>((resolve) =>
    server.once('listening', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)),
  )
  const found = await instance.spoiled(spoil, () => look(baseUrl))
  expect(found.map(({ invariant }) => invariant)).toContain(11)
})

test('invariant 13: an address or a token in a log', () => {
  const clean = '{"level":30,"route":"/v1/emails/validate","status":200}\n{"level":40,"msg":"chunk failed"}\n'
  expect([...checkLog('log', clean)]).toEqual([])
  expect([...checkLog('log', `${clean}{"msg":"ann.lee@gmail.com"}`)]).toMatchObject([
    { invariant: 13, subject: 'log, line 3' },
  ])
  expect([...checkLog('log', `{"token":"${instance.owner.token}"}`)]).toMatchObject([{ invariant: 13 }])
})

test('what was read, found right and cannot change is not read again; that it is there is still checked', async () => {
  const { db, base } = instance.service
  onTestFinished(() => run(sql`TRUNCATE verify_checkpoints`).then(() => undefined))
  const first = await readCheckpoints(db)
  expect(await look(base, first)).toEqual([])
  expect(first.skipped()).toBe(0)
  await first.store([])
  const lookAgain = async () => {
    const checkpoints = await readCheckpoints(db)
    return { found: await look(base, checkpoints), skipped: checkpoints.skipped() }
  }
  expect(await lookAgain()).toEqual({ found: [], skipped: 10 })

  const unseen = await instance.spoiled(
    () => rewrite(id('list'), (row) => ({ ...row, id: uuidv7() })),
    async () => [(await lookAgain()).found, await look()],
  )
  expect(unseen[0]).toEqual([])
  expect(unseen[1]).not.toEqual([])
  for (const spoil of [
    () => run(sql`DELETE FROM bulk_chunks WHERE job_id = ${id('list')}`),
    () => run(sql`UPDATE bulk_jobs SET errors = errors - 1, success = success + 1 WHERE id = ${id('list')}`),
    async () => rm(await objectOf('jobs', id('list'))),
  ])
    expect((await instance.spoiled(spoil, lookAgain)).found).not.toEqual([])
})

test('what something was found in is read again the next time', async () => {
  const { db, base } = instance.service
  onTestFinished(() => run(sql`TRUNCATE verify_checkpoints`).then(() => undefined))
  const spoil = () => rewrite(id('list'), (row) => ({ ...row, id: uuidv7() }))
  const found = await instance.spoiled(spoil, async () => {
    const checkpoints = await readCheckpoints(db)
    await checkpoints.store(await look(base, checkpoints))
    return look(base, await readCheckpoints(db))
  })
  expect(found).not.toEqual([])
})
