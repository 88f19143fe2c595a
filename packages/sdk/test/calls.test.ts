import { describe, expect } from 'vitest'
import { ApiError, ConnectionError, isApiError, Mailsift } from '../src/index.ts'
import { TOKEN } from './stand-in.ts'
import { contactOf } from './stand-in-operations.ts'
import { collect, test } from './with-service.ts'

describe('validate', () => {
  test("returns the service's result, and requests domain checks only if told to", async ({ mailsift }) => {
    const plain = await mailsift.validate('ada+x@contoso.com')
    expect(plain.inbound).toBe('ada+x@contoso.com')
    expect(plain.validations.has_valid_mx_records).toBeUndefined()
    const checked = await mailsift.validate('ada@contoso.com', { validateDomain: true })
    expect(checked.validations.has_valid_mx_records).toBe(true)
  })

  test('a malformed address is an error with its code and request id', async ({ mailsift }) => {
    const error = await mailsift.validate('nobody').catch((error) => error)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: 'invalid_email', status: 400, requestId: 'r-1' })
    expect(isApiError(error, 'invalid_email')).toBe(true)
    expect(isApiError(error, 'not_found')).toBe(false)
  })
})

test.for(['', '/', '/v1', '/v1/'])('the base URL may end in %j', async (end, { service }) => {
  const client = new Mailsift({ token: TOKEN, baseUrl: service.origin + end })
  expect(await client.validate('ada@contoso.com')).toMatchObject({ inbound: 'ada@contoso.com' })
})

test('a missing token is reported before anything is sent', () => {
  expect(() => new Mailsift({ token: '' })).toThrow('token')
  expect(() => Reflect.construct(Mailsift, [])).toThrow('Mailsift.fromEnv()')
})

test('the environment of the command line makes a client, and one without a token says what to set', async ({
  service,
}) => {
  const client = Mailsift.fromEnv({ MAILSIFT_TOKEN: `${TOKEN}\n`, MAILSIFT_SERVER: service.origin })
  expect(await client.validate('ada@contoso.com')).toMatchObject({ inbound: 'ada@contoso.com' })
  expect(() => Mailsift.fromEnv({ MAILSIFT_SERVER: service.origin })).toThrow('MAILSIFT_TOKEN is not set')
})

test('with the session of a page, no token is sent, and a header proves the same origin', async ({ service }) => {
  const client = new Mailsift({ credentials: 'cookie', baseUrl: service.origin })
  await expect(client.validate('ada@contoso.com')).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(service.seen[0]?.headers).toMatchObject({ 'mailsift-request': '1' })
  expect(service.seen[0]?.headers).not.toHaveProperty('service-email-api-token')
})

test.for(['ms_w_se\ncret', 'ms_w_secret\nms_w_other', 'ms_w_secret→'])(
  'a token that is not a valid header (%j) is refused at once, and not repeated',
  (token) => {
    const refused = () => new Mailsift({ token })
    expect(refused).toThrow(TypeError)
    expect(refused).not.toThrow('secret')
  },
)

test('a trailing line end of a token read from a file is ignored', async ({ service }) => {
  const client = new Mailsift({ token: `${TOKEN}\n`, baseUrl: service.origin })
  expect(await client.validate('ada@contoso.com')).toMatchObject({ inbound: 'ada@contoso.com' })
})

test.for(['', 'localhost:3000', '/v1', 'ftp://mail.example'])(
  'a base URL that is not a web address (%j) is refused at once',
  (baseUrl) => {
    expect(() => new Mailsift({ token: TOKEN, baseUrl })).toThrow(TypeError)
  },
)

test('a key that is not a valid header is reported as such, not as a broken connection', async ({
  service,
  mailsift,
}) => {
  const error = await mailsift.bulk.submit(['a@b.cc'], { idempotencyKey: 'ключ' }).catch((error) => error)
  expect(error).toBeInstanceOf(TypeError)
  expect(service.seen).toEqual([])
})

describe('bulk', () => {
  test('submits, waits, reads and downloads a list exactly as given', async ({ mailsift }) => {
    const emails = ['a@contoso.com', ' b@contoso.com\u00a0', '', '\u0000', '\ud800', 'a@contoso.com']
    const submitted = await mailsift.bulk.submit(emails)
    const seen: string[] = []
    const job = await mailsift.bulk.wait(submitted.id, { onProgress: ({ status }) => seen.push(status) })
    expect(job).toMatchObject({ id: submitted.id, status: 'completed', total: 6, success: 3, errors: 3 })
    expect(seen).toEqual(['processing', 'completed'])
    const items = await collect(mailsift.bulk.items(job.id, { take: 2 }))
    expect(items.map(({ input }) => input)).toEqual(emails)
    expect((await mailsift.bulk.get(job.id, { page: 2, take: 4 })).items.map(({ index }) => index)).toEqual([4, 5])
    expect(await new Response(mailsift.bulk.download(job.id)).text()).toMatch(/^index,input\r\na@contoso.com/)
  })

  test('the same key returns the same job; a different input with it is a conflict that is not retried', async ({
    service,
    mailsift,
  }) => {
    const first = await mailsift.bulk.submit(['a@contoso.com'], { idempotencyKey: 'k' })
    const second = await mailsift.bulk.submit(['a@contoso.com'], { idempotencyKey: 'k' })
    expect(second.id).toBe(first.id)
    const error = await mailsift.bulk.submit(['b@contoso.com'], { idempotencyKey: 'k' }).catch((error) => error)
    expect(isApiError(error, 'idempotency_conflict')).toBe(true)
    expect(service.count('submit')).toBe(3)
  })

  test('waiting ends with the reason of the signal', async ({ service, mailsift }) => {
    const job = await mailsift.bulk.submit(['a@contoso.com'])
    const stop = new AbortController()
    const waiting = mailsift.bulk.wait(job.id, { signal: stop.signal, onProgress: () => stop.abort('enough') })
    await expect(waiting).rejects.toBe('enough')
    expect(service.count('job')).toBe(1)
  })

  test('a running call can be aborted', async ({ service, mailsift }) => {
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(mailsift.bulk.submit(['a@contoso.com'], { signal })).rejects.toThrow('too late')
    expect(service.count('submit')).toBe(0)
  })
})

describe('lists', () => {
  test('iteration returns every job once, newest first, whatever the page size', async ({ service, mailsift }) => {
    for (let n = 0; n < 7; n++) await mailsift.bulk.submit([`${n}@contoso.com`])
    const newestFirst = [...service.jobs.values()].map(({ job }) => job.id).reverse()
    for (const take of [1, 3, 7, 100]) {
      const walked = (await collect(mailsift.bulk.list({ take }))).map(({ id }) => id)
      expect(walked).toEqual(newestFirst)
    }
    expect((await mailsift.bulk.list({ take: 3 }).page(3)).items.map(({ id }) => id)).toEqual(newestFirst.slice(6))
  })

  test('an item added during iteration does not repeat others', async ({ mailsift }) => {
    for (let n = 0; n < 4; n++) await mailsift.bulk.submit([`${n}@contoso.com`])
    const walked: string[] = []
    for await (const { id } of mailsift.bulk.list({ take: 2 })) {
      if (walked.push(id) === 1) await mailsift.bulk.submit(['new@contoso.com'])
    }
    expect(new Set(walked).size).toBe(walked.length)
    expect(walked.length).toBe(4)
  })

  test('iterating an empty list ends at once', async ({ service, mailsift }) => {
    expect(await collect(mailsift.groups.list())).toEqual([])
    expect(await collect(mailsift.contacts.list())).toEqual([])
    expect(service.seen.length).toBe(2)
  })
})

test('contacts are iterated, read and updated', async ({ service, mailsift }) => {
  for (let n = 0; n < 5; n++) service.contacts.push(contactOf(`${n}@contoso.com`))
  const walked = await collect(mailsift.contacts.list({ take: 2 }))
  expect(walked).toEqual(service.contacts)
  const { id } = walked[3]!
  const update = { email: 'x@contoso.org', firstName: 'Ada', lastName: null }
  expect(await mailsift.contacts.update(id, update)).toMatchObject(update)
  expect(await mailsift.contacts.get(id)).toMatchObject(update)
})

test('a search is iterated by its cursor, or read page by page', async ({ service, mailsift }) => {
  for (let n = 0; n < 7; n++) service.contacts.push(contactOf(`${n % 2 ? 'ada' : 'bob'}${n}@contoso.com`))
  const found = await collect(mailsift.contacts.search({ search: 'bob', take: 3 }))
  expect(found.map(({ email }) => email)).toEqual([0, 2, 4, 6].map((n) => `bob${n}@contoso.com`))
  expect(service.seen.length).toBe(2)
  const search = mailsift.contacts.search({ search: 'ada', take: 2 })
  const first = await search.page()
  expect(first).toMatchObject({ total: 7, next_cursor: expect.any(String) })
  expect((await search.page(first.next_cursor!)).items).toHaveLength(1)
})

test('a contact is deleted with or without its suppression, and only once', async ({ service, mailsift }) => {
  for (const name of ['ada', 'bob']) service.contacts.push(contactOf(`${name}@contoso.com`))
  const [ada, bob] = service.contacts
  await mailsift.contacts.delete(ada!.id)
  await mailsift.contacts.delete(bob!.id, { suppress: true })
  expect(service.contacts).toEqual([])
  expect(service.seen.map(({ url }) => url.split('?')[1])).toEqual([undefined, 'suppress=1'])
})

test("a domain report is requested by the domain's name", async ({ mailsift }) => {
  expect(await mailsift.domain('contoso.com')).toMatchObject({
    domain: 'contoso.com',
    posture: { tls_rpt: { state: 'unknown' } },
  })
})

test('usage is requested by day', async ({ mailsift }) => {
  expect(await mailsift.usage({ from: '2026-01-01', to: '2026-01-31' })).toMatchObject({ from: '2026-01-01' })
})

test('an unreachable service is a connection error with its cause', async ({ service }) => {
  await service.close()
  const error = await new Mailsift({ token: TOKEN, baseUrl: service.origin, maxRetries: 0 })
    .validate('a@contoso.com')
    .catch((error) => error)
  expect(error).toBeInstanceOf(ConnectionError)
  expect(error.message).toContain('ECONNREFUSED')
  expect(error.cause).toBeDefined()
})

test('every call respects its signal: if already aborted, it throws the reason and sends nothing', async ({
  mailsift,
  service,
}) => {
  const signal = AbortSignal.abort(new Error('enough'))
  const options = { signal }
  const { account, bulk, contacts, csv, groups } = mailsift
  const { secondFactor, sessions, siteKeys, submissions, tokens } = account
  const file = new Blob(['email\n'])
  const names = { email: 'ada@contoso.com', firstName: null, lastName: null }
  const calls = [
    ...[mailsift.validate('ada@contoso.com', options), mailsift.insight('ada@contoso.com', options)],
    mailsift.usage(options),
    ...[bulk.submit(['x'], options), bulk.get('1', options), bulk.wait('1', options), bulk.link('1', options)],
    ...[bulk.list(options).page(), bulk.items('1', options).page(), bulk.download('1', options).getReader().read()],
    ...[csv.submit(file, { emailColumn: 'email', signal }), csv.clean(file, { emailColumn: 'email', signal })],
    ...[mailsift.uploads.list(options), mailsift.uploads.discard('1', options)],
    ...[groups.get('1', options), groups.list(options).page(), groups.wait('1', options)],
    groups.download('1', options).getReader().read(),
    ...[contacts.list(options).page(), contacts.search(options).page(), contacts.get('1', options)],
    ...[contacts.update('1', names, options), contacts.delete('1', options)],
    ...[account.session(options), account.signIn({ email: 'x', password: 'x' }, options), account.signOut(options)],
    ...[account.signInByLink('x', options), account.resetPassword('x', 'y', options), account.configuration(options)],
    account.changePassword({ current_password: 'x', new_password: 'y' }, options),
    ...[submissions.list(options), submissions.get('1', options)],
    ...[sessions.list(options), sessions.end('1', options), sessions.endAll(options)],
    ...[secondFactor.setUp('x', options), secondFactor.confirm('x', options), secondFactor.disable('x', options)],
    secondFactor.makeBackupCodes('x', options),
    ...[tokens.list(options), tokens.issue({ name: 'x', permission: 'read' }, options), tokens.revoke('1', options)],
    ...[siteKeys.list(options), siteKeys.revoke('1', options)],
    siteKeys.make({ name: 'x', origins: ['https://shop.contoso.com'] }, options),
  ]
  const outcomes = await Promise.allSettled<unknown>(calls)
  expect(outcomes).toEqual(calls.map(() => ({ status: 'rejected', reason: signal.reason })))
  expect(service.seen).toEqual([])
})
