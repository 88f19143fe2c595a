// Passkeys of people (WebAuthn): stored public keys, found by the id of their credential.
import type { Passkey } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { uuidv7 } from '../../platform/ids.ts'

type Row = { id: string; name: string; backed_up: boolean; created_at: Date; last_used_at: Date | null }

export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const { rows } = await sql<Row>`
    SELECT id, name, backed_up, created_at, last_used_at FROM passkeys
    WHERE user_id = ${userId} ORDER BY created_at, id`.execute(db)
  return rows.map(toPasskey)
}

export async function credentialsOf(db: Db | Tx, userId: string): Promise<string[]> {
  const { rows } = await sql<{ credential_id: Buffer }>`
    SELECT credential_id FROM passkeys WHERE user_id = ${userId} ORDER BY id`.execute(db)
  return rows.map(({ credential_id }) => credential_id.toString('base64url'))
}

export type NewPasskey = {
  userId: string
  name: string
  credentialId: string
  publicKey: Uint8Array
  counter: number
  transports: readonly string[]
  backedUp: boolean
}

/** Undefined for a credential that is stored already. */
export async function addPasskey(tx: Tx, passkey: NewPasskey): Promise<Passkey | undefined> {
  const { userId, name, credentialId, publicKey, counter, transports, backedUp } = passkey
  const { rows } = await sql<Row>`
    INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, backed_up, name)
    VALUES (${uuidv7()}, ${userId}, ${Buffer.from(credentialId, 'base64url')}, ${Buffer.from(publicKey)}, ${counter},
      ${transports}, ${backedUp}, ${name})
    ON CONFLICT (credential_id) DO NOTHING
    RETURNING id, name, backed_up, created_at, last_used_at`.execute(tx)
  return rows[0] && toPasskey(rows[0])
}

export type StoredPasskey = { id: string; user_id: string; public_key: Buffer; counter: number }

export async function findPasskey(db: Db, credentialId: string): Promise<StoredPasskey | undefined> {
  const { rows } = await sql<StoredPasskey>`
    SELECT id, user_id, public_key, counter FROM passkeys
    WHERE credential_id = ${Buffer.from(credentialId, 'base64url')}`.execute(db)
  return rows[0]
}

/**
 * Notes a use. False when the counter has not grown since it was read: the authenticator was copied, or its answer was sent twice.
 * Authenticators that do not count stay at 0.
 */
export async function notePasskeyUse(
  tx: Tx,
  id: string,
  { counter, backedUp }: { counter: number; backedUp: boolean },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE passkeys SET counter = ${counter}, backed_up = ${backedUp}, last_used_at = now()
    WHERE id = ${id} AND (counter < ${counter} OR (counter = 0 AND ${counter} = 0)) RETURNING id`.execute(tx)
  return rows.length > 0
}

export async function renamePasskey(
  tx: Tx,
  { userId, passkeyId, name }: { userId: string; passkeyId: string; name: string },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE passkeys SET name = ${name} WHERE id = ${passkeyId} AND user_id = ${userId} RETURNING id`.execute(tx)
  return rows.length > 0
}

export async function removePasskey(tx: Tx, userId: string, passkeyId: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM passkeys WHERE id = ${passkeyId} AND user_id = ${userId} RETURNING id`.execute(tx)
  return rows.length > 0
}

/** How many there were. */
export async function removePasskeysOf(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql`DELETE FROM passkeys WHERE user_id = ${userId} RETURNING id`.execute(tx)
  return rows.length
}

function toPasskey({ created_at, last_used_at, ...row }: Row): Passkey {
  return { ...row, created_at: created_at.toISOString(), last_used_at: last_used_at?.toISOString() ?? null }
}
