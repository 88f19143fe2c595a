import { type Contact, ENRICHMENT_SOURCES, type UpdateContactBody } from '@mailsift/contract'
import { type Engine, render } from '@mailsift/engine'
import { sql } from 'kysely'
import { isLookedUp } from '../enrichment/eligible.ts'
import { scheduleFairly } from '../enrichment/schedule.ts'
import type { Db } from '../platform/database/database.ts'
import { isUniqueViolation } from '../platform/database/errors.ts'
import { AppError, invalidValue } from '../platform/http/problem.ts'
import type { Secrets } from '../platform/secrets.ts'
import { domainOf } from './save.ts'
import { type ShownRow, toContact } from './store.ts'
import { holdSuppressed, withoutSuppressed } from './suppression.ts'

export type EditDeps = { db: Db; engine: Pick<Engine, 'validate'>; enrichment: boolean; secrets: Secrets }

/** §4.11. Undefined if the user has no such contact. */
export async function editContact(
  { db, engine, enrichment, secrets }: EditDeps,
  accountId: string,
  id: string,
  body: UpdateContactBody,
): Promise<Contact | undefined> {
  const verdict = engine.validate(body.email)
  if (!verdict.ok) throw new AppError('invalid_email', verdict.error.message)
  const { inbound: email, normalized } = render(verdict, '')
  const domain = domainOf(email)
  const firstName = readName('/body/firstName', body.firstName)
  const lastName = readName('/body/lastName', body.lastName)
  try {
    return await db.transaction().execute(async (tx) => {
      const isAllowed =
        !(await holdSuppressed(tx)) ||
        (await withoutSuppressed(tx, secrets, accountId, [{ email, normalized }])).length > 0
      if (!isAllowed)
        throw new AppError('address_suppressed', 'This address was deleted and cannot become a contact again.')
      // Facts about the former address say nothing about the new one: its enrichment starts over. A person is
      // looked for by name: with another name, for another one.
      const { rows } = await sql<ShownRow & { moved: boolean; renamed: boolean }>`
        WITH former AS (
          SELECT id, normalized <> ${normalized} AS moved, ${isLookedUp(engine, email)}::boolean
            AND (first_name, last_name) IS DISTINCT FROM (${firstName}::text, ${lastName}::text) AS renamed
          FROM contacts WHERE id = ${id} AND account_id = ${accountId} FOR UPDATE
        )
        UPDATE contacts SET email = ${email}, normalized = ${normalized}, domain = ${domain},
          first_name = ${firstName}, last_name = ${lastName}, edited = true, updated_at = now(),
          state = CASE WHEN (moved OR renamed) AND state <> 'pending' THEN 'updating' ELSE state END,
          sources = CASE WHEN moved THEN '{}' WHEN renamed THEN sources - 'wikidata_person' ELSE sources END,
          pending_sources = CASE WHEN moved THEN ${ENRICHMENT_SOURCES}::text[]
            WHEN renamed THEN array_append(array_remove(pending_sources, 'wikidata_person'), 'wikidata_person') ELSE pending_sources END,
          attempts = CASE WHEN moved OR renamed THEN 0 ELSE attempts END,
          due_at = CASE WHEN moved OR renamed THEN now() ELSE due_at END
        FROM former WHERE contacts.id = former.id AND contacts.account_id = ${accountId} RETURNING moved, renamed, contacts.*`.execute(
        tx,
      )
      const [row] = rows
      if ((row?.moved || row?.renamed) && enrichment) await scheduleFairly(tx, [{ domain, accountId }])
      return row && toContact(row)
    })
  } catch (error) {
    if (isUniqueViolation(error, 'contacts_by_address'))
      throw new AppError('contact_exists', 'Another of your contacts has this address.')
    throw error
  }
}

/** PostgreSQL cannot store U+0000, and nothing could show an unpaired surrogate. */
function readName(path: string, name: string | null): string | null {
  if (!name) return null
  if (!/\p{Cc}/u.test(name) && name.isWellFormed()) return name
  throw invalidValue(path, 'must not contain control characters or unpaired surrogates')
}
