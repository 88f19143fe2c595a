import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Plans } from '../plans/plans.ts'
import { type InvitationSecret, spendInvitation } from './invitations.ts'
import { addMember } from './members.ts'

type Accepting = {
  plans: Plans
  secret: InvitationSecret
  person: { id: string; email: string }
  /** Called if the link came by the mail to the address. */
  confirm(): Promise<void>
}

/** Adds a person who can sign in already. Returns the account. */
export async function acceptInvitation(tx: Tx, { plans, secret, person, confirm }: Accepting): Promise<string> {
  const { accountId, role, provesAddress } = await spendInvitation(tx, secret, person.email)
  if (provesAddress) await confirm()
  // A member who follows the link again keeps the role, and the link stays for the person it was made for.
  if (!(await addMember(tx, plans, { accountId, userId: person.id, role })))
    throw new AppError('already_member', 'You are a member of this account already.')
  return accountId
}
