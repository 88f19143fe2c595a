// Whether the validated addresses of an account become contacts. The contract says they do; an account can turn it off.
import { ContactSaving, SetContactSavingBody } from '@mailsift/contract'
import { sql } from 'kysely'
import { Type } from 'typebox'
import { type Access, callerOf } from '../access/caller.ts'
import { note } from '../audit/audit.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import type { Http } from '../platform/http/server.ts'

const PATH = '/account/contact-saving'
/** For people: an integration follows the choice of its account. */
const READ = { permission: 'read', subscription: false, kinds: ['session', 'bearer'] } satisfies Access
const WRITE = { ...READ, permission: 'write' } satisfies Access

export function registerContactSavingRoutes(app: Http, { db }: { db: Db }): void {
  app.get(
    PATH,
    {
      config: { access: READ },
      schema: {
        tags: ['Contacts'],
        operationId: 'readContactSaving',
        summary: 'Get whether contacts are saved',
        description: 'Contacts are saved unless the account has turned this off.',
        response: { 200: ContactSaving },
      },
    },
    async (request) => {
      const { rows } = await sql<ContactSaving>`
        SELECT saves_contacts AS save FROM accounts WHERE id = ${callerOf(request).accountId}`.execute(db)
      return rows[0]!
    },
  )

  app.put(
    PATH,
    {
      config: { access: WRITE },
      schema: {
        tags: ['Contacts'],
        operationId: 'setContactSaving',
        summary: 'Set whether contacts are saved',
        description:
          'Applies to all validations of the account from now on, also through the API. Saved contacts stay.',
        body: SetContactSavingBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId, member } = callerOf(request)
      const { save } = request.body
      await db.transaction().execute(async (tx) => {
        await sql`UPDATE accounts SET saves_contacts = ${save} WHERE id = ${accountId}`.execute(tx)
        await note(tx, {
          action: 'contact_saving_set',
          actor: 'account',
          accountId,
          detail: save ? 'on' : 'off',
          ip: request.ip,
          ...(member && { userId: member.userId }),
        })
      })
      return reply.code(204).send(null)
    },
  )
}

/** Those of the accounts that have turned it off. */
export async function accountsWithoutContacts(tx: Tx, accountIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM accounts WHERE id = ANY(${accountIds}::uuid[]) AND saves_contacts IS FALSE`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}
