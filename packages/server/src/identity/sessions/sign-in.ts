import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { proveSecondFactor } from '../second-factor/second-factor.ts'
import { isPasswordOf, type Passwords } from '../users/passwords.ts'
import { findUserByEmail, type User } from '../users/users.ts'
import type { NewSession, Sessions } from './sessions.ts'

export type SignInParts = { db: Db; sessions: Sessions; passwords: Passwords; secrets: Secrets }

type Credentials = {
  email: string
  password: string
  code?: string
  /** A passkey in place of the code; it is verified when the password was right. */
  provePasskey?: () => Promise<{ userId: string; use(tx: Tx): Promise<void> }>
}

/** An unknown person, one without a password and a wrong password get the same answer after the same time. */
export async function signIn(
  { db, sessions, passwords, secrets }: SignInParts,
  { email, password, code, provePasskey }: Credentials,
): Promise<NewSession> {
  const person = await findUserByEmail(db, email)
  const isRight = await isPasswordOf(person, password, passwords)
  if (!person || !isRight) throw wrongPassword()
  if (person.totp_confirmed && !provePasskey) await proveSecondFactor(db, secrets, person, code)
  const passkey = person.totp_confirmed ? await provePasskey?.() : undefined
  if (passkey && passkey.userId !== person.id)
    throw new AppError('passkey_refused', 'This passkey belongs to another person.')
  return db.transaction().execute(async (tx) => {
    await requireSamePassword(tx, person)
    await passkey?.use(tx)
    return sessions.start(tx, person)
  })
}

/** Checking it takes a while. A password that was replaced in the meantime starts no session: its change has ended those that it knew. */
async function requireSamePassword(tx: Tx, { id, password_hash }: User): Promise<void> {
  const { rows } = await sql<{ password_hash: string | null }>`
    SELECT password_hash FROM users WHERE id = ${id} FOR SHARE`.execute(tx)
  if (rows[0]?.password_hash !== password_hash) throw wrongPassword()
}

function wrongPassword(): AppError {
  return new AppError('invalid_credentials', 'The email address or password is wrong.')
}
