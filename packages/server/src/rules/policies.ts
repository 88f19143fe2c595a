// Named policies of an account.
import { PRESET_NAMES, REASON_CODES, type ReasonCode, type SavedPolicy, type SavePolicyBody } from '@mailsift/contract'
import { type Policy, tierOfCode } from '@mailsift/engine'
import { type Selectable, sql } from 'kysely'
import type { Db, Tx } from '../platform/database/database.ts'

type PoliciesTable = {
  account_id: string
  name: string
  preset: string
  allow: string[]
  caution: string[]
  refuse: string[]
  updated_at: Date
}

declare module '../platform/database/database.ts' {
  interface Tables {
    policies: PoliciesTable
  }
}

export type StoredPolicy = Pick<Selectable<PoliciesTable>, 'preset' | 'allow' | 'caution' | 'refuse'>
type Preset = (typeof PRESET_NAMES)[number]

export const isPreset = (name: string): name is Preset => (PRESET_NAMES as readonly string[]).includes(name)

/** A node of a later version may have stored a code or a purpose that this one does not know. */
export function toPolicy({ preset, allow, caution, refuse }: StoredPolicy): Required<Omit<Policy, 'lists'>> {
  return {
    preset: isPreset(preset) ? preset : 'sign-up',
    allow: known(allow),
    caution: known(caution),
    refuse: known(refuse),
  }
}

const known = (codes: readonly string[]) =>
  codes.filter((code): code is ReasonCode => (REASON_CODES as readonly string[]).includes(code))

export async function listPolicies(db: Db, accountId: string): Promise<SavedPolicy[]> {
  const rows = await db.selectFrom('policies').selectAll().where('account_id', '=', accountId).orderBy('name').execute()
  return rows.map(toSavedPolicy)
}

function toSavedPolicy(row: Selectable<PoliciesTable>): SavedPolicy {
  const policy = toPolicy(row)
  const tiers = Object.fromEntries(REASON_CODES.map((code) => [code, tierOfCode(code, policy)]))
  return {
    name: row.name,
    preset: policy.preset,
    allow: [...policy.allow],
    caution: [...policy.caution],
    refuse: [...policy.refuse],
    tiers: tiers as SavedPolicy['tiers'],
    updated_at: row.updated_at.toISOString(),
  }
}

/** Creates it or replaces all of it. Undefined if the account would have more than `maxCount`. */
export async function savePolicy(
  tx: Tx,
  accountId: string,
  name: string,
  { preset, allow, caution, refuse }: SavePolicyBody,
  maxCount: number,
): Promise<SavedPolicy | undefined> {
  await lockRules(tx, accountId)
  const row = await tx
    .insertInto('policies')
    .values({ account_id: accountId, name, preset, allow, caution, refuse, updated_at: sql`now()` })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'name']).doUpdateSet({ preset, allow, caution, refuse, updated_at: sql`now()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  const { count } = await tx
    .selectFrom('policies')
    .select(sql<number>`count(*)`.as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count > maxCount ? undefined : toSavedPolicy(row)
}

export async function deletePolicy(tx: Tx, accountId: string, name: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('policies')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Requests at the same time must not pass a maximum together. */
export async function lockRules(tx: Tx, accountId: string): Promise<void> {
  await sql`SELECT FROM accounts WHERE id = ${accountId} FOR NO KEY UPDATE`.execute(tx)
}
