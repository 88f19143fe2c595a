// The door of accounts: who calls, and what each route demands of them. Every route declares its access; a request gets
// past the onRequest hook, before its body is read, only if it meets it.
import { API_TOKEN_HEADER, DEFAULT_TOKEN_SCOPES, ROLES, type TokenScope } from '@mailsift/contract'
import type {
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  preValidationAsyncHookHandler,
  RouteOptions,
} from 'fastify'
import type { TokenCache } from '../credentials/tokens/token-cache.ts'
import type { TokenLimits } from '../credentials/tokens/token-limits.ts'
import type { Sessions } from '../identity/sessions/sessions.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import type { Access, Caller, Member } from './access.ts'
import { type Credential, readCredential } from './credential.ts'
import { requireSameOrigin } from './same-origin.ts'
import type { SessionCookie } from './session-cookie.ts'

export { type Access, ADMIN, type Caller, SIGNED_IN } from './access.ts'
export { readCredential } from './credential.ts'
export { refuseOtherOrigin } from './same-origin.ts'

export type AccessDeps = {
  tokens: Pick<TokenCache, 'find'>
  limits: TokenLimits
  sessions: Pick<Sessions, 'find'>
  cookie: SessionCookie
  origin: string
  /** Called once requests can come. */
  start(): void
}

/** The caller of a route that is not public. */
export function callerOf(request: FastifyRequest): Caller {
  if (!request.caller) throw new Error(`${request.routeOptions.url} is public and has no caller`)
  return request.caller
}

/** The person of a route that only people can call. */
export function memberOf(request: FastifyRequest): Member {
  const { member } = callerOf(request)
  if (!member) throw new Error(`${request.routeOptions.url} can be called without a person`)
  return member
}

/** Guards every route of the app. To be called before routes are added; routes without `access` fail the start. */
export function registerAccess(app: Http, deps: AccessDeps): void {
  requireDeclaredAccess(app)
  app.addHook('onListen', (done) => {
    deps.start()
    done()
  })
  app.decorateRequest('caller', null)
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (access === undefined || access === 'public') return
    route.onRequest = [guard(deps, access), ...[route.onRequest ?? []].flat()]
    route.preValidation = [guardBody(deps, access), ...[route.preValidation ?? []].flat()]
  })
}

function guard(deps: AccessDeps, access: Exclude<Access, 'public'>): onRequestHookHandler {
  return (request, reply, done) => {
    // A kept token needs no promise, and most requests come with one.
    let refusal: Error | undefined
    try {
      const found = identify(deps, access, request, reply)
      if (found instanceof Promise) {
        found.then((caller) => useLimit(deps, reply, admit(access, request, caller))).then(() => done(), done)
        return
      }
      const used = useLimit(deps, reply, admit(access, request, found))
      if (used) {
        used.then(() => done(), done)
        return
      }
    } catch (error) {
      refusal = error as Error
    }
    done(refusal)
  }
}

/** A body may arrive seconds after its request was admitted. A caller that was removed or has lost a role by then must not act. */
function guardBody(deps: AccessDeps, access: Exclude<Access, 'public'>): preValidationAsyncHookHandler {
  return async (request, reply) => {
    if (request.body !== undefined) admit(access, request, await identify(deps, access, request, reply))
  }
}

function requireDeclaredAccess(app: Http): void {
  const routes: RouteOptions[] = []
  app.addHook('onRoute', (route) => void routes.push(route))
  app.addHook('onReady', (done) => {
    const open = routes.filter(({ config }) => config?.access === undefined)
    if (open.length === 0) return done()
    const names = open.map(({ method, url }) => `${[method].flat().join(',')} ${url}`)
    done(new Error(`These routes do not declare config.access: ${names.join('; ')}`))
  })
}

const TOKEN_HEADER_SHOWN = API_TOKEN_HEADER.toUpperCase()
type SessionCredential = Credential & { kind: 'session' | 'bearer' }

function identify(
  deps: AccessDeps,
  access: Exclude<Access, 'public'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Caller | null | Promise<Caller | null> {
  const credential = readCredential(request.headers, deps.cookie.name)
  if (!credential) throw unauthenticated(`Send an API token in the header ${TOKEN_HEADER_SHOWN}, or sign in.`)
  if (credential.kind === 'token') return deps.tokens.find(credential.value)
  if (credential.kind === 'session' && isDelicate(request, access)) requireSameOrigin(deps.origin, request)
  return identifySession(deps, credential as SessionCredential, reply)
}

async function identifySession(
  { sessions }: AccessDeps,
  { kind, value }: SessionCredential,
  reply: FastifyReply,
): Promise<Caller | null> {
  const { session, setCookie } = await sessions.find(value)
  if (kind === 'session' && setCookie) reply.header('set-cookie', setCookie)
  if (!session) return null
  const { sessionId, accountId, subscribed, needsSecondFactor, ...person } = session
  const member = { ...person, lacksSecondFactor: needsSecondFactor && !person.hasSecondFactor }
  return { accountId, kind, permission: 'write', credentialId: sessionId, subscribed, member, rules: null }
}

/** The order is part of the contract: authentication, operator, kind, network, second factor, scope, write permission, role, subscription, limit. */
function admit(access: Exclude<Access, 'public'>, request: FastifyRequest, caller: Caller | null): Caller {
  if (!caller) throw unauthenticated('The credential is not valid, has expired or was revoked.', 'invalid_token')
  if (access.operator && !caller.member?.isOperator) throw new AppError('not_found', 'Nothing exists at this URL.')
  if (access.kinds && !access.kinds.includes(caller.kind))
    throw new AppError('session_required', 'This operation needs a signed-in session. API tokens are not accepted.')
  if (caller.rules?.isAllowedFrom?.(request.ip) === false)
    throw new AppError('network_not_allowed', 'This token cannot be used from this network.')
  const refusal = refusalOf(caller, access)
  if (refusal) throw refusal
  request.caller = caller
  request.accountId = caller.accountId
  return caller
}

function useLimit(
  { limits }: AccessDeps,
  reply: FastifyReply,
  { credentialId, rules }: Caller,
): undefined | Promise<undefined> {
  return rules?.limit ? limits.use(credentialId, rules.limit, reply) : undefined
}

/** The refusal of an operation for a known caller; undefined if it is allowed. */
export function refusalOf(caller: Caller, access: Exclude<Access, 'public'>): AppError | undefined {
  const { scope, permission, subscription } = access
  if (caller.member?.lacksSecondFactor && !access.beforeSecondFactor)
    return new AppError(
      'second_factor_setup_required',
      'This account requires two-factor authentication. Turn it on, or sign in with a passkey.',
    )
  if (scope && caller.kind === 'token' && !scopesOf(caller).includes(scope))
    return new AppError('scope_required', `This token does not have the scope "${scope}". Use one that does.`)
  if (permission === 'write' && caller.permission !== 'write')
    return new AppError('write_permission_required', 'This token is read-only.')
  if (caller.member && !mayDo(caller.member, access))
    return new AppError(
      'role_required',
      `Your role in this account is ${caller.member.role}, which does not allow this.`,
    )
  if (!caller.subscribed && (subscription || caller.kind === 'token'))
    return new AppError('subscription_required', 'The account has no active subscription.')
  return undefined
}

function scopesOf({ rules }: Caller): readonly TokenScope[] {
  return rules?.scopes ?? DEFAULT_TOKEN_SCOPES
}

function mayDo(member: Member, { permission, subscription, role }: Exclude<Access, 'public'>): boolean {
  const least = role ?? (permission === 'write' || subscription ? 'member' : 'viewer')
  return ROLES.indexOf(member.role) <= ROLES.indexOf(least)
}

/** Requests that a page of another origin must not cause by its visitor's cookie: writes, and operations that bill units. */
function isDelicate({ method }: FastifyRequest, { permission, subscription }: Exclude<Access, 'public'>): boolean {
  return (method !== 'GET' && method !== 'HEAD') || permission === 'write' || subscription
}

/** RFC 6750 §3.1: the challenge names the error when a credential was sent. */
function unauthenticated(detail: string, error?: 'invalid_token'): AppError {
  const challenge = `Bearer realm="mailsift", error="${error}"`
  return new AppError('unauthenticated', detail, error && { headers: { 'www-authenticate': challenge } })
}
