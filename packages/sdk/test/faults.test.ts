import { describe, expect } from 'vitest'
import { ConnectionError, isApiError, Mailsift } from '../src/index.ts'
import { type Fault, type StandIn, TOKEN } from './stand-in.ts'
import type { Operation } from './stand-in-operations.ts'
import { test } from './with-service.ts'

const fail = (service: StandIn, on: Operation['name'], how: Fault['how'], times = 1) => {
  for (let n = 0; n < times; n++) service.faults.push({ on, how })
}
const CSV = `name,email\n${'Ada,ada@contoso.com\n'.repeat(20_000)}`
const clean = (mailsift: Mailsift) => mailsift.csv.clean(new Blob([CSV]), { emailColumn: 'email' })

const DROPS = [
  'drop before handling',
  'drop amid the request body',
  'drop after handling',
  'drop amid the answer',
] as const satisfies Fault['how'][]

describe.concurrent('a dropped connection', () => {
  test.for(DROPS)('during submission (%s) leaves one job', async (how, { service, mailsift }) => {
    fail(service, 'submit', how, 2)
    const job = await mailsift.bulk.submit(['a@contoso.com'])
    expect(service.count('submit')).toBe(3)
    expect([...service.jobs.values()].map(({ job }) => job.id)).toEqual([job.id])
    const keys = new Set(service.seen.map(({ headers }) => headers['idempotency-key']))
    expect(keys.size).toBe(1)
  })

  test('during a validation is followed by a retry with the same key, which is billed once', async ({
    service,
    mailsift,
  }) => {
    fail(service, 'validate', 'drop after handling', 2)
    await mailsift.validate('a@contoso.com')
    await mailsift.validate('a@contoso.com')
    const keys = service.seen.map(({ headers }) => headers['idempotency-key'])
    expect(keys).toHaveLength(4)
    expect(new Set(keys.slice(0, 3)).size).toBe(1)
    expect(keys[3]).not.toBe(keys[0])
  })

  test.for(DROPS)(
    'during preparation, PUT, submission and polling (%s) leaves one group and the whole file',
    async (how, { service, mailsift }) => {
      for (const on of ['prepare', 'put', 'submit', 'group'] as const)
        if (on !== 'group' || how !== 'drop amid the request body') fail(service, on, how)
      const { group, csv } = await clean(mailsift)
      expect(group.status).toBe('completed')
      expect(service.groups.size).toBe(1)
      expect(service.uploads.size).toBe(1)
      expect([...service.uploads.values()][0]?.bytes?.toString()).toBe(CSV)
      expect(await new Response(csv).text()).toBe(`${CSV}end`)
    },
  )

  test('that takes away every answer to the PUT does not hide that the file has arrived', async ({
    service,
    mailsift,
  }) => {
    fail(service, 'put', 'drop after handling', 3)
    expect((await clean(mailsift)).group.status).toBe('completed')
    expect(service.count('put')).toBe(3)
    expect(service.groups.size).toBe(1)
  })

  test('that never lets the file arrive is reported as what it is', async ({ service, mailsift }) => {
    fail(service, 'put', 'drop amid the request body', 3)
    await expect(clean(mailsift)).rejects.toBeInstanceOf(ConnectionError)
    expect(service.groups.size).toBe(0)
  })

  test('during the download is resumed where it broke', async ({ service, mailsift }) => {
    const { csv } = await clean(mailsift)
    fail(service, 'file', 'drop amid the answer', 4)
    expect(await new Response(csv).text()).toBe(`${CSV}end`)
    const ranges = service.seen.filter(({ operation }) => operation === 'file').map(({ headers }) => headers.range)
    expect(ranges.length).toBe(5)
    expect(ranges[0]).toBeUndefined()
    expect(ranges[4]).toMatch(/^bytes=[1-9]\d+-$/)
  })

  test('during the download from a store without ranges repeats no byte', async ({ service }) => {
    const withoutRange = async (input: string | URL | Request, init?: RequestInit) => {
      const { range: _, ...headers } = { ...(init?.headers as Record<string, string>) }
      return fetch(input, String(input).includes('/files/') ? { ...init, headers } : init)
    }
    const mailsift = new Mailsift({ token: TOKEN, baseUrl: service.origin, fetch: withoutRange })
    const { csv } = await clean(mailsift)
    fail(service, 'file', 'drop amid the answer', 2)
    expect(await new Response(csv).text()).toBe(`${CSV}end`)
    expect(service.count('file')).toBe(3)
  })

  test('between the last byte of a download and its end loses nothing and repeats nothing', async ({ service }) => {
    const endless = new TransformStream({ flush: (controller) => controller.error(new TypeError('terminated')) })
    const cutAtTheEnd = async (input: string | URL | Request, init?: RequestInit) => {
      const response = await fetch(input, init)
      if (response.status !== 200 || !String(input).includes('/files/')) return response
      return new Response(response.body!.pipeThrough(endless))
    }
    const mailsift = new Mailsift({ token: TOKEN, baseUrl: service.origin, fetch: cutAtTheEnd })
    const { csv } = await clean(mailsift)
    expect(await new Response(csv).text()).toBe(`${CSV}end`)
    const ranges = service.seen.filter(({ operation }) => operation === 'file').map(({ headers }) => headers.range)
    expect(ranges).toEqual([undefined, `bytes=${CSV.length + 3}-`])
  })

  test('amid a refusal of the download is one as well', async ({ service }) => {
    const cutRefusal = async (input: string | URL | Request, init?: RequestInit) => {
      const response = await fetch(input, init)
      if (!String(input).includes('/files/')) return response
      const cut = new ReadableStream({ pull: (controller) => controller.error(new TypeError('terminated')) })
      return new Response(cut, { status: 503 })
    }
    const mailsift = new Mailsift({ token: TOKEN, baseUrl: service.origin, fetch: cutRefusal, maxRetries: 0 })
    const { csv } = await clean(mailsift)
    await expect(new Response(csv).text()).rejects.toBeInstanceOf(ConnectionError)
  })

  test('that persists is reported after two retries', async ({ service, mailsift }) => {
    fail(service, 'validate', 'drop before handling', 9)
    await expect(mailsift.validate('a@contoso.com')).rejects.toBeInstanceOf(ConnectionError)
    expect(service.count('validate')).toBe(3)
  })

  test('that outlasts the retries of one poll does not end the waiting', async ({ service, mailsift }) => {
    const { id } = await mailsift.bulk.submit(['a@contoso.com'])
    fail(service, 'job', 'drop before handling', 4)
    expect((await mailsift.bulk.wait(id)).status).toBe('completed')
  })
})

test('a permanent error ends the waiting at once', async ({ service, mailsift }) => {
  const gone = await mailsift.bulk.wait('00000000-0000-7000-8000-000000000000').catch((error: unknown) => error)
  expect(isApiError(gone, 'not_found')).toBe(true)
  expect(service.count('job')).toBe(1)
})

describe.concurrent('an error response', () => {
  test.for([408, 500, 502, 503, 504])('%i is retried', async (status, { service, mailsift }) => {
    fail(service, 'validate', { status, body: '<html>' })
    await mailsift.validate('a@contoso.com')
    expect(service.count('validate')).toBe(2)
  })

  test('a rate limit is retried, but not before its Retry-After', async ({ service, mailsift }) => {
    fail(service, 'validate', { code: 'rate_limited', headers: { 'retry-after': '1' } })
    const started = performance.now()
    await mailsift.validate('a@contoso.com')
    expect(service.count('validate')).toBe(2)
    // A timer may fire a millisecond early, but never a second.
    expect(performance.now() - started).toBeGreaterThan(900)
  })

  test('a Retry-After of more than a minute is left to the caller', async ({ service, mailsift }) => {
    fail(service, 'validate', { code: 'unavailable', headers: { 'retry-after': '61' } })
    await expect(mailsift.validate('a@contoso.com')).rejects.toMatchObject({
      code: 'unavailable',
      retryAfterSeconds: 61,
    })
    expect(service.count('validate')).toBe(1)
  })

  test('a submission whose first request is still running is sent again, and gets its job', async ({
    service,
    mailsift,
  }) => {
    fail(service, 'submit', { code: 'idempotency_in_progress', headers: { 'retry-after': '0' } })
    const { id } = await mailsift.bulk.submit(['a@contoso.com'])
    expect(service.count('submit')).toBe(2)
    expect((await mailsift.bulk.get(id)).job.id).toBe(id)
  })

  test.for(['too_many_unfinished', 'idempotency_conflict', 'upload_claimed'] as const)(
    '%s is never retried',
    async (code, { service, mailsift }) => {
      fail(service, 'submit', { code, headers: { 'retry-after': '1' } })
      const error = await mailsift.bulk.submit(['a@contoso.com']).catch((error) => error)
      expect(isApiError(error, code)).toBe(true)
      expect(service.count('submit')).toBe(1)
    },
  )

  test.for([400, 401, 402, 403, 404, 409, 410, 413, 415])(
    '%i is not retried, also when a proxy answers',
    async (status, { service, mailsift }) => {
      fail(service, 'validate', { status, body: 'no JSON' })
      await expect(mailsift.validate('a@contoso.com')).rejects.toMatchObject({ code: 'unexpected_response', status })
      expect(service.count('validate')).toBe(1)
    },
  )

  test('an expired job ends the waiting', async ({ service, mailsift }) => {
    const { id } = await mailsift.bulk.submit(['a@contoso.com'])
    fail(service, 'job', { code: 'job_expired' })
    await expect(mailsift.bulk.wait(id)).rejects.toMatchObject({ code: 'job_expired', status: 410 })
  })

  test('a redirect is not followed with the token, and the error says what to do', async ({ service, mailsift }) => {
    fail(service, 'validate', { status: 302, headers: { location: `${service.origin}/v1/contacts` } })
    await expect(mailsift.validate('a@contoso.com')).rejects.toMatchObject({
      code: 'unexpected_response',
      status: 302,
      message: 'Unexpected answer with status 302: is baseUrl the address of the service, https included?',
    })
    expect(service.seen.length).toBe(1)
  })

  test.for(['<html>Please log in</html>', 'null', '"ok"', ''])(
    'a response from another server (%j) is not a result',
    async (body, { service, mailsift }) => {
      fail(service, 'validate', { status: 200, body })
      await expect(mailsift.validate('a@contoso.com')).rejects.toMatchObject({ code: 'unexpected_response' })
    },
  )

  test('a service that does not respond fails with the timeout', async ({ service }) => {
    const silent = new Mailsift({
      token: TOKEN,
      baseUrl: service.origin,
      timeoutMs: 50,
      maxRetries: 1,
      fetch: neverAnswers,
    })
    await expect(silent.validate('a@contoso.com')).rejects.toBeInstanceOf(ConnectionError)
  })
})

const neverAnswers: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
