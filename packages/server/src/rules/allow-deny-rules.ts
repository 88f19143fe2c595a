// The allow and deny lists of an account.
import type { AddedListEntries, ListEntry, ListName } from '@mailsift/contract'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'
import { uuidv7 } from '../platform/ids.ts'
import { lockRules } from './policies.ts'

type ListEntriesTable = {
  account_id: string
  key: string
  id: string
  list: ListName
  entry: string
  note: string
  added_at: Date
}

declare module '../platform/database/database.ts' {
  interface Tables {
    list_entries: ListEntriesTable
  }
}

export type NewEntry = { entry: string; key: string }

/** Undefined if the account would have more than `maxCount`. The last of several entries for one key counts. */
export async function addEntries(
  tx: Tx,
  accountId: string,
  { list, note, entries }: { list: ListName; note: string; entries: readonly NewEntry[] },
  maxCount: number,
): Promise<AddedListEntries | undefined> {
  await lockRules(tx, accountId)
  const byKey = [...new Map(entries.map((each) => [each.key, each])).values()]
  const { rows } = await sql<{ is_new: boolean }>`
    INSERT INTO list_entries AS known (account_id, key, id, list, entry, note)
    SELECT ${accountId}::uuid, key, id, ${list}, entry, ${note}
    FROM unnest(${byKey.map(({ key }) => key)}::text[], ${byKey.map(({ entry }) => entry)}::text[],
      ${byKey.map(() => uuidv7())}::uuid[]) AS given (key, entry, id)
    ON CONFLICT (account_id, key) DO UPDATE SET list = excluded.list, entry = excluded.entry, note = excluded.note, added_at = now()
      WHERE (known.list, known.note) <> (excluded.list, excluded.note)
    RETURNING xmax = 0 AS is_new`.execute(tx)
  const { total } = await tx
    .selectFrom('list_entries')
    .select(sql<number>`count(*)`.as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (total > maxCount) return undefined
  const added = rows.filter(({ is_new }) => is_new).length
  return { added, changed: rows.length - added }
}

export async function listEntries(db: Db, accountId: string): Promise<ListEntry[]> {
  const rows = await db
    .selectFrom('list_entries')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('added_at', 'desc')
    .orderBy('key')
    .execute()
  return rows.map(toListEntry)
}

function toListEntry({ id, list, entry, key, note, added_at }: Selectable<ListEntriesTable>): ListEntry {
  return { id, list, entry, key, note, added_at: added_at.toISOString() }
}

/** The list that it was on; undefined if there is no such entry. */
export async function deleteEntry(tx: Tx, accountId: string, id: string): Promise<ListName | undefined> {
  const gone = await tx
    .deleteFrom('list_entries')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('list')
    .executeTakeFirst()
  return gone?.list
}
