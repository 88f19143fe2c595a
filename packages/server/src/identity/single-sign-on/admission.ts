// Who a proved identity is here. An address never decides: it may belong to somebody else tomorrow, and some providers let people type it.
import { ACCOUNT_NAME_MAX_CHARACTERS, type Role } from '@mailsift/contract'
import { sql } from 'kysely'
import { findAccount } from '../../accounts/accounts.ts'
import { acceptInvitation } from '../../accounts/members/accept-invitation.ts'
import { type InvitationSecret, spendInvitation } from '../../accounts/members/invitations.ts'
import { addMember, changeRole } from '../../accounts/members/members.ts'
import { wasRemoved } from '../../accounts/members/removed-members.ts'
import { hasMemberRoom, type Plans, requireRoomForOne } from '../../accounts/plans/plans.ts'
import type { GroupRole, OidcProvider } from '../../config/config.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { confirmAddressAnew } from '../users/confirmed-address.ts'
import { canSignIn, createUser, findUser, findUserByEmail, type User } from '../users/users.ts'
import { findIdentity, linkIdentity } from './identities.ts'
import type { ProvedIdentity } from './provider.ts'

export type Admitted = {
  person: User
  identityId: string
  isNew: boolean
  /** The account that they just joined; undefined where they joined none. */
  accountId: string | undefined
}

type Arrival = {
  plans: Plans
  provider: OidcProvider
  identity: ProvedIdentity
  /** The invitation that the person followed. */
  invitation: InvitationSecret | null
}

/** The person of a linked identity, or a new member of the account that invited them or that the provider is for. Throws why none is possible. */
export async function admit(tx: Tx, arrival: Arrival): Promise<Admitted> {
  const { plans, provider, identity, invitation } = arrival
  const linked = await findIdentity(tx, identity)
  const account = provider.account === null ? null : await findAccount(tx, provider.account)
  if (!linked && !invitation) return addNewcomer(tx, arrival, account?.id)
  const admitted = linked ? await findLinked(tx, linked) : await addInvited(tx, arrival)
  const { person, identityId } = admitted
  // The person is not signed in yet: only this identity is known to belong to the owner of the address.
  const confirm = () => confirmAddressAnew(tx, person, { exceptIdentity: identityId })
  if (provesAddress(arrival) && identity.email === person.email) await confirm()
  if (linked && invitation)
    admitted.accountId = await acceptInvitation(tx, { plans, secret: invitation, person, confirm })
  if (account) await followGroups(tx, arrival, { accountId: account.id, userId: person.id })
  return admitted
}

async function findLinked(tx: Tx, { id, userId }: { id: string; userId: string }): Promise<Admitted> {
  const person = await findUser(tx, userId)
  if (!person) throw new AppError('unauthenticated', 'The account was just deleted.')
  return { person, identityId: id, isNew: false, accountId: undefined }
}

/** The invitation gives the role. One for exactly this address vouches for it: its holder could join by a password just as well. */
async function addInvited(tx: Tx, arrival: Arrival): Promise<Admitted> {
  const email = addressOf(arrival)
  const invited = await spendInvitation(tx, arrival.invitation!, email)
  await requireRoomForOne(tx, arrival.plans, invited.accountId)
  await requireUnknown(tx, arrival, { email, isVouchedFor: invited.email !== null })
  const isConfirmed = invited.provesAddress || provesAddress(arrival)
  const { accountId, role } = invited
  const admitted = await createUserWithIdentity(tx, arrival, { email, accountId, isConfirmed })
  await addMember(tx, arrival.plans, { accountId, userId: admitted.person.id, role })
  return admitted
}

/** Verified by the provider, or managed there by an organization that the operator trusts with the addresses. */
function provesAddress({ provider, identity }: Arrival): boolean {
  return identity.emailVerified || provider.managedAddresses
}

function addressOf({ provider, identity: { email } }: Arrival): string {
  if (email === null || !canSignIn(email)) throw refused(`${provider.name} did not send an email address.`)
  return email
}

async function requireUnknown(
  tx: Tx,
  { provider, identity: { emailVerified }, invitation }: Arrival,
  { email, isVouchedFor }: { email: string; isVouchedFor: boolean },
): Promise<void> {
  // The same words whether or not the address has an account: strangers must not find out.
  if (!emailVerified && !provider.managedAddresses && !isVouchedFor)
    throw refused(
      `${provider.name} has not verified your email address. If you have an account, sign in another way and link ${provider.name} in Settings.`,
    )
  if (await findUserByEmail(tx, email)) {
    if (emailVerified)
      throw new AppError(
        'confirmation_required',
        `You already have an account with this address. Sign in to it once to link ${provider.name}.${invitation ? ' Then open the invitation again.' : ''}`,
      )
    throw refused(
      `An account with your address exists. Sign in to it another way, then link ${provider.name} in Settings.`,
    )
  }
}

async function addNewcomer(tx: Tx, arrival: Arrival, accountId: string | undefined): Promise<Admitted> {
  const { provider, identity } = arrival
  const email = addressOf(arrival)
  await requireUnknown(tx, arrival, { email, isVouchedFor: false })
  if (accountId === undefined) throw refused(`You have no account here yet. Ask for an invitation.`)
  const role = roleOf(provider, identity)
  if (role === 'unknown')
    throw refused(`${provider.name} did not send your groups. Ask your administrator to limit the groups it sends.`)
  if (role === null) throw noGroup(provider)
  const admitted = await createUserWithIdentity(tx, arrival, {
    email,
    accountId,
    isConfirmed: provesAddress(arrival),
  })
  if (await wasRemoved(tx, accountId, admitted.person.id))
    throw refused('You were removed from this account. Ask for an invitation.')
  await addMember(tx, arrival.plans, { accountId, userId: admitted.person.id, role })
  return admitted
}

async function createUserWithIdentity(
  tx: Tx,
  { provider, identity }: Arrival,
  { email, accountId, isConfirmed }: { email: string; accountId: string; isConfirmed: boolean },
): Promise<Admitted> {
  const name = identity.name.replaceAll(/\p{Cc}/gu, ' ').slice(0, ACCOUNT_NAME_MAX_CHARACTERS)
  const person = await createUser(tx, { email, name, isConfirmed })
  const { id } = await linkIdentity(tx, { ...identity, provider: provider.id, userId: person.id })
  return { person, identityId: id, isNew: true, accountId }
}

/** The role follows the groups with each sign-in. Owners are left alone: an account must not lose its last one to a directory. */
async function followGroups(
  tx: Tx,
  { plans, provider, identity }: Arrival,
  member: { accountId: string; userId: string },
): Promise<void> {
  const role = roleOf(provider, identity)
  const { rows } = await sql<{ role: Role }>`
    SELECT role FROM members WHERE account_id = ${member.accountId} AND user_id = ${member.userId}`.execute(tx)
  const present = rows[0]?.role
  const isConfirmed = (await findUser(tx, member.userId))?.address_confirmed
  // Groups that were not sent change nothing.
  if (present === 'owner' || role === 'unknown' || role === present) return
  if (role === null) {
    if (present !== undefined) throw noGroup(provider)
    return
  }
  if (present === undefined) {
    // They have another account, which must not depend on the plan of this one, nor on a proof of their address.
    if (!isConfirmed || (await wasRemoved(tx, member.accountId, member.userId))) return
    if (await hasMemberRoom(tx, plans, member.accountId)) await addMember(tx, plans, { ...member, role })
  } else if (Object.keys(provider.roles).length > 0)
    await changeRole(tx, member.accountId, member.userId, { role, by: { ...member, role: 'owner' } })
}

const HIGHEST_FIRST: readonly GroupRole[] = ['admin', 'member', 'viewer']

function roleOf({ roles, defaultRole }: OidcProvider, { groups }: ProvedIdentity): GroupRole | null | 'unknown' {
  if (Object.keys(roles).length === 0) return defaultRole
  if (groups === null) return 'unknown'
  const held = new Set(groups.map((group) => (Object.hasOwn(roles, group) ? roles[group] : undefined)))
  return HIGHEST_FIRST.find((role) => held.has(role)) ?? defaultRole
}

function noGroup({ name }: OidcProvider): AppError {
  return refused(`Your groups at ${name} give no access here. Ask your administrator.`)
}

function refused(detail: string): AppError {
  return new AppError('single_sign_on_refused', detail)
}
