// One identity provider: its pages, its claims about people, and the end of their sessions. openid-client and jose verify; see
// docs/decisions/0048-single-sign-on.md.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import type { Configuration, IDToken, ServerMetadata, UserInfoResponse } from 'openid-client'
import type { OidcProvider } from '../../config/config.ts'
import type { TrustedFetch } from '../../platform/outbound/trusted-fetch.ts'
import { forAWhile, once } from '../../platform/shared-value.ts'
import { CLOCK_TOLERANCE_SECONDS, createLogoutTokens, type LogoutToken } from './logout-token.ts'

/** The person, as a provider has proved them. */
export type ProvedIdentity = {
  issuer: string
  subject: string
  email: string | null
  /** Only the claim `true` counts. */
  emailVerified: boolean
  name: string
  /** Null when the provider had too many to send. */
  groups: readonly string[] | null
  sid: string | null
  /** Whether the provider says that the person signed in with several factors. */
  isMultiFactor: boolean
  idToken: string
}

export type Provider = {
  config: OidcProvider
  /** The page of the provider where the person signs in. */
  authorizationUrl(visit: Visit): Promise<string>
  /** Exchanges what the provider's redirect has brought; throws what the libraries throw. */
  prove(visit: Visit, query: string): Promise<ProvedIdentity>
  /** The page that signs the person out at the provider, if it has one. */
  signOutUrl(idToken: string | null): Promise<string | null>
  readLogoutToken(token: string): Promise<LogoutToken>
}

/** The state of a visit, with what only the browser that began it can derive: nothing of it is stored. */
export type Visit = { state: string; nonce: string; verifier: string }

export function newState(): string {
  return randomBytes(32).toString('base64url')
}

export function visitOf(state: string, browser: string): Visit {
  const derive = (purpose: string) => createHmac('sha256', browser).update(`${purpose}\0${state}`).digest('base64url')
  return { state, nonce: derive('nonce'), verifier: derive('verifier') }
}

class FutureTokenError extends Error {
  readonly code = 'issued_in_the_future'
}

/** All people without a subject would be one person. */
class EmptySubjectError extends Error {
  readonly code = 'empty_subject'
}

/** Addresses and endpoints of a provider seldom change. */
const METADATA_LIFE_MS = 10 * 60_000

/** Loaded when somebody first signs in this way. */
const loadClient = once(() => import('openid-client'))

export function createProvider(
  config: OidcProvider,
  { origin, fetch }: { origin: string; fetch: TrustedFetch },
): Provider {
  const redirectUri = redirectUriOf(origin, config.id)
  const customFetch = (url: string, options: object) => fetch(url, options as RequestInit)

  /** Read when it is needed, so that the service starts without the provider. */
  const metadata = forAWhile(METADATA_LIFE_MS, async (): Promise<ServerMetadata> => {
    const client = await loadClient()
    const issuer = new URL(config.issuer)
    const found = await client.discovery(issuer, config.clientId, config.clientSecret, undefined, {
      [client.customFetch]: customFetch,
      ...(issuer.protocol === 'http:' && { execute: [client.allowInsecureRequests] }),
    })
    return found.serverMetadata()
  })
  const logoutTokens = createLogoutTokens({ clientId: config.clientId, metadata, fetch })

  /**
   * Made for each exchange: the library keeps a provider's keys with it for minutes, and a key that has just been rotated would be refused.
   * Without the signature check, which OpenID Connect leaves to clients, only TLS would vouch for the token.
   */
  async function configure(): Promise<Configuration> {
    const client = await loadClient()
    const server = await metadata()
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const authenticate = methods.includes('client_secret_post') ? client.ClientSecretPost : client.ClientSecretBasic
    const options = { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS }
    const made = new client.Configuration(server, config.clientId, options, authenticate(config.clientSecret))
    made[client.customFetch] = customFetch
    if (config.issuer.startsWith('http:')) client.allowInsecureRequests(made)
    client.enableNonRepudiationChecks(made)
    return made
  }

  return {
    config,
    readLogoutToken: logoutTokens.read,

    async authorizationUrl({ state, nonce, verifier }) {
      const client = await loadClient()
      const url = client.buildAuthorizationUrl(await configure(), {
        redirect_uri: redirectUri,
        scope: config.scope,
        state,
        nonce,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      return url.href
    },

    async prove({ state, nonce, verifier }, query) {
      const client = await loadClient()
      const configuration = await configure()
      // The redirect URI that is configured, not the host that the request names.
      const returned = new URL(redirectUri)
      returned.search = query
      const tokens = await client.authorizationCodeGrant(configuration, returned, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      })
      const claims = tokens.claims()!
      if (claims.iat > Date.now() / 1000 + CLOCK_TOLERANCE_SECONDS) throw new FutureTokenError()
      if (typeof claims.sub !== 'string' || claims.sub.trim() === '') throw new EmptySubjectError()
      const info = needsMore(config, claims, configuration.serverMetadata())
        ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
        : undefined
      return identityOf(config, claims, info, tokens.id_token!)
    },

    async signOutUrl(idToken) {
      const client = await loadClient()
      const configuration = await configure()
      if (!configuration.serverMetadata().end_session_endpoint) return null
      const parameters = new URLSearchParams({ post_logout_redirect_uri: `${origin}/` })
      if (idToken !== null) parameters.set('id_token_hint', idToken)
      return client.buildEndSessionUrl(configuration, parameters).href
    },
  }
}

/** Each provider has its own, so that the answer of one is never taken for the answer of another (RFC 9700 §4.4.2). */
function redirectUriOf(origin: string, providerId: string): string {
  return `${origin}/account/single-sign-on/${providerId}/callback`
}

/** Some providers send addresses or groups only to those who ask for them. */
function needsMore({ groupsClaim, roles }: OidcProvider, claims: IDToken, server: Readonly<ServerMetadata>): boolean {
  if (!server.userinfo_endpoint) return false
  const hasAddress = typeof claims.email === 'string' && typeof claims.email_verified === 'boolean'
  const hasGroups = Object.keys(roles).length === 0 || claimAt(claims, groupsClaim) !== undefined
  return !hasAddress || !hasGroups
}

function identityOf(
  { groupsClaim }: OidcProvider,
  claims: IDToken,
  info: UserInfoResponse | undefined,
  idToken: string,
): ProvedIdentity {
  const sources = [claims, ...(info ? [info] : [])]
  const withAddress = sources.filter(({ email }) => typeof email === 'string')
  // An address and the word on it come from one source.
  const source = withAddress.find(({ email_verified }) => typeof email_verified === 'boolean') ?? withAddress[0]
  const names = sources.map(({ name }) => name).filter((name) => typeof name === 'string')
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: (source?.email as string | undefined)?.trim().toLowerCase() ?? null,
    emailVerified: source?.email_verified === true,
    name: names[0] ?? '',
    groups: groupsOf(sources, groupsClaim),
    sid: typeof claims.sid === 'string' ? claims.sid : null,
    // RFC 8176: "mfa" in the authentication methods of the signed token.
    isMultiFactor: Array.isArray(claims.amr) && claims.amr.includes('mfa'),
    idToken,
  }
}

type Claims = Readonly<Record<string, unknown>>

function groupsOf(sources: readonly Claims[], name: string): readonly string[] | null {
  const found = sources.map((claims) => claimAt(claims, name)).find((value) => value !== undefined)
  if (typeof found === 'string') return [found]
  if (Array.isArray(found)) return found.filter((group) => typeof group === 'string')
  // Entra names where to read the groups of a person who has more than fit into a token.
  const isElsewhere = sources.some(({ _claim_names: names }) => isObject(names) && name in names)
  return isElsewhere ? null : []
}

/** By its name, or by a path such as realm_access.roles. */
function claimAt(claims: Claims, name: string): unknown {
  if (name in claims) return claims[name]
  let value: unknown = claims
  for (const step of name.split('.')) value = isObject(value) ? value[step] : undefined
  return value
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null
}
