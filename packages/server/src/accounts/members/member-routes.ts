import {
  ChangeRoleBody,
  type Member,
  MemberList,
  MemberParams,
  RemoveMemberQuery,
  RenameAccountBody,
  SwitchAccountBody,
} from '@mailsift/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { ADMIN, callerOf, memberOf, SIGNED_IN } from '../../access/caller.ts'
import { asAccount, note } from '../../audit/audit.ts'
import { BODY_MAX_BYTES, type SignInDeps } from '../../identity/deps.ts'
import { switchSession } from '../../identity/sessions/sessions.ts'
import { refuseControlCharacters } from '../../platform/http/names.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { changeRole, listMembers, removeMember } from './members.ts'

const TAGS = ['Members']

export function registerMemberRoutes(app: Http, { db }: SignInDeps): void {
  app.get(
    '/account/members',
    {
      config: { access: { ...SIGNED_IN, permission: 'read' } },
      schema: {
        tags: TAGS,
        operationId: 'listMembers',
        summary: 'List members',
        description: 'Returns the people of the account and their roles, the oldest membership first.',
        response: { 200: MemberList },
      },
    },
    async (request) => {
      const { userId } = memberOf(request)
      const members = await listMembers(db, callerOf(request).accountId)
      return { items: members.map((member): Member => ({ ...member, you: member.person_id === userId })) }
    },
  )

  app.patch(
    '/account/members/:personId',
    {
      config: { access: ADMIN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'changeRole',
        summary: 'Change the role of a member',
        description: 'Takes effect immediately. Only owners can change an owner or make one. One owner must remain.',
        params: MemberParams,
        body: ChangeRoleBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { role } = request.body
      await asAccount(db, request, (tx) =>
        changeRole(tx, callerOf(request).accountId, request.params.personId, { role, by: memberOf(request) }),
      )
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/account/members/:personId',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'removeMember',
        summary: 'Remove a member, or leave the account',
        description:
          'Ends the sessions of the member in this account immediately. The API tokens that the member created belong to the account and keep working unless you revoke them. Admins and owners can remove members; everyone can leave.',
        params: MemberParams,
        querystring: RemoveMemberQuery,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const revokeTokens = request.query.revoke_tokens === 1
      await asAccount(db, request, (tx) =>
        removeMember(tx, callerOf(request).accountId, request.params.personId, { revokeTokens, by: memberOf(request) }),
      )
      return reply.code(204).send(null)
    },
  )

  app.patch(
    '/account',
    {
      config: { access: ADMIN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'renameAccount',
        summary: 'Rename the account',
        description: 'The name is shown to people who belong to several accounts, and in invitations.',
        body: RenameAccountBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { name } = request.body
      refuseControlCharacters('/body/name', name)
      const { accountId } = callerOf(request)
      await db.transaction().execute(async (tx) => {
        await sql`UPDATE accounts SET name = ${name.trim()} WHERE id = ${accountId}`.execute(tx)
        const { userId } = memberOf(request)
        await note(tx, { action: 'account_renamed', actor: 'account', accountId, ip: request.ip, userId })
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/account/switch',
    {
      config: { access: { ...SIGNED_IN, beforeSecondFactor: true } },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'switchAccount',
        summary: 'Switch to another account',
        description: 'The session works in that account from now on. Other sessions of the person stay where they are.',
        body: SwitchAccountBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { account_id } = request.body
      if (!(await switchSession(db, callerOf(request).credentialId, account_id)))
        throw new AppError('not_found', 'The account does not exist.')
      return reply.code(204).send(null)
    },
  )
}
