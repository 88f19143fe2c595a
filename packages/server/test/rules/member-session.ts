import { randomUUID } from 'node:crypto'
import type { Role } from '@mailsift/contract'
import { sessionCookieFor } from '../../src/access/session-cookie.ts'
import { addMember } from '../../src/accounts/members/members.ts'
import { readPlans } from '../../src/accounts/plans/plans.ts'
import { createSessions } from '../../src/identity/sessions/sessions.ts'
import { createUser, findUser } from '../../src/identity/users/users.ts'
import { readSecrets } from '../../src/platform/secrets.ts'
import type { Service } from '../bulk/service.ts'

/** A new person with a role in the account, signed in without a request, because those are limited. */
export async function memberSession(
  { db, origin }: Service,
  accountId: string,
  role: Role,
): Promise<{ userId: string; headers: Record<string, string> }> {
  const { id: userId } = await db.transaction().execute(async (tx) => {
    const person = await createUser(tx, { email: `${randomUUID()}@mail.example`, isConfirmed: true })
    await addMember(tx, readPlans(''), { accountId, userId: person.id, role })
    return person
  })
  const secrets = readSecrets('a secret for tests that is long enough')
  const sessions = createSessions({ db, secrets, cookie: sessionCookieFor(origin) })
  const { bearerToken } = await sessions.start(db, (await findUser(db, userId))!)
  return { userId, headers: { authorization: `Bearer ${bearerToken}` } }
}
