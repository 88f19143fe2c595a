import type { Download, JobList, JobResults, SubmittedJob } from '@mailsift/contract'
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { type Service, startService } from './service.ts'

let service: Service

beforeAll(async () => {
  service = await startService()
  return () => service.stop()
})

test('a job goes from pending to completed, every row once, in order, with its own ids', async () => {
  const caller = await service.newCaller()
  const emails = Array.from({ length: 2_345 }, (_, index) =>
    index % 100 === 7 ? `no address ${index}` : `ann.lee${index % 50}@gmail.com`,
  )
  const answer = await service.submit(caller, { emails })
  expect(answer.status).toBe(202)
  const { job, status_url } = (await answer.json()) as SubmittedJob
  expect(job).toMatchObject({ status: 'pending', total: 2_345, processed: 0, success: 0, errors: 0, failure: null })
  expect(answer.headers.get('location')).toBe(status_url)
  expect(Date.parse(job.expires_at) - Date.parse(job.created_at)).toBe(30 * 86_400_000)

  const done = await service.untilDone(caller, job.id)
  expect(done).toMatchObject({ status: 'completed', total: 2_345, processed: 2_345, errors: 24, success: 2_321 })
  const ids = new Set<string>()
  for (let page = 1; page <= 24; page++) {
    const results = await service.json<JobResults>(caller, `/emails/bulk/${job.id}?take=100&page=${page}`)
    expect(results).toMatchObject({ total: 2_345, page, take: 100 })
    results.items.forEach((item, at) => {
      const index = (page - 1) * 100 + at
      expect(item.index).toBe(index)
      expect(item.input).toBe(emails[index])
      expect((item.result === null) !== (item.error === null)).toBe(true)
      if (item.result) ids.add(item.result.id)
      else expect(item.error!.code).toBe('invalid_email')
    })
  }
  expect(ids.size).toBe(2_321)
})

test('a page across chunks, the last page and any page after it', async () => {
  const caller = await service.newCaller()
  const job = await service.run(
    caller,
    Array.from({ length: 1_030 }, (_, index) => `a${index}@b.de`),
  )
  const across = await service.json<JobResults>(caller, `/emails/bulk/${job.id}?take=60&page=17`)
  expect(across.items.map(({ index }) => index)).toEqual(Array.from({ length: 60 }, (_, at) => 960 + at))
  const last = await service.json<JobResults>(caller, `/emails/bulk/${job.id}?take=100&page=11`)
  expect(last.items.map(({ index }) => index)).toEqual(Array.from({ length: 30 }, (_, at) => 1_000 + at))
  const beyond = await service.json<JobResults>(caller, `/emails/bulk/${job.id}?take=100&page=1000000`)
  expect(beyond).toMatchObject({ items: [], total: 1_030, page: 1_000_000 })
})

test('inputs come back exactly as sent: NUL, lone surrogates, NBSP, ZWSP, bidi', async () => {
  const caller = await service.newCaller()
  const emails = [
    '\0',
    '\ud800',
    'a\udfff@b.de',
    '\u00a0ann@gmail.com\u00a0',
    '\u200bann@gmail.com',
    '\u202eann@gmail.com',
    '',
    '  ',
  ]
  const job = await service.run(caller, emails)
  const { items } = await service.json<JobResults>(caller, `/emails/bulk/${job.id}`)
  expect(items.map(({ input }) => input)).toEqual(emails)
  expect(items[3]!.result!.inbound).toBe('ann@gmail.com')
})

test('the list shows the jobs of the account, newest first', async () => {
  const caller = await service.newCaller()
  const jobs = [
    await service.run(caller, ['a@b.de']),
    await service.run(caller, ['a@b.de']),
    await service.run(caller, ['a@b.de']),
  ]
  const list = await service.json<JobList>(caller, '/emails/bulk?take=2')
  expect(list).toMatchObject({ total: 3, page: 1, take: 2 })
  expect(list.items.map(({ id }) => id)).toEqual([jobs[2]!.id, jobs[1]!.id])
  const rest = await service.json<JobList>(caller, '/emails/bulk?take=2&page=2')
  expect(rest.items.map(({ id }) => id)).toEqual([jobs[0]!.id])
})

test('the CSV has the columns of §4.5 and escapes formulas, quotes and line breaks', async () => {
  const caller = await service.newCaller()
  const emails = ['ann.lee@gmail.com', '=cmd()', 'a "quoted"\nstring', '+49@x']
  const job = await service.run(caller, emails)
  const link = await service.json<Download>(caller, `/emails/bulk/${job.id}/download`)
  const answer = await fetch(link.download_url)
  expect(answer.headers.get('content-disposition')).toContain('attachment')
  const rows: string[][] = parse(await answer.text())
  expect(rows[0]!.slice(0, 5)).toEqual(['index', 'input', 'error.code', 'error.message', 'id'])
  expect(rows.map(([index, input]) => [index, input]).slice(1)).toEqual([
    ['0', 'ann.lee@gmail.com'],
    ['1', "'=cmd()"],
    ['2', 'a "quoted"\nstring'],
    ['3', "'+49@x"],
  ])
  const { items } = await service.json<JobResults>(caller, `/emails/bulk/${job.id}`)
  expect(rows[1]![4]).toBe(items[0]!.result!.id)
})
