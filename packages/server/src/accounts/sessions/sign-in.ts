import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { isPasswordOf, type Passwords } from '../users/passwords.ts'
import { findPersonByEmail } from '../users/people.ts'
import { proveSecondFactor } from '../users/second-factor.ts'
import type { NewSession, Sessions } from './sessions.ts'

export type SignInParts = { db: Db; sessions: Sessions; passwords: Passwords; secrets: Secrets }

type Credentials = {
  email: string
  password: string
  code?: string
  /** A passkey in place of the code; it is verified when the password was right. */
  provePasskey?: () => Promise<{ personId: string; use(tx: Tx): Promise<void> }>
}

/** An unknown person, one without a password and a wrong password get the same answer after the same time. */
export async function signIn(
  { db, sessions, passwords, secrets }: SignInParts,
  { email, password, code, provePasskey }: Credentials,
): Promise<NewSession> {
  const person = await findPersonByEmail(db, email)
  const isRight = await isPasswordOf(person, password, passwords)
  if (!person || !isRight) throw new AppError('invalid_credentials', 'The email address or password is wrong.')
  if (!person.totp_confirmed) return sessions.start(db, person)
  if (!provePasskey) {
    await proveSecondFactor(db, secrets, person, code)
    return sessions.start(db, person)
  }
  const passkey = await provePasskey()
  if (passkey.personId !== person.id) throw new AppError('passkey_refused', 'This passkey belongs to another person.')
  return db.transaction().execute(async (tx) => {
    await passkey.use(tx)
    return sessions.start(tx, person)
  })
}
