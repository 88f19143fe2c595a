import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Plans } from '../plans/plans.ts'
import { spendInvitation } from './invitations.ts'
import { addMember } from './members.ts'

/** Adds a person who can sign in already. Returns the account. */
export async function acceptInvitation(
  tx: Tx,
  plans: Plans,
  sha256: Buffer,
  { id, email }: { id: string; email: string },
): Promise<string> {
  const { accountId, role } = await spendInvitation(tx, sha256, email)
  // A member who follows the link again keeps the role, and the link stays for the person it was made for.
  if (!(await addMember(tx, plans, { accountId, personId: id, role })))
    throw new AppError('already_member', 'You are a member of this account already.')
  return accountId
}
