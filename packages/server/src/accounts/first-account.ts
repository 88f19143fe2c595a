import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '@mailsift/contract'
import { sql } from 'kysely'
import { issueToken, isUsableToken } from '../credentials/tokens/tokens.ts'
import { setOperator } from '../identity/users/operators.ts'
import { linkTo, makeLink } from '../identity/users/sign-in-links.ts'
import { readOrCreatePrivateFile, readPrivateFile } from '../platform/data-folder/folder.ts'
import type { Db, Tx } from '../platform/database/database.ts'
import { createAccount, findAccount, findUserOf } from './accounts.ts'
import { SELF_HOSTED, setSubscription } from './subscriptions/subscriptions.ts'

/** ICANN keeps `.internal` for private use: the address is well-formed and can never be a real mailbox. */
export const FIRST_ACCOUNT_EMAIL = 'owner@mailsift.internal'
const FIRST_ACCOUNT_SETTING = 'first_account'
const TOKEN_FILE = 'token'
/** Any constant will do; it only has to be the same in every process. */
const LOCK = 7_100_003

/**
 * The owner of a fresh installation and a write token for the command line, which is kept in the data folder. Returns
 * the token; a lost, revoked or foreign one is replaced. Undefined when the owner was deleted: a deleted account is not made again.
 */
export async function ensureFirstAccount(db: Db, folder: string): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    // Two processes at once: the second waits here, and then finds the account and the file of the first.
    await sql`SELECT pg_advisory_xact_lock(${LOCK})`.execute(tx)
    const ownerId = await findOrCreateOwner(tx)
    if (!ownerId) return undefined
    const kept = await readPrivateFile(folder, TOKEN_FILE)
    if (kept && (await isUsableToken(tx, kept, ownerId))) return kept
    await rm(join(folder, TOKEN_FILE), { force: true })
    // The file is written before the transaction commits: a crash in between leaves a file that the next start replaces,
    // never a valid token that is stored nowhere.
    return readOrCreatePrivateFile(folder, TOKEN_FILE, async () => {
      const { token } = await issueToken(tx, ownerId, { name: 'Data folder', permission: 'write' })
      return token
    })
  })
}

/** A link that signs the owner in, until the owner has a password: then the link would be the weaker of two ways in. */
export async function firstSignInLink(db: Db, origin: string): Promise<string | undefined> {
  const ownerId = await ownerIdIn(db)
  const owner = ownerId && (await findUserOf(db, ownerId))
  if (!owner || owner.password_hash !== null) return undefined
  const { secret } = await makeLink(db, owner.id, { purpose: 'sign_in', confirms: true })
  return linkTo(origin, 'sign_in', secret)
}

async function findOrCreateOwner(tx: Tx): Promise<string | undefined> {
  const known = await ownerIdIn(tx)
  if (known) return (await findAccount(tx, known))?.id
  const owner = (await findAccount(tx, FIRST_ACCOUNT_EMAIL)) ?? (await createOwner(tx))
  await setSubscription(tx, owner.id, SELF_HOSTED)
  await tx.insertInto('settings').values({ name: FIRST_ACCOUNT_SETTING, value: owner.id }).execute()
  return owner.id
}

/** The person who installs the service operates it. */
async function createOwner(tx: Tx): Promise<Account> {
  const owner = await createAccount(tx, { email: FIRST_ACCOUNT_EMAIL, name: 'Owner' })
  await setOperator(tx, (await findUserOf(tx, owner.id))!.id, true)
  return owner
}

/** Undefined before the first start; the id of an account that may have been deleted since. */
async function ownerIdIn(db: Db | Tx): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    SELECT value FROM settings WHERE name = ${FIRST_ACCOUNT_SETTING}`.execute(db)
  return rows[0]?.value
}
