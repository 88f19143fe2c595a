import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { withToken } from '../access/test-app.ts'
import { waitingForLocks, whileLocked } from '../support/database.ts'
import { expectProblem, expectResult } from './result-schema.ts'
import { emailQuery, resultOf, useValidationApp, type ValidationApp } from './validation-app.ts'

async function expectNothingBilled(app: ValidationApp): Promise<void> {
  expect((await app.billed()).resultIds).toEqual([])
}

const MALFORMED: Record<string, string> = {
  empty: '',
  'only white space': '   ',
  'no @': 'john.smith',
  'two @': 'john@smith@contoso.org',
  'no local part': '@contoso.org',
  'no domain': 'john.smith@',
  'a single label': 'john.smith@localhost',
  'a trailing dot': 'john.smith@contoso.org.',
  'an address literal': 'john.smith@[192.0.2.1]',
  'two periods': 'john..smith@contoso.org',
  'a space': 'john smith@contoso.org',
  NUL: 'john\u0000smith@contoso.org',
  'an underscore in the domain': 'john.smith@exa_mple.org',
  'digits as the last label': 'john.smith@192.0.2.1',
  '65 characters before the @': `${'a'.repeat(65)}@contoso.org`,
  '258 characters': `${'a'.repeat(60)}@${'a.'.repeat(97)}org`,
}

describe('400 invalid_email', () => {
  test('every malformed address is refused with the reason, and not billed', async () => {
    const app = await useValidationApp()
    for (const [what, email] of Object.entries(MALFORMED)) {
      const { detail } = await expectProblem(await app.validate(emailQuery(email)), 400, 'invalid_email')
      expect(detail, what).toMatch(/^The (address|domain) .*\.$/)
      if (email.trim()) expect(detail, what).not.toContain(email)
    }
    await expectNothingBilled(app)
  })
})

describe('a plus sign that arrives as a space', () => {
  test.each(['/v1/emails/validate', '/insight/emails/validate'])('%s says how to send it', async (path) => {
    const app = await useValidationApp()
    const ask = (query: string) => app.fetch(`${path}?email=${query}`, withToken(app.token))
    const { detail } = await expectProblem(await ask('john.smith+news@contoso.org'), 400, 'invalid_email')
    expect(detail).toMatch(/ Send a plus sign as %2B; otherwise it arrives as a space\.$/)
    for (const query of ['john%20smith@contoso.org', 'john%20smith%2B@contoso.org'])
      expect((await expectProblem(await ask(query), 400, 'invalid_email')).detail).not.toContain('%2B')
    expect((await ask('john.smith%2Bnews@contoso.org')).status).toBe(200)
  })
})

const BAD_QUERIES: Record<string, string> = {
  'no address at all': '',
  'still none': 'validate_domain=1',
  'two addresses': 'email=a%40example.org&email=b%40example.org',
  'neither 0 nor 1': 'email=a%40example.org&validate_domain=2',
  'a word': 'email=a%40example.org&validate_domain=true',
  'a leading zero': 'email=a%40example.org&validate_domain=01',
  'a fraction': 'email=a%40example.org&validate_domain=1.0',
  'a space': 'email=a%40example.org&validate_domain=%201',
  nothing: 'email=a%40example.org&validate_domain=',
  twice: 'email=a%40example.org&validate_domain=1&validate_domain=1',
  'a word for the twin': 'email=a%40example.org&validate_mx=yes',
  'twins that differ': 'email=a%40example.org&validate_domain=1&validate_mx=0',
  'twins that differ, the other way round': 'email=a%40example.org&validate_domain=0&validate_mx=1',
  'an unknown name': 'email=a%40example.org&format=xml',
  'a name with its own meaning': 'email=a%40example.org&__proto__=1',
}

describe('400 invalid_request', () => {
  test('every query that does not fit the contract is refused, and not billed', async () => {
    const app = await useValidationApp()
    for (const [what, query] of Object.entries(BAD_QUERIES)) {
      const answer = await app.validate(query)
      expect(answer.status, what).toBe(400)
      await expectProblem(answer, 400, 'invalid_request')
    }
    await expectNothingBilled(app)
  })

  test('bytes that are no UTF-8 are refused, never a failure of ours', async () => {
    const app = await useValidationApp()
    for (const at of ['@', '%40'])
      for (const bytes of ['%ff', '%zz', '%', '%c3', '%c0%ae', '%ED%A0%80', '%ED%A0%80%ED%B0%80', '%F4%90%80%80'])
        await expectProblem(await app.validate(`email=a${bytes}${at}contoso.org`), 400, 'invalid_request')
    await expectProblem(await app.validate('email=a@contoso.org&%ff=1'), 400, 'invalid_request')
    await expectNothingBilled(app)
  })

  test('a target longer than the headers may be is refused', async () => {
    const app = await useValidationApp()
    expect((await app.validate(emailQuery('a'.repeat(100_000)))).status).toBe(431)
  })

  test('other methods are not billed', async () => {
    const app = await useValidationApp()
    for (const method of ['HEAD', 'POST', 'DELETE']) {
      const headers = { 'service-email-api-token': app.token }
      const answer = await app.fetch(`/v1/emails/validate?${emailQuery('a@contoso.org')}`, { method, headers })
      expect(answer.status).toBe(404)
    }
    await expectNothingBilled(app)
  })
})

describe('503 unavailable', () => {
  test('DNS that cannot answer: not billed, and not turned into "no"', async () => {
    const app = await useValidationApp({ zone: { 'contoso.org': { fault: 'servfail' } } })
    const answer = await app.validate(`${emailQuery('john.smith@contoso.org')}&validate_domain=1`)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(answer, 503, 'unavailable')
    await expectNothingBilled(app)
  })

  test('DNS that cannot answer: the problem carries what is known of the address offline', async () => {
    const app = await useValidationApp({ zone: { 'contoso.org': { fault: 'servfail' } } })
    for (const path of ['/v1', '/insight']) {
      const query = `${emailQuery('john.smith@contoso.org')}&validate_domain=1`
      const answer = await app.fetch(`${path}/emails/validate?${query}`, withToken(app.token))
      const { offline_result } = await expectProblem(answer, 503, 'unavailable')
      expectResult(offline_result)
      const offline = await resultOf(await app.validate(emailQuery('john.smith@contoso.org')))
      expect(offline_result).toEqual({ ...offline, id: offline_result!.id })
    }
  })

  test('a malformed address is refused before its domain is looked up', async () => {
    const app = await useValidationApp({ zone: {} })
    await expectProblem(await app.validate(`${emailQuery('a b@contoso.org')}&validate_domain=1`), 400, 'invalid_email')
  })

  test('usage that cannot be stored: no answer is given that is not billed', async () => {
    const app = await useValidationApp({ usageUrl: 'postgres://nobody@127.0.0.1:1/none' })
    const answer = await app.validate(emailQuery('john.smith@contoso.org'))
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(answer, 503, 'unavailable')
    await expectNothingBilled(app)
  })

  test('a disk that is full under usage: 503, and it works again when there is room', async () => {
    const app = await useValidationApp()
    await sql`ALTER TABLE outbox_events ADD CONSTRAINT disk_full CHECK (false)`.execute(app.database.db)
    await expectProblem(await app.validate(emailQuery('john.smith@contoso.org')), 503, 'unavailable')
    await sql`ALTER TABLE outbox_events DROP CONSTRAINT disk_full`.execute(app.database.db)
    expect((await app.validate(emailQuery('john.smith@contoso.org'))).status).toBe(200)
    expect(await app.ledgerUnits()).toBe(1)
  })
})

describe('billing', () => {
  test('every answered validation is one unit with the id of its result', async () => {
    const app = await useValidationApp()
    const emails = ['a@contoso.org', 'a@contoso.org', 'nobody', 'x@mailinator.com', 'a@b@c', 'b@contoso.org']
    const answers = await Promise.all(emails.map((email) => app.validate(emailQuery(email))))
    const answered = answers.filter((answer) => answer.status === 200)
    const ids = await Promise.all(answered.map(async (answer) => ((await answer.json()) as { id: string }).id))
    expect(ids).toHaveLength(4)
    expect((await app.billed()).resultIds.toSorted()).toEqual(ids.toSorted())
    expect(await app.ledgerUnits()).toBe(4)
  })

  test('a client that hangs up is billed at most once', async () => {
    let left = 0
    const app = await useValidationApp({
      addHooks: (http) => http.server.on('connection', (socket) => socket.once('close', () => left++)),
    })
    const clients = 20
    for (let client = 0; client < clients; client++) {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
      await once(socket, 'connect')
      socket.write(
        `GET /v1/emails/validate?${emailQuery('a@contoso.org')} HTTP/1.1\r\nhost: x\r\nservice-email-api-token: ${app.token}\r\n\r\n`,
      )
      // Fixed time: each leaves at another point of the work.
      await sleep(client % 5)
      socket.destroy()
    }
    await eventually(() => left === clients)
    // What was waiting to be stored is stored by then.
    expect((await app.validate(emailQuery('a@contoso.org'))).status).toBe(200)
    const { resultIds } = await app.billed()
    expect(resultIds.length).toBeLessThanOrEqual(clients + 1)
    expect(new Set(resultIds).size).toBe(resultIds.length)
  })

  test('clients that hang up while their unit waits to be stored are not billed', async () => {
    let [handled, left] = [0, 0]
    const app = await useValidationApp({
      addHooks: (http) =>
        http.addHook('preHandler', async (request) => {
          handled++
          request.raw.socket.once('close', () => left++)
        }),
    })
    const question = `GET /v1/emails/validate?${emailQuery('a@contoso.org')} HTTP/1.1\r\nhost: x\r\n`
    const stayed: Promise<Response>[] = []
    await whileLocked(app.database.db, 'outbox_events', async () => {
      // As many commits as there can be at a time. What comes now waits for one of them to end.
      for (const commit of [1, 2, 3]) {
        stayed.push(app.validate(emailQuery('a@contoso.org')))
        await expect.poll(() => waitingForLocks(app.database.db)).toBe(commit)
      }
      const leaving = Array.from({ length: 5 }, () => connect(Number(new URL(app.url).port), '127.0.0.1'))
      for (const socket of leaving) socket.write(`${question}service-email-api-token: ${app.token}\r\n\r\n`)
      await expect.poll(() => handled).toBe(8)
      for (const socket of leaving) socket.destroy()
      await expect.poll(() => left).toBe(5)
    })
    for (const answer of await Promise.all(stayed)) expect(answer.status).toBe(200)
    expect((await app.validate(emailQuery('a@contoso.org'))).status).toBe(200)
    expect((await app.billed()).resultIds).toHaveLength(4)
  })

  test('neither the address nor the token is logged', async () => {
    const app = await useValidationApp()
    await app.validate(emailQuery('very.private@contoso.org'))
    await app.validate(emailQuery('very.private@@contoso.org'))
    expect(app.logged()).not.toMatch(/very\.private|ms_r_/)
  })
})
