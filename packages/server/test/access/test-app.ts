import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { API_TOKEN_HEADER, type ErrorCode, type SignUpMode } from '@mailsift/contract'
import { loadEngine } from '@mailsift/engine/node'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pino } from 'pino'
import { afterAll, onTestFinished } from 'vitest'
import { type Authentication, createAuthentication } from '../../src/access/authentication.ts'
import { callerOf, registerAccess } from '../../src/access/caller.ts'
import { createAccount, findUserOf, setPassword } from '../../src/accounts/accounts.ts'
import type { Plans } from '../../src/accounts/plans/plans.ts'
import { registerAccountRoutes } from '../../src/accounts/routes.ts'
import { type NewSubscription, SELF_HOSTED, setSubscription } from '../../src/accounts/subscriptions/subscriptions.ts'
import { registerAuditRoutes } from '../../src/audit/routes.ts'
import type { OidcProvider } from '../../src/config/config.ts'
import { registerTokenRoutes } from '../../src/credentials/tokens/routes.ts'
import { issueToken } from '../../src/credentials/tokens/tokens.ts'
import { createSignInDeps } from '../../src/identity/deps.ts'
import { registerIdentityRoutes } from '../../src/identity/routes.ts'
import { createAddressCheck } from '../../src/identity/sign-up/check-address.ts'
import { createMail } from '../../src/mail/mail.ts'
import { registerMailRoutes } from '../../src/mail/routes.ts'
import { openTransport } from '../../src/mail/transport.ts'
import { errorsOf } from '../../src/openapi/errors.ts'
import { normalizedOf } from '../../src/platform/address-search.ts'
import { type Database, type Db, openDatabase } from '../../src/platform/database/database.ts'
import { type CreateRateLimiter, createRateLimits } from '../../src/platform/http/limits/rate-limit.ts'
import { createHttp, type Http } from '../../src/platform/http/server.ts'
import { createMetrics } from '../../src/platform/metrics/metrics.ts'
import { readSecrets } from '../../src/platform/secrets.ts'
import { quickPasswords } from '../identity/users/quick-passwords.ts'
import { createTestDatabase } from '../support/database.ts'

const SECRET = 'a secret for tests, long enough for all'

/** Without a name server. */
const checkAddress = (email: string) =>
  createAddressCheck({
    engine: loadEngine(),
    facts: { lookUp: async () => ({ known: false, reason: 'timeout' }) as never },
    domains: [],
  })(email)

const normalize = (email: string) => normalizedOf(loadEngine(), email) ?? email

export type TestApp = {
  url: string
  authentication: Authentication
  /** Everything that was logged, at every level. */
  logged(): string
  fetch(path: string, init?: RequestInit): Promise<Response>
  close(): Promise<void>
}

export type TestAppOptions = {
  origin?: string
  signUp?: SignUpMode
  /** Without it, no mail is sent. */
  smtpUrl?: string
  trustProxy?: string
  keepTokensForMs?: number
  plans?: Plans
  /** As in the setting SECRET. */
  secret?: string
  passwordSignIn?: boolean
  providers?: readonly OidcProvider[]
  addRoutes?(http: Http, createRateLimiter: CreateRateLimiter): void
}

/** The real HTTP server and accounts on a free port, with a probe route for each protection. Remember to close it. */
export async function startTestApp(url: string, options: TestAppOptions = {}): Promise<TestApp> {
  const lines: string[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk))
      done()
    },
  })
  const log = pino({ level: 'trace' }, sink)
  // Its own pool: another instance is another process.
  const database = openDatabase(url, { log, connectionCount: 5 })
  const origin = options.origin ?? 'http://mailsift.test'
  const authentication = createAuthentication({
    database,
    log,
    secret: options.secret ?? SECRET,
    origin,
    keepTokensForMs: options.keepTokensForMs,
    ...(options.plans && { plans: options.plans }),
    passwords: quickPasswords,
    passwordSignIn: options.passwordSignIn,
    providers: options.providers,
  })
  const http = createHttp({
    log,
    metrics: createMetrics(),
    docsUrl: '/docs',
    trustProxy: options.trustProxy ?? false,
    https: origin.startsWith('https:'),
  })
  http.addHook('onSend', async (request, reply, payload) => requireDocumented(request, reply, payload))
  registerAccess(http, authentication)
  // With its own secret an app counts apart: the tests of a file share their database, and one address.
  const createRateLimiter = createRateLimits({ pool: database.pool, secret: randomUUID() })
  const signIn = createSignInDeps({
    db: database.db,
    authentication,
    mail: createMail({
      transport: openTransport({ smtpUrl: options.smtpUrl ?? '', mailFrom: 'mail@mailsift.test' }),
      origin,
      secrets: readSecrets(options.secret ?? SECRET),
    }),
    createRateLimiter,
  })
  const mode = options.signUp ?? 'open'
  registerIdentityRoutes(http, {
    ...signIn,
    signUp: { mode, domains: ['contoso.com'], plan: '', proofBits: 1, checkAddress, normalize },
  })
  registerAccountRoutes(http, { ...signIn, normalize })
  registerMailRoutes(http, signIn)
  registerTokenRoutes(http, signIn)
  registerAuditRoutes(http, signIn)
  addProbes(http)
  options.addRoutes?.(http, createRateLimiter)
  const address = await http.listen({ host: '127.0.0.1', port: 0 })
  return {
    url: address,
    authentication,
    logged: () => lines.join(''),
    fetch: (path, init) => fetch(address + path, init),
    async close() {
      await http.close()
      await authentication.close()
      await database.close()
    },
  }
}

/** Answers 500 in place of an error that openapi.json does not name for the operation. */
function requireDocumented({ routeOptions }: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  const { schema, config } = routeOptions
  if (reply.statusCode < 400 || schema?.operationId === undefined) return payload
  const { code } = JSON.parse(String(payload)) as { code: ErrorCode }
  if (errorsOf(schema, config).includes(code)) return payload
  reply.code(500).removeHeader('content-length')
  return JSON.stringify({ code: `openapi.json does not name ${code} for ${schema.operationId}` })
}

/** An app and its database for all tests of a file, gone when the last of them has ended. */
export async function startAppOfFile(): Promise<{ app: TestApp; database: Database }> {
  const database = await createTestDatabase()
  const app = await startTestApp(database.url)
  afterAll(async () => {
    await app.close()
    await database.drop()
  })
  return { app, database }
}

/** An app that is closed when the running test ends. */
export async function useTestApp(url: string, options: TestAppOptions = {}): Promise<TestApp> {
  const app = await startTestApp(url, options)
  onTestFinished(() => app.close())
  return app
}

/** One route for each protection that a route can ask for; each answers who called. */
function addProbes(http: Http): void {
  for (const subscription of [false, true])
    for (const permission of ['read', 'write'] as const)
      http.route({
        method: permission === 'read' ? 'GET' : 'POST',
        url: `/${permission}${subscription ? '/subscribed' : ''}`,
        config: { access: { permission, subscription } },
        handler: (request) => callerOf(request),
      })
  http.get(
    '/session-only',
    { config: { access: { permission: 'read', subscription: false, kinds: ['session'] } } },
    (request) => callerOf(request),
  )
  http.get('/public', { config: { access: 'public' } }, (request) => ({ caller: request.caller }))
}

export type TestUser = { id: string; email: string; password: string }

const PASSWORD = 'correct horse battery staple'
let users = 0

export async function addUser(db: Db, subscription: NewSubscription | null = SELF_HOSTED): Promise<TestUser> {
  const { id, email } = await createAccount(db, { email: `user${++users}@example.com`, name: 'Test' })
  const passwordHash = await quickPasswords.hash(PASSWORD)
  await db.transaction().execute(async (tx) => setPassword(tx, (await findUserOf(tx, id))!.id, passwordHash))
  if (subscription) await setSubscription(db, id, subscription)
  return { id, email, password: PASSWORD }
}

export async function addToken(
  db: Db,
  accountId: string,
  permission: 'read' | 'write',
  expiresAt?: Date,
): Promise<string> {
  return (await issueToken(db, accountId, { name: 'test', permission, expiresAt })).token
}

export function withToken(token: string, init: RequestInit = {}): RequestInit {
  return { ...init, headers: { ...init.headers, [API_TOKEN_HEADER]: token } }
}

export type SignedInClient = { cookie: string; bearer: string; setCookie: string }

export async function signIn(
  app: TestApp,
  { email, password }: Pick<TestUser, 'email' | 'password'>,
): Promise<SignedInClient> {
  const answer = await postJson(app, '/account/sign-in', { email, password })
  if (answer.status !== 200) throw new Error(`sign-in answered ${answer.status}`)
  const setCookie = answer.headers.get('set-cookie')!
  const { bearer_token } = (await answer.json()) as { bearer_token: string }
  return { cookie: setCookie.split(';')[0]!, bearer: bearer_token, setCookie }
}

export function postJson(
  app: TestApp,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return app.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

export async function codeOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { code: string }).code
}
