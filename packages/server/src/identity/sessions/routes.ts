import { SessionList, SessionParams } from '@mailsift/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { callerOf, memberOf, SIGNED_IN } from '../../access/caller.ts'
import { forgetCookie } from '../../access/session-cookie.ts'
import { note } from '../../audit/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { BODY_MAX_BYTES, type SignInDeps } from '../deps.ts'

const TAGS = ['Sessions']

export function registerSessionRoutes(app: Http, { db, authentication }: SignInDeps): void {
  app.get(
    '/account/sessions',
    {
      config: { access: { ...SIGNED_IN, permission: 'read' } },
      schema: {
        tags: TAGS,
        operationId: 'listSessions',
        summary: 'List sessions',
        description: 'Returns all sessions of the person, newest first.',
        response: { 200: SessionList },
      },
    },
    async (request) => {
      return { items: await listSessions(db, memberOf(request).userId, callerOf(request).credentialId) }
    },
  )

  app.delete(
    '/account/sessions/:sessionId',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'endSession',
        summary: 'End a session',
        description: 'Takes effect immediately for its cookie and its bearer token.',
        params: SessionParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId, credentialId } = callerOf(request)
      const { userId } = memberOf(request)
      const sessionId = request.params.sessionId.toLowerCase()
      const ended = await db.transaction().execute(async (tx) => {
        const { rows } = await sql`
          DELETE FROM sessions WHERE id = ${sessionId} AND user_id = ${userId} RETURNING id`.execute(tx)
        if (rows.length === 0) return false
        await note(tx, {
          action: 'session_ended',
          actor: 'account',
          accountId,
          subjectId: sessionId,
          ip: request.ip,
          userId,
        })
        return true
      })
      if (!ended) throw new AppError('not_found', 'The session does not exist.')
      if (sessionId === credentialId) reply.header('set-cookie', forgetCookie(authentication.cookie))
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/account/sessions',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'endAllSessions',
        summary: 'Sign out everywhere',
        description: 'Ends all sessions of the person, including this one. API tokens keep working.',
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { userId } = memberOf(request)
      await db.transaction().execute(async (tx) => {
        await sql`DELETE FROM sessions WHERE user_id = ${userId}`.execute(tx)
        await note(tx, { action: 'all_sessions_ended', actor: 'account', accountId, ip: request.ip, userId })
      })
      return reply.header('set-cookie', forgetCookie(authentication.cookie)).code(204).send(null)
    },
  )
}

type SessionRow = { id: string; created_at: Date; last_used_at: Date; expires_at: Date; network: string | null }

/** Sessions keep no network; the audit trail remembers where each was started. */
async function listSessions(db: Db, userId: string, currentId: string): Promise<SessionList['items']> {
  const { rows } = await sql<SessionRow>`
    SELECT s.id, s.created_at, s.last_used_at, s.expires_at, started.network
    FROM users p JOIN sessions s ON s.user_id = p.id LEFT JOIN LATERAL (
      SELECT network FROM audit_events e JOIN members m ON m.account_id = e.account_id AND m.user_id = p.id
      WHERE e.subject_id = s.id ORDER BY at LIMIT 1) AS started ON true
    WHERE p.id = ${userId} AND s.expires_at > now() ORDER BY s.created_at DESC, s.id DESC`.execute(db)
  return rows.map(({ id, created_at, last_used_at, expires_at, network }) => ({
    id,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at.toISOString(),
    expires_at: expires_at.toISOString(),
    network,
    current: id === currentId,
  }))
}
