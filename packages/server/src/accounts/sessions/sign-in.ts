import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { isPasswordOf, type Passwords } from '../users/passwords.ts'
import { createPersonWithAccount, findPersonByEmail } from '../users/people.ts'
import { proveSecondFactor } from '../users/second-factor.ts'
import type { NewSession, Sessions } from './sessions.ts'

export type SignInParts = { db: Db; sessions: Sessions; passwords: Passwords; secrets: Secrets }

/** An unknown person, one without a password and a wrong password get the same answer after the same time. */
export async function signIn(
  { db, sessions, passwords, secrets }: SignInParts,
  { email, password, code }: { email: string; password: string; code?: string },
): Promise<NewSession> {
  const person = await findPersonByEmail(db, email)
  const isRight = await isPasswordOf(person, password, passwords)
  if (!person || !isRight) throw new AppError('invalid_credentials', 'The email address or password is wrong.')
  if (person.totp_confirmed) await proveSecondFactor(db, secrets, person, code)
  return sessions.start(db, person)
}

export async function signUp(
  { db, sessions, passwords }: Omit<SignInParts, 'secrets'>,
  { email, password, name }: { email: string; password: string; name: string },
): Promise<NewSession> {
  if (await findPersonByEmail(db, email))
    throw new AppError('account_exists', 'An account with this address already exists. Sign in instead.')
  const passwordHash = await passwords.hash(password)
  return db.transaction().execute(async (tx) => {
    const person = await createPersonWithAccount(tx, { email, name, passwordHash })
    return sessions.start(tx, person)
  })
}
