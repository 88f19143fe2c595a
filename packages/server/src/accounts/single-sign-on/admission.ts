// Who a proved identity is here. An address never decides: it may belong to somebody else tomorrow, and some providers let people type it.
import { ACCOUNT_NAME_MAX_CHARACTERS, type Role } from '@mailsift/contract'
import { sql } from 'kysely'
import type { GroupRole, OidcProvider } from '../../config/config.ts'
import type { Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import { addMember, changeRole } from '../members/members.ts'
import { canSignIn, createPerson, findPerson, findPersonByEmail, type Person } from '../users/people.ts'
import { findUser } from '../users/users.ts'
import { findIdentity, linkIdentity } from './identities.ts'
import type { ProvedIdentity } from './provider.ts'

export type Admitted = { person: Person; identityId: string; isNew: boolean }

/** The person of a linked identity, or a new member of the provider's account. Throws why neither is possible. */
export async function admit(tx: Tx, provider: OidcProvider, identity: ProvedIdentity): Promise<Admitted> {
  const linked = await findIdentity(tx, identity)
  const account = provider.account === null ? null : await findUser(tx, provider.account)
  if (!linked) return addNewcomer(tx, provider, identity, account?.id)
  if (account) await followGroups(tx, provider, identity, { accountId: account.id, personId: linked.personId })
  const person = await findPerson(tx, linked.personId)
  if (!person) throw new AppError('unauthenticated', 'The account was just deleted.')
  return { person, identityId: linked.id, isNew: false }
}

async function addNewcomer(
  tx: Tx,
  provider: OidcProvider,
  identity: ProvedIdentity,
  accountId: string | undefined,
): Promise<Admitted> {
  const { email, emailVerified } = identity
  if (email === null || !canSignIn(email)) throw refused(`${provider.name} did not send an email address.`)
  // The same words whether or not the address has an account: strangers must not find out.
  if (!emailVerified && !provider.managedAddresses)
    throw refused(
      `${provider.name} has not verified your email address. If you have an account, sign in another way and link ${provider.name} in Settings.`,
    )
  if (await findPersonByEmail(tx, email)) {
    if (emailVerified)
      throw new AppError(
        'confirmation_required',
        `You already have an account with this address. Sign in to it once to link ${provider.name}.`,
      )
    throw refused(
      `An account with your address exists. Sign in to it another way, then link ${provider.name} in Settings.`,
    )
  }
  if (accountId === undefined)
    throw refused(`You have no account here yet. Ask for an invitation, then link ${provider.name} in Settings.`)
  const role = roleOf(provider, identity)
  if (role === 'unknown')
    throw refused(`${provider.name} did not send your groups. Ask your administrator to limit the groups it sends.`)
  if (role === null) throw noGroup(provider)
  const name = identity.name.replaceAll(/\p{Cc}/gu, ' ').slice(0, ACCOUNT_NAME_MAX_CHARACTERS)
  const person = await createPerson(tx, { email, name })
  await addMember(tx, { accountId, personId: person.id, role })
  const { id } = await linkIdentity(tx, { ...identity, provider: provider.id, personId: person.id })
  return { person, identityId: id, isNew: true }
}

/** The role follows the groups with each sign-in. Owners are left alone: an account must not lose its last one to a directory. */
async function followGroups(
  tx: Tx,
  provider: OidcProvider,
  identity: ProvedIdentity,
  member: { accountId: string; personId: string },
): Promise<void> {
  const role = roleOf(provider, identity)
  const { rows } = await sql<{ role: Role }>`
    SELECT role FROM members WHERE user_id = ${member.accountId} AND person_id = ${member.personId}`.execute(tx)
  const present = rows[0]?.role
  // Groups that were not sent change nothing.
  if (present === 'owner' || role === 'unknown' || role === present) return
  if (role === null) {
    if (present !== undefined) throw noGroup(provider)
    return
  }
  if (present === undefined) await addMember(tx, { ...member, role })
  else if (Object.keys(provider.roles).length > 0)
    await changeRole(tx, member.accountId, member.personId, { role, by: { ...member, role: 'owner' } })
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
