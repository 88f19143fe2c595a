import { expect, onTestFinished, test } from 'vitest'
import { askRdap } from '../../src/domains/rdap/client.ts'
import { createGuardedFetch } from '../../src/platform/outbound/guarded-fetch.ts'
import { type RdapReply, registered } from '../stand-ins/rdap-server.ts'
import { useRdap } from '../stand-ins/use.ts'

async function askerOf(replies: Record<string, RdapReply>) {
  const server = await useRdap(replies)
  const client = createGuardedFetch({
    resolveHost: async () => [],
    userAgent: 'Mailsift/test',
    loopbackOrigins: [server.origin],
  })
  onTestFinished(() => client.close())
  const ask = (domain: string, options?: { totalMs: number }) =>
    askRdap((url, wanted) => client.fetch(url, { ...wanted, ...options }), {
      domain,
      server: `${server.origin}/rdap/`,
    })
  return { ask, server }
}
const askAbout = async (reply: RdapReply) => (await askerOf({ '/rdap/domain/a.test': reply })).ask('a.test')

test('a registered domain is requested by name, as RDAP and with our own name', async () => {
  const { ask, server } = await askerOf({ '/rdap/domain/a.test': registered('a.test') })
  expect(await ask('a.test')).toMatchObject({
    state: 'registered',
    entry: { record: { registrar_name: 'Stand-in Names', registrar_iana_id: '9999' }, nameservers: ['ns1.a.test'] },
  })
  expect(server.requests).toEqual([
    { path: '/rdap/domain/a.test', accept: 'application/rdap+json', userAgent: 'Mailsift/test' },
  ])
})

test('a redirect is followed on the same host', async () => {
  const { ask } = await askerOf({
    '/rdap/domain/a.test': { status: 302, headers: { location: '/other/domain/a.test' } },
    '/other/domain/a.test': registered('a.test'),
  })
  expect(await ask('a.test')).toMatchObject({ state: 'registered' })
})

test('a 404 means not registered, with or without a body, and may say that the name is reserved', async () => {
  const error = (description: string) => ({ errorCode: 404, title: 'Not Found', description: [description] })
  expect(await askAbout({ status: 404 })).toEqual({ state: 'not_registered', reserved: false })
  expect(await askAbout({ status: 404, body: error('Object not found') })).toEqual({
    state: 'not_registered',
    reserved: false,
  })
  expect(await askAbout({ status: 404, body: error('Reserved name') })).toEqual({
    state: 'not_registered',
    reserved: true,
  })
})

test('429 is read as "slow down", and 403 and 422 as a word about one name', async () => {
  expect(await askAbout({ status: 429 })).toEqual({ state: 'slow_down', retryAfterMs: null })
  for (const status of [403, 422]) expect(await askAbout({ status })).toEqual({ state: 'denied' })
})

test.each([403, 422, 429])('%i with Retry-After is read as "slow down"', async (status) => {
  expect(await askAbout({ status, headers: { 'retry-after': '7' } })).toEqual({
    state: 'slow_down',
    retryAfterMs: 7000,
  })
})

test('Retry-After may be a date, and nonsense in it is ignored', async () => {
  const date = new Date(Date.now() + 3_600_000).toUTCString()
  const reply = await askAbout({ status: 429, headers: { 'retry-after': date } })
  if (reply.state !== 'slow_down') throw new Error(reply.state)
  expect(reply.retryAfterMs! + Date.now()).toBeGreaterThanOrEqual(Date.parse(date))
  expect(reply.retryAfterMs).toBeLessThanOrEqual(3_600_000)
  for (const nonsense of ['soon', '-5'])
    expect(await askAbout({ status: 429, headers: { 'retry-after': nonsense } })).toMatchObject({ state: 'slow_down' })
})

test('a 503 is a failure, unless it says when to come back', async () => {
  expect(await askAbout({ status: 503 })).toEqual({ state: 'failed', reason: 'http_503' })
  expect(await askAbout({ status: 503, headers: { 'retry-after': '3' } })).toEqual({
    state: 'slow_down',
    retryAfterMs: 3000,
  })
})

test.each([
  ['no JSON', { body: '<html>Welcome</html>' }, 'malformed'],
  ['cut off', { body: '{"objectClassName":"domain"' }, 'malformed'],
  ['nothing at all', { body: '' }, 'malformed'],
  ['about another domain', registered('b.test'), 'malformed'],
  ['an internal error', { status: 500, body: 'oops' }, 'http_500'],
  ['larger than any answer', { fault: 'huge' }, 'too_large'],
] as const)('an answer that is %s is a failure', async (_case, reply, reason) => {
  expect(await askAbout(reply)).toEqual({ state: 'failed', reason })
})

test('a refusal that is not about speed is about this name only', async () => {
  expect(await askAbout({ status: 400, body: { errorCode: 400, title: 'Bad Request' } })).toEqual({ state: 'refused' })
})

test('a registry that never answers, or only drips, fails when its time is up', async () => {
  for (const fault of ['hang', 'drip'] as const) {
    const { ask } = await askerOf({ '/rdap/domain/a.test': { fault } })
    expect(await ask('a.test', { totalMs: 100 })).toEqual({ state: 'failed', reason: 'timeout' })
  }
})
