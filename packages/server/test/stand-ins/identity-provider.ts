// A real OpenID provider (oidc-provider) on loopback, in the shape of the ones that people use. Its person signs in without a page.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Context } from 'oidc-provider'
import { onTestFinished } from 'vitest'
import type { OidcProvider } from '../../src/config/config.ts'

export const APP_ORIGIN = 'http://mailsift.test'
const CLIENT = { client_id: 'mailsift', client_secret: 'a secret of the provider and its client' }

const HOUR = 3600

export type Person = { sub: string; email?: string; email_verified?: boolean; name?: string } & Record<string, unknown>

type Key = { kid: string; privateKey: CryptoKey; jwk: object }

export type IdentityProvider = {
  issuer: string
  config: OidcProvider
  /** The one who signs in next; null cancels. */
  person: Person | null
  /** Changes what the token endpoint returns in place of the ID token. */
  tamper?: (claims: JWTPayload, sign: Sign) => Promise<string>
  /** Signs with a new key, and publishes only that. */
  rotateKeys(): Promise<void>
  /** Signs like the provider itself. */
  sign: Sign
  /** Requests to each route so far. */
  requests: string[]
}

export type Sign = (
  claims: JWTPayload,
  options?: { key?: CryptoKey; kid?: string; typ?: string; alg?: string },
) => Promise<string>

export type Shape = {
  id?: string
  name?: string
  /** The path of the issuer, such as /realms/contoso. */
  path?: string
  /** Whether responses name their issuer (RFC 9207), as Keycloak and authentik do and Google does not. */
  namesIssuer?: boolean
  /** Whether it has a page to sign out. */
  hasSignOut?: boolean
  config?: Partial<OidcProvider>
  /** Where logout tokens are really sent. */
  logoutTo?: () => string
  redirectUris?: readonly string[]
  /** Takes the function that ends it. Default: the running test, when it is over. */
  whenOver?: (end: () => void) => void
}

export async function startIdentityProvider(shape: Shape = {}): Promise<IdentityProvider> {
  const { id = 'contoso', name = 'Contoso', path = '', namesIssuer = true, hasSignOut = true } = shape
  let handle = (_request: import('node:http').IncomingMessage, response: import('node:http').ServerResponse) => {
    response.writeHead(503).end()
  }
  const server = createServer((request, response) => handle(request, response))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { whenOver = onTestFinished } = shape
  whenOver(() => void server.close().closeAllConnections())
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const issuer = `${base}${path}`
  const mount = path.replace(/\/$/, '')
  let key = await makeKey(1)
  const stored = new Map<string, Record<string, unknown>>()
  let keys = 1

  const sign: Sign = (claims, { key: other, kid = key.kid, typ = 'JWT', alg = 'RS256' } = {}) =>
    new SignJWT(claims).setProtectedHeader({ alg, kid, typ }).sign(other ?? key.privateKey)

  const made: IdentityProvider = {
    issuer,
    config: {
      id,
      name,
      issuer,
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      scope: 'openid email profile groups',
      account: null,
      groupsClaim: 'groups',
      roles: {},
      defaultRole: 'member',
      managedAddresses: false,
      ...shape.config,
    },
    person: { sub: 'ada', email: 'ada@contoso.com', email_verified: true, name: 'Ada Lovelace' },
    requests: [],
    sign,
    async rotateKeys() {
      key = await makeKey(++keys)
      mountProvider()
    },
  }

  function mountProvider(): void {
    const provider = new Provider(issuer, {
      clients: [
        {
          ...CLIENT,
          redirect_uris: shape.redirectUris ?? [`${APP_ORIGIN}/account/single-sign-on/${id}/callback`],
          post_logout_redirect_uris: [`${APP_ORIGIN}/`],
          backchannel_logout_uri: `${APP_ORIGIN}/account/single-sign-on/${id}/backchannel-logout`,
          backchannel_logout_session_required: true,
        },
      ],
      adapter: createAdapter(stored),
      ttl: { Interaction: HOUR, Grant: HOUR, Session: HOUR, AccessToken: HOUR, IdToken: HOUR, AuthorizationCode: HOUR },
      jwks: { keys: [key.jwk] },
      cookies: { keys: ['a key for cookies'] },
      claims: {
        openid: ['sub', 'sid'],
        email: ['email', 'email_verified'],
        profile: ['name'],
        groups: ['groups', '_claim_names'],
      },
      scopes: ['openid', 'email', 'profile', 'groups'],
      conformIdTokenClaims: false,
      pkce: { required: () => true },
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: {
          enabled: hasSignOut,
          // The page that asks whether to sign out has one button, which is pressed at once.
          logoutSource: (context: Context, form: string) => {
            context.body = form
          },
        },
      },
      // Without its dispatcher, which refuses loopback.
      fetch: (url: URL | string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: object }) =>
        fetch(String(url).replace(APP_ORIGIN, shape.logoutTo?.() ?? APP_ORIGIN), options),
      interactions: { url: () => `${mount}/interaction` },
      findAccount: (_context: Context, sub: string) => ({ accountId: sub, claims: () => ({ ...made.person, sub }) }),
      async loadExistingGrant(context: { oidc: { client: { clientId: string }; session: { accountId: string } } }) {
        const grant = new provider.Grant({
          clientId: context.oidc.client.clientId,
          accountId: context.oidc.session.accountId,
        })
        grant.addOIDCScope('openid email profile groups')
        await grant.save()
        return grant
      },
    })
    provider.use(async (context, next) => {
      await next()
      made.requests.push(context.path)
      if (context.path === '/token' && made.tamper && isTokens(context.body)) {
        const claims = JSON.parse(Buffer.from(context.body.id_token.split('.')[1]!, 'base64url').toString())
        context.body = { ...context.body, id_token: await made.tamper(claims, sign) }
      }
      if (!namesIssuer) hideIssuer(context)
    })
    const respond = provider.callback()
    handle = (request, response) => {
      if (request.url?.startsWith(`${mount}/interaction`)) {
        const result = made.person
          ? { login: { accountId: made.person.sub } }
          : { error: 'access_denied', error_description: 'canceled' }
        void provider.interactionFinished(request, response, result)
        return
      }
      if (mount && request.url?.startsWith(mount)) {
        Object.assign(request, { originalUrl: request.url })
        request.url = request.url.slice(mount.length) || '/'
      }
      respond(request, response)
    }
  }

  mountProvider()
  return made
}

function isTokens(body: unknown): body is { id_token: string } {
  return typeof body === 'object' && body !== null && 'id_token' in body
}

function hideIssuer(context: Context): void {
  if (context.path === '/.well-known/openid-configuration')
    delete (context.body as Record<string, unknown>).authorization_response_iss_parameter_supported
  const location = context.response.get('location')
  if (!location?.startsWith(APP_ORIGIN)) return
  const url = new URL(location)
  url.searchParams.delete('iss')
  context.set('location', url.href)
}

async function makeKey(number: number): Promise<Key> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const kid = `key-${number}`
  return { kid, privateKey, jwk: { ...(await exportJWK(privateKey)), kid, use: 'sig', alg: 'RS256' } }
}

/** Keeps what the provider stores over a change of its keys. */
function createAdapter(stored: Map<string, Record<string, unknown>>) {
  return class {
    readonly #model: string
    constructor(model: string) {
      this.#model = model
    }
    #key = (id: string) => `${this.#model}:${id}`
    async upsert(id: string, payload: Record<string, unknown>) {
      stored.set(this.#key(id), payload)
    }
    find = async (id: string) => stored.get(this.#key(id))
    async findByUid(uid: string) {
      return [...stored].find(([key, { uid: own }]) => key.startsWith(`${this.#model}:`) && own === uid)?.[1]
    }
    async consume(id: string) {
      Object.assign(stored.get(this.#key(id))!, { consumed: Math.floor(Date.now() / 1000) })
    }
    async destroy(id: string) {
      stored.delete(this.#key(id))
    }
    async revokeByGrantId(grantId: string) {
      for (const [key, value] of stored) if (value.grantId === grantId) stored.delete(key)
    }
  }
}
