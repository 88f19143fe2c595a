// Sign-up of strangers, through the real API, worker, mail server and DNS.
import { PROOF_BITS, type ProofChallenge } from '@mailsift/contract'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../../../../../scripts/eventually.ts'
import { createAccount } from '../../../src/accounts/accounts.ts'
import { createParts } from '../../../src/app.ts'
import { readConfig } from '../../../src/config/config.ts'
import { makeChallenge, useProof } from '../../../src/identity/sign-up/proof-of-work.ts'
import { makeSignUp } from '../../../src/identity/sign-up/sign-ups.ts'
import { codeOf, postJson, useTestApp } from '../../access/test-app.ts'
import { type Service, startService } from '../../bulk/service.ts'
import { headerOf, type SmtpStandIn, textOf, useSmtpServer } from '../../stand-ins/smtp-server.ts'
import { useTestDatabase } from '../../support/database.ts'
import { writePlans } from '../../usage/quota/plans.ts'
import { findWrongNumber, solveProof } from './solve-proof.ts'

const PASSWORD = 'four entirely random words'
/** A proof of the default difficulty takes seconds, and one test solves it. */
const EASY_PROOF = { SIGN_UP_PROOF_BITS: '1' }
const SECRETS = ['a secret for tests that is long enough'] as const

describe('settings', () => {
  const MAIL = { SMTP_URL: 'smtp://mail.contoso.com', MAIL_FROM: 'mail@contoso.com' }
  test.each([
    [{ SIGN_UP: 'open' }, 'SIGN_UP=open requires SMTP_URL and MAIL_FROM'],
    [{ SIGN_UP: 'domain', SIGN_UP_DOMAINS: 'contoso.com' }, 'SIGN_UP=domain requires SMTP_URL and MAIL_FROM'],
    [{ SIGN_UP: 'domain', ...MAIL }, 'SIGN_UP=domain requires SIGN_UP_DOMAINS'],
    [{ SIGN_UP: 'domain', SIGN_UP_DOMAINS: '@contoso.com', ...MAIL }, 'SIGN_UP_DOMAINS must be domains'],
  ])('%j does not start half-configured', (environment, problem) => {
    expect(() => readConfig(environment)).toThrow(problem)
  })

  test.each([[{}], [{ SIGN_UP: 'invitation' }], [{ SIGN_UP: 'open', ...MAIL }]])('%j starts', (environment) => {
    expect(() => readConfig(environment)).not.toThrow()
  })

  test('a plan for strangers that PLANS_FILE does not have, and that would have no limits, stops the start', async () => {
    const config = readConfig({ SIGN_UP_PLAN: 'fre', PLANS_FILE: await writePlans({ free: { monthly_credits: 10 } }) })
    await expect(createParts(config, pino({ level: 'silent' }))).rejects.toThrow('SIGN_UP_PLAN=fre is no plan')
  })
})

describe('with SIGN_UP=open', () => {
  const ends: (() => Promise<void>)[] = []
  let service: Service
  let smtp: SmtpStandIn
  beforeAll(async () => {
    smtp = await useSmtpServer({ onFinished: (end) => ends.push(end) })
    service = await startService({
      SIGN_UP: 'open',
      SIGN_UP_PLAN: 'trial',
      ...EASY_PROOF,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'mail@mailsift.test',
    })
    ends.unshift(() => service.stop())
  })
  afterAll(async () => {
    for (const end of ends) await end()
  })

  const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    fetch(`${service.origin}/account/sign-up${path}`, {
      method: 'POST',
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const challenge = async () => (await (await post('/challenge')).json()) as ProofChallenge
  const proof = async () => solveProof(await challenge())
  const secretIn = (text: string) => /#sign-up=([\w-]{43})/.exec(text)![1]!

  test('an address is confirmed by mail before its account exists, and the link works once', async () => {
    expect(await (await fetch(`${service.origin}/account/sign-up`)).json()).toEqual({ mode: 'open', domains: [] })
    const requested = await post('', { email: 'Grace.Hopper@Contoso.com', ...(await proof()) })
    expect([requested.status, await requested.text()]).toEqual([204, ''])
    const mail = await smtp.next('grace.hopper@contoso.com')
    expect(headerOf(mail, 'Subject')).toBe('Confirm your address')
    const count = () => sql`SELECT FROM users WHERE email = 'grace.hopper@contoso.com'`.execute(service.db)
    expect((await count()).rows).toHaveLength(0)
    const secret = secretIn(textOf(mail))
    expect(await (await post('/read', { secret })).json()).toEqual({ email: 'grace.hopper@contoso.com' })
    const weak = await post('/confirm', { secret, password: 'grace.hopper' })
    expect([weak.status, await codeOf(weak)]).toEqual([400, 'password_refused'])
    const confirmations = await Promise.all(
      [1, 2, 3].map(() => post('/confirm', { secret, password: PASSWORD, name: 'Grace' })),
    )
    expect(confirmations.map(({ status }) => status).toSorted()).toEqual([201, 403, 403])
    expect((await count()).rows).toHaveLength(1)
    const created = confirmations.find(({ status }) => status === 201)!
    const { bearer_token } = (await created.json()) as { bearer_token: string }
    const session = await fetch(`${service.origin}/account/session`, {
      headers: { authorization: `Bearer ${bearer_token}` },
    })
    expect(await session.json()).toMatchObject({
      account: { email: 'grace.hopper@contoso.com', name: 'Grace' },
      subscription: { plan: 'trial', active: true },
      role: 'owner',
    })
  })

  test('a known address gets the same response, and a mail that says so', async () => {
    await createAccount(service.db, { email: 'known.person@contoso.com' })
    const answer = await post('', { email: 'known.person@contoso.com', ...(await proof()) })
    expect([answer.status, await answer.text()]).toEqual([204, ''])
    const mail = await smtp.next('known.person@contoso.com')
    expect(headerOf(mail, 'Subject')).toBe('You already have an account')
    expect(mail.raw).not.toContain('#sign-up')
  })

  test.each([
    ['someone@mailinator.com', 'address_refused'],
    ['no-reply@contoso.com', 'address_refused'],
    ['nonsense', 'invalid_email'],
  ])('%s is refused with the reason of our own verdict', async (email, code) => {
    const answer = await post('', { email, ...(await proof()) })
    expect([answer.status, await codeOf(answer.clone())]).toEqual([400, code])
    expect(((await answer.json()) as { detail: string }).detail).toMatch(/\.$/)
  })

  test('a sign-up needs a proof of work, which works once', async () => {
    const given = await challenge()
    const solved = solveProof(given)
    const wrongNumber = findWrongNumber(given)
    const email = 'once.only@contoso.com'
    const send = (given: object) => post('', { email, ...solved, ...given })
    const wrong = await send({ number: wrongNumber })
    const first = await send({})
    const again = await send({})
    expect([wrong.status, first.status, again.status]).toEqual([403, 204, 403])
    expect(await codeOf(again)).toBe('proof_refused')
  })

  test('a page of another origin cannot sign up', async () => {
    const answer = await post(
      '',
      { email: 'a@contoso.com', challenge: '', number: 0 },
      { origin: 'https://evil.example' },
    )
    expect(answer.status).toBe(403)
  })

  test('of two links for one address, the first to be used creates the account', async () => {
    const [one, other] = [
      await makeSignUp(service.db, 'two@contoso.com'),
      await makeSignUp(service.db, 'two@contoso.com'),
    ]
    expect((await post('/confirm', { secret: one.secret, password: PASSWORD })).status).toBe(201)
    expect(await codeOf(await post('/confirm', { secret: other.secret, password: PASSWORD }))).toBe('link_invalid')
  })

  test('a link that has expired creates no account', async () => {
    const { secret } = await makeSignUp(service.db, 'late@contoso.com')
    await sql`UPDATE sign_ups SET expires_at = now() WHERE email = 'late@contoso.com'`.execute(service.db)
    await eventually(
      async () => (await codeOf(await post('/confirm', { secret, password: PASSWORD }))) === 'link_invalid',
    )
  })
})

test('with SIGN_UP=domain, only addresses of its domains can sign up', async () => {
  const smtp = await useSmtpServer()
  const service = await startService(
    {
      SIGN_UP: 'domain',
      ...EASY_PROOF,
      SIGN_UP_DOMAINS: 'contoso.com, fabrikam.com',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'mail@mailsift.test',
    },
    { worker: false },
  )
  try {
    const url = `${service.origin}/account/sign-up`
    expect(await (await fetch(url)).json()).toEqual({ mode: 'domain', domains: ['contoso.com', 'fabrikam.com'] })
    const signUp = async (email: string) => {
      const challenge = (await (await fetch(`${url}/challenge`, { method: 'POST' })).json()) as ProofChallenge
      const body = JSON.stringify({ email, ...solveProof(challenge) })
      return fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    }
    expect((await signUp('Jane.Doe@Fabrikam.com')).status).toBe(204)
    for (const email of ['jane.doe@mail.contoso.com', 'jane.doe@northwind.com', 'jane.doe@contoso.com.evil.example'])
      expect(await codeOf(await signUp(email))).toBe('address_refused')
  } finally {
    await service.stop()
  }
})

describe('without sign-up by mail', () => {
  test.each(['closed', 'invitation'] as const)('with SIGN_UP=%s, visitors cannot sign up', async (signUp) => {
    const app = await useTestApp((await useTestDatabase()).url, { signUp })
    for (const path of ['/account/sign-up/challenge', '/account/sign-up']) {
      const body = path.endsWith('up') ? { email: 'new@example.com', challenge: 'c', number: 0 } : undefined
      const answer = body ? await postJson(app, path, body) : await app.fetch(path, { method: 'POST' })
      expect([answer.status, await codeOf(answer)]).toEqual([403, 'sign_up_closed'])
    }
  })

  test('a link of the operator creates an account with SIGN_UP=invitation, and none while sign-up is closed', async () => {
    const database = await useTestDatabase()
    const { secret } = await makeSignUp(database.db, 'ann@contoso.com')
    const statuses = []
    for (const signUp of ['closed', 'invitation'] as const) {
      const app = await useTestApp(database.url, { signUp })
      statuses.push((await postJson(app, '/account/sign-up/confirm', { secret, password: PASSWORD })).status)
    }
    expect(statuses).toEqual([403, 201])
  })
})

test('one network requests only so many sign-ups', async () => {
  const app = await useTestApp((await useTestDatabase()).url)
  const statuses = []
  for (let request = 0; request < 11; request++)
    statuses.push(
      (await postJson(app, '/account/sign-up', { email: 'a@example.com', challenge: '', number: 0 })).status,
    )
  expect(statuses).toEqual([...Array(10).fill(403), 429])
})

test('a challenge of the default difficulty counts with its own signature and until it expires', async () => {
  const { db } = await useTestDatabase()
  const solved = solveProof(makeChallenge(SECRETS, PROOF_BITS))
  const use = (secrets: readonly [string, ...string[]], given = solved, now?: number) =>
    useProof({ db, secrets, bits: PROOF_BITS }, given, now)
  expect(await use(['another secret that is long enough'])).toBe(false)
  expect(await use(SECRETS, solved, Date.now() + 11 * 60_000)).toBe(false)
  expect(await use(SECRETS, { ...solved, challenge: `${solved.challenge}=` })).toBe(false)
  expect(await use(['a new secret that is long enough', ...SECRETS])).toBe(true)
  expect(await use(SECRETS)).toBe(false)
})
