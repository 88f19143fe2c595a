// Logout tokens, by which a provider says, without a browser, that one of its sessions has ended (OpenID Connect Back-Channel Logout 1.0 §2.6).
import type { ServerMetadata } from 'openid-client'
import type { TrustedFetch } from '../../platform/outbound/trusted-fetch.ts'
import { once } from '../../platform/shared-value.ts'

export type LogoutToken = { issuer: string; subject: string | null; sid: string | null; id: string }

/** Clocks of two machines differ. */
export const CLOCK_TOLERANCE_SECONDS = 60
/** A provider sends its token at once, so that an old one is a copy. */
const TOKEN_AGE_MAX_SECONDS = 300
/** Until then a token must be remembered: no older one is accepted. */
export const TOKEN_REMEMBERED_SECONDS = TOKEN_AGE_MAX_SECONDS + 2 * CLOCK_TOLERANCE_SECONDS
/** Signatures that only the provider can make. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'
/** Strangers can send tokens with made-up keys: keys are requested from the provider no more often than this. */
const KEYS_COOLDOWN_MS = 10_000

class LogoutTokenError extends Error {}

const loadJose = once(() => import('jose'))

export function createLogoutTokens({
  clientId,
  metadata,
  fetch,
}: {
  clientId: string
  metadata: () => Promise<ServerMetadata>
  fetch: TrustedFetch
}): { read(token: string): Promise<LogoutToken> } {
  let keys: { url: string; find: ReturnType<typeof import('jose').createRemoteJWKSet> } | undefined

  return {
    async read(token) {
      const jose = await loadJose()
      const { issuer, jwks_uri: url = '' } = await metadata()
      if (keys?.url !== url) {
        const options = { [jose.customFetch]: fetch, cooldownDuration: KEYS_COOLDOWN_MS }
        keys = { url, find: jose.createRemoteJWKSet(new URL(url), options) }
      }
      const { payload, protectedHeader } = await jose.jwtVerify(token, keys.find, {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: TOKEN_AGE_MAX_SECONDS,
        requiredClaims: ['iat', 'jti'],
      })
      const { sub = null, sid = null, jti, events, nonce } = payload
      // An ID token must not end a session, and neither must a token for another purpose.
      const type = protectedHeader.typ?.toLowerCase().replace('application/', '')
      if (type !== undefined && type !== 'logout+jwt' && type !== 'jwt') throw new LogoutTokenError('type')
      if (nonce !== undefined) throw new LogoutTokenError('nonce')
      if (typeof events !== 'object' || events === null || !(LOGOUT_EVENT in events))
        throw new LogoutTokenError('events')
      if (sub === null && sid === null) throw new LogoutTokenError('subject')
      if (typeof jti !== 'string' || (sid !== null && typeof sid !== 'string')) throw new LogoutTokenError('claims')
      return { issuer, subject: sub, sid, id: jti }
    },
  }
}
