// Proofs that an address belongs to its person, and what an unproved person loses with the first one.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { removePasskeysOf } from '../passkeys/passkeys.ts'
import { removeSecondFactor } from '../second-factor/second-factor.ts'
import { endLinksOf } from './sign-in-links.ts'

/** For a person who is signed in, or whom the administration knows: everything that they set up stays theirs. */
export async function confirmAddress(tx: Tx, userId: string): Promise<void> {
  await sql`UPDATE users SET address_confirmed = true WHERE id = ${userId} AND NOT address_confirmed`.execute(tx)
}

/**
 * For somebody who proves the address without being signed in: whatever signs in until now may belong to somebody who only typed the address,
 * so it is removed first. API tokens belong to the account and stay.
 */
export async function confirmAddressAnew(
  tx: Tx,
  { id }: { id: string },
  { exceptIdentity }: { exceptIdentity?: string } = {},
): Promise<void> {
  // Requests that add a credential or start a session with the password take this lock, too: each ends before the removal, and is removed, or fails.
  const { rows } = await sql<{ address_confirmed: boolean }>`
    SELECT address_confirmed FROM users WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)
  if (rows[0]?.address_confirmed !== false) return
  await removePasskeysOf(tx, id)
  await sql`DELETE FROM identities WHERE user_id = ${id} AND id IS DISTINCT FROM ${exceptIdentity}::uuid`.execute(tx)
  await sql`DELETE FROM sessions WHERE user_id = ${id}`.execute(tx)
  await sql`DELETE FROM devices WHERE user_id = ${id}`.execute(tx)
  await sql`UPDATE users SET password_hash = NULL WHERE id = ${id}`.execute(tx)
  await removeSecondFactor(tx, id)
  await endLinksOf(tx, id)
  await sql`SELECT note_audit_event(account_id, 'credentials_removed', ${id}, NULL) FROM members WHERE user_id = ${id}`.execute(
    tx,
  )
  await confirmAddress(tx, id)
}
