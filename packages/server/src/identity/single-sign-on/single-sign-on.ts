// Signing in at a provider, step by step: begin() sends the browser there, the provider's redirect brings it to return(), and the page
// exchanges the ticket of that for a session. Each step is used once, by the browser that took the first.
import { randomBytes } from 'node:crypto'
import type { SignInProvider } from '@mailsift/contract'
import { sql } from 'kysely'
import { type InvitationSecret, readSecret } from '../../accounts/members/invitations.ts'
import type { OidcProvider } from '../../config/config.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/hash-secret.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Log } from '../../platform/log.ts'
import type { TrustedFetch } from '../../platform/outbound/trusted-fetch.ts'
import { seal, unseal } from '../../platform/sealed.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { readAttempt, recordAttempt, spendAttempt } from '../sessions/sign-in-attempts.ts'
import { TOKEN_REMEMBERED_SECONDS } from './logout-token.ts'
import { createProvider, newState, type ProvedIdentity, type Provider, visitOf } from './provider.ts'

type Result = {
  provider: Provider
  /** Only this session can link the identity; null for a sign-in. */
  sessionId: string | null
  identity: ProvedIdentity
  /** The invitation that the person followed. */
  invitation: InvitationSecret | null
}

export type SingleSignOn = {
  providers: readonly Provider[]
  find(providerId: string): Provider
  /** Also one that is no longer configured. */
  describe(providerId: string): SignInProvider
  /** The page of the provider where the person signs in. With a session, to link the identity to its person. */
  begin(providerId: string, from: VisitFrom): Promise<string>
  /** The path of this service, with a ticket, where the browser goes next. */
  return(providerId: string, query: string, browser: string | undefined): Promise<string>
  /** The identity that the provider has proved; throws the reason where it has not. */
  read(db: Db | Tx, ticket: string, browser: string | undefined): Promise<Result>
  /** Uses the ticket up. */
  spend(tx: Tx, ticket: string, browser: string | undefined): Promise<void>
  /** Ends the sessions that a logout token of the provider names. */
  endSessions(providerId: string, token: string): Promise<void>
  /** Ends the session that a page of the provider names. `sid` is random, so that only those who know the session can name it. */
  endNamedSession(providerId: string, named: { issuer: string; sid: string }): Promise<void>
}

type VisitFrom = {
  browser: string
  returnTo: string
  sessionId: string | null
  /** The secret of an invitation to accept on return. */
  invitation?: string | undefined
}

/** Stored encrypted: it names the person and holds their ID token. */
type Outcome = { identity: ProvedIdentity } | { refusal: 'denied' | 'failed' | 'unreachable' }

export function createSingleSignOn({
  db,
  log,
  secrets,
  origin,
  fetch,
  providers: configured,
}: {
  db: Db
  log: Log
  secrets: Secrets
  origin: string
  fetch: TrustedFetch
  providers: readonly OidcProvider[]
}): SingleSignOn {
  const providers = configured.map((config) => createProvider(config, { origin, fetch }))

  function find(providerId: string): Provider {
    const provider = providers.find(({ config }) => config.id === providerId)
    if (!provider) throw new AppError('not_found', 'This installation has no such identity provider.')
    return provider
  }

  async function prove(provider: Provider, visit: { state: string; browser: string; query: string }): Promise<Outcome> {
    try {
      return { identity: await provider.prove(visitOf(visit.state, visit.browser), visit.query) }
    } catch (error) {
      const reason = reasonOf(error)
      log.warn({ provider: provider.config.id, reason }, 'single sign-on failed')
      if (reason === 'access_denied') return { refusal: 'denied' }
      return { refusal: isNetworkFault(error) ? 'unreachable' : 'failed' }
    }
  }

  return {
    providers,
    find,
    describe: (id) => ({ id, name: providers.find(({ config }) => config.id === id)?.config.name ?? id }),

    async begin(providerId, { browser, returnTo, sessionId, invitation }) {
      const provider = find(providerId)
      const state = newState()
      const url = await provider.authorizationUrl(visitOf(state, browser)).catch((error) => {
        log.warn({ provider: providerId, reason: reasonOf(error) }, 'identity provider unavailable')
        throw unreachable(provider)
      })
      await recordAttempt(
        db,
        { purpose: 'sso_visit', secret: state, browser },
        {
          sessionId,
          content: {
            provider: providerId,
            returnTo,
            invitation: invitation === undefined ? undefined : hexOf(readSecret(invitation)),
          },
        },
      )
      return url
    },

    async return(providerId, query, browser) {
      const provider = find(providerId)
      const state = new URLSearchParams(query).get('state') ?? ''
      const visit = browser && (await spendAttempt(db, { purpose: 'sso_visit', secret: state, browser }))
      const ticket = randomBytes(32).toString('base64url')
      // A ticket that nothing is stored for: the page says that the sign-in has expired.
      if (!visit || visit.content.provider !== providerId) return `/#sso=${ticket}`
      const outcome = await prove(provider, { state, browser, query })
      const { sessionId, content } = visit
      await recordAttempt(
        db,
        { purpose: 'sso_result', secret: ticket, browser },
        {
          sessionId,
          content: {
            provider: providerId,
            outcome: seal(JSON.stringify(outcome), secrets),
            invitation: content.invitation,
          },
        },
      )
      return `${content.returnTo}#${sessionId === null ? 'sso' : 'sso-link'}=${ticket}`
    },

    async read(db, ticket, browser) {
      const result = browser && (await readAttempt(db, { purpose: 'sso_result', secret: ticket, browser }))
      if (!result) throw expired()
      const provider = find(result.content.provider)
      const outcome = JSON.parse(unseal(result.content.outcome, secrets)) as Outcome
      const { sessionId, content } = result
      const invitation = content.invitation === undefined ? null : fromHex(content.invitation)
      if ('identity' in outcome) return { provider, sessionId, identity: outcome.identity, invitation }
      if (outcome.refusal === 'unreachable') throw unreachable(provider)
      throw new AppError(
        'single_sign_on_refused',
        outcome.refusal === 'denied'
          ? `The sign-in at ${provider.config.name} was canceled.`
          : `The sign-in at ${provider.config.name} failed. Try again. If it keeps failing, ask the operator of this service to read its log.`,
      )
    },

    async spend(tx, ticket, browser) {
      const spent = browser && (await spendAttempt(tx, { purpose: 'sso_result', secret: ticket, browser }))
      if (!spent) throw expired()
    },

    async endSessions(providerId, token) {
      const provider = find(providerId)
      const { issuer, subject, sid, id } = await provider.readLogoutToken(token).catch((error) => {
        log.warn({ provider: providerId, reason: reasonOf(error) }, 'logout token refused')
        if (isNetworkFault(error)) throw unreachable(provider)
        throw new AppError('invalid_request', 'The logout token is not valid.')
      })
      // Remembering the token and ending the sessions are one: a token that failed half way can be sent again.
      await db.transaction().execute(async (tx) => {
        const { rows } = await sql`
          INSERT INTO used_logout_tokens (sha256, expires_at)
          VALUES (${hashSecret(`${issuer}\0${id}`)}, now() + make_interval(secs => ${TOKEN_REMEMBERED_SECONDS}))
          ON CONFLICT DO NOTHING RETURNING sha256`.execute(tx)
        if (rows.length === 0) throw new AppError('invalid_request', 'The logout token was already used.')
        await endSessionsOf(tx, { issuer, subject, sid })
      })
    },

    async endNamedSession(providerId, { issuer, sid }) {
      if (issuer !== find(providerId).config.issuer)
        throw new AppError('invalid_request', 'The issuer is not that of the provider.')
      await db.transaction().execute((tx) => endSessionsOf(tx, { issuer, subject: null, sid }))
    },
  }
}

/** Ends the session with that id, or all that the subject began at the provider. The trail notes each. */
async function endSessionsOf(
  tx: Tx,
  { issuer, subject, sid }: { issuer: string; subject: string | null; sid: string | null },
): Promise<void> {
  const subjectHash = subject === null ? null : hashSecret(subject)
  const sidHash = sid === null ? null : hashSecret(sid)
  await sql`
    WITH ended AS (
      DELETE FROM sessions s USING session_identities si, identities i
      WHERE si.session_id = s.id AND i.id = si.identity_id AND i.issuer = ${issuer}
        AND (${subjectHash}::bytea IS NULL OR i.subject_sha256 = ${subjectHash})
        AND (${sidHash}::bytea IS NULL OR si.sid_sha256 = ${sidHash})
      RETURNING s.id, s.account_id, s.user_id)
    INSERT INTO audit_events (account_id, action, actor, subject_id, detail, user_id)
    SELECT account_id, 'session_ended', 'service', id, 'single_sign_on', user_id FROM ended`.execute(tx)
}

function hexOf({ sha256, proof }: InvitationSecret): string {
  return [sha256, ...(proof ? [proof] : [])].map((hash) => hash.toString('hex')).join('.')
}

function fromHex(text: string): InvitationSecret {
  const [sha256 = '', proof] = text.split('.')
  return { sha256: Buffer.from(sha256, 'hex'), proof: proof === undefined ? null : Buffer.from(proof, 'hex') }
}

function expired(): AppError {
  return new AppError('link_invalid', 'This sign-in has expired or was already used. Start again.')
}

function unreachable({ config }: Provider): AppError {
  return new AppError('unavailable', `${config.name} cannot be reached at the moment.`)
}

/** A word for the log: texts of errors may hold what a person typed. */
function reasonOf(error: unknown): string {
  const { error: response, code, name } = error as { error?: unknown; code?: unknown; name?: unknown }
  return [response, code, name].find((word) => typeof word === 'string' && /^[\w.-]{1,80}$/.test(word)) as string
}

/** The provider gave no answer, or one that says that it is broken. */
function isNetworkFault(error: unknown): boolean {
  const { name, status, cause } = error as { name?: string; status?: number; cause?: unknown }
  if (name === 'TimeoutError' || name === 'AbortError' || (status ?? 0) >= 500) return true
  if (error instanceof TypeError && error.message === 'fetch failed') return true
  return cause instanceof Error ? isNetworkFault(cause) : false
}
