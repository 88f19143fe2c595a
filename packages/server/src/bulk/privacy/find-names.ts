// Texts that clients chose for keys and files, and that may hold an address although what they name does not.
import { sql } from 'kysely'
import type { AddressSearch } from '../../platform/address-search.ts'
import type { Db, Tx } from '../../platform/database/database.ts'

export type FoundBulkName = {
  kind: 'idempotency_key' | 'file_name' | 'list_name' | 'list_notes'
  accountId: string
  id: string
  text: string
}

/** Replaces the name of a file; its bytes are the customer's and stay. */
const NAME_INSTEAD = 'removed.csv'

export async function findBulkNames(
  db: Db,
  search: Pick<AddressSearch, 'isNamedIn' | 'namePattern'>,
): Promise<FoundBulkName[]> {
  const { rows } = await sql<FoundBulkName>`
    SELECT 'idempotency_key' AS kind, account_id AS "accountId", resource_id AS id, key AS text
    FROM bulk_keys WHERE key ~ ${search.namePattern}
    UNION ALL SELECT 'file_name', account_id, id, filename FROM bulk_uploads WHERE filename ~ ${search.namePattern}
    UNION ALL SELECT 'list_name', account_id, id, name FROM saved_lists WHERE name ~ ${search.namePattern}
    UNION ALL SELECT 'list_notes', account_id, id, notes FROM saved_lists WHERE notes ~ ${search.namePattern}`.execute(
    db,
  )
  return rows
    .map((row) => (row.kind === 'idempotency_key' ? row : { ...row, text: JSON.parse(row.text) as string }))
    .filter(({ text }) => search.isNamedIn(text) || search.isNamedIn(withoutEnding(text)))
}

/** The ending of a file looks like part of a domain, and many a key is made of a file's name. */
function withoutEnding(filename: string): string {
  return filename.replace(/\.[^.]*$/, '')
}

/**
 * A key is forgotten, so the next request with it counts as the first. With the name of a file its key goes as well: the
 * fingerprint of the request could be compared with a guess.
 */
export async function forgetBulkNames(tx: Tx, names: readonly FoundBulkName[]): Promise<void> {
  for (const { kind, accountId, id, text } of names) {
    if (kind === 'idempotency_key')
      await sql`DELETE FROM bulk_keys WHERE account_id = ${accountId} AND key = ${text}`.execute(tx)
    else if (kind === 'list_name')
      await sql`UPDATE saved_lists SET name = NULL WHERE account_id = ${accountId} AND id = ${id}`.execute(tx)
    else if (kind === 'list_notes')
      await sql`UPDATE saved_lists SET notes = '""' WHERE account_id = ${accountId} AND id = ${id}`.execute(tx)
    else {
      await sql`UPDATE bulk_uploads SET filename = ${JSON.stringify(NAME_INSTEAD)} WHERE id = ${id}`.execute(tx)
      await sql`DELETE FROM bulk_keys WHERE resource_id = ${id} AND scope = 'upload'`.execute(tx)
    }
  }
}
