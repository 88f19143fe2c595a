import {
  INVITATION_MAILS_PER_ADDRESS,
  INVITATIONS_PER_ACCOUNT,
  InvitationList,
  InvitationParams,
  InvitationSecretBody,
  InviteBody,
  JoinBody,
  MadeInvitation,
  OpenInvitation,
  SignedIn,
} from '@mailsift/contract'
import { Type } from 'typebox'
import { ADMIN, callerOf, memberOf, SIGNED_IN } from '../../access/caller.ts'
import { refuseOtherOrigin } from '../../access/same-origin.ts'
import { asAccount, note } from '../../audit/audit.ts'
import { BODY_MAX_BYTES, requirePasswordSignIn, type SignInDeps } from '../../identity/deps.ts'
import { noteDevice } from '../../identity/devices/note-device.ts'
import { switchSession } from '../../identity/sessions/sessions.ts'
import { answerSignedIn } from '../../identity/sessions/signed-in-response.ts'
import { confirmAddress, confirmAddressAnew } from '../../identity/users/confirmed-address.ts'
import { refuseGuessablePassword } from '../../identity/users/password-rules.ts'
import { canSignIn, createUser, findUser, findUserByEmail, type User } from '../../identity/users/users.ts'
import { type Mail, nameInMail } from '../../mail/mail.ts'
import type { Tx } from '../../platform/database/database.ts'
import { refuseControlCharacters } from '../../platform/http/names.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { clientNetworkOf } from '../../platform/network.ts'
import { setPassword } from '../accounts.ts'
import { requireRoomForOne } from '../plans/plans.ts'
import { acceptInvitation } from './accept-invitation.ts'
import {
  invalidInvitation,
  invitationLink,
  listInvitations,
  makeInvitation,
  readInvitation,
  readSecret,
  revokeInvitation,
  spendInvitation,
} from './invitations.ts'
import { addMember } from './members.ts'

const TAGS = ['Members']

/** The secret of an invitation comes in the body: a path or query would be logged. */
export function registerInvitationRoutes(
  app: Http,
  {
    db,
    authentication,
    perNetwork,
    devices,
    mail,
    createRateLimiter,
    normalize,
  }: SignInDeps & { normalize(email: string): string },
): void {
  const admin = ADMIN
  const made = createRateLimiter(INVITATIONS_PER_ACCOUNT)
  const mailed = createRateLimiter(INVITATION_MAILS_PER_ADDRESS)

  app.post(
    '/account/invitations',
    {
      config: { access: admin },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'invite',
        summary: 'Invite a person',
        description:
          'Returns a link that adds one member with this role. It works once and expires after seven days. The link is returned only once. If the service can send email and the invitation names an address, a link is sent there, too; otherwise pass it on yourself. Only the link in the email also confirms the address of the new member.',
        body: InviteBody,
        response: { 201: MadeInvitation },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { userId, role: own } = memberOf(request)
      const { role } = request.body
      if (role === 'owner' && own !== 'owner') throw new AppError('role_required', 'Only owners can invite an owner.')
      const email = request.body.email === undefined ? undefined : readAddress(request.body.email)
      await made.use(accountId, reply)
      const to = mail.isConfigured && email !== undefined && canSignIn(email) ? email : undefined
      // Spellings of one mailbox count together.
      if (to !== undefined) await mailed.use(normalize(to), reply)
      const answer = await asAccount(db, request, async (tx) => {
        const { secret, mailedSecret, invitation } = await makeInvitation(tx, accountId, {
          role,
          email,
          invitedBy: userId,
        })
        const link = invitationLink(authentication.origin, secret)
        return { link, invitation, mailed: to !== undefined && (await mailInvitation(tx, mail, to, mailedSecret)) }
      })
      return reply.code(201).send(answer)
    },
  )

  app.get(
    '/account/invitations',
    {
      config: { access: admin },
      schema: {
        tags: TAGS,
        operationId: 'listInvitations',
        summary: 'List open invitations',
        description: 'Returns the invitations that can still be accepted, without their links.',
        response: { 200: InvitationList },
      },
    },
    async (request) => ({ items: await listInvitations(db, callerOf(request).accountId) }),
  )

  app.delete(
    '/account/invitations/:invitationId',
    {
      config: { access: admin },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'revokeInvitation',
        summary: 'Revoke an invitation',
        description: 'Its link stops working immediately.',
        params: InvitationParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { userId } = memberOf(request)
      const { invitationId } = request.params
      const isRevoked = await db.transaction().execute(async (tx) => {
        if (!(await revokeInvitation(tx, accountId, invitationId))) return false
        const subjectId = invitationId.toLowerCase()
        const by = { actor: 'account', accountId, ip: request.ip, userId } as const
        await note(tx, { action: 'invitation_revoked', subjectId, ...by })
        return true
      })
      if (!isRevoked) throw new AppError('not_found', 'The invitation does not exist.')
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/account/invitations/read',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'readInvitation',
        summary: 'Read an invitation',
        description: 'Returns what the person with the link needs to know before joining.',
        security: [],
        body: InvitationSecretBody,
        response: { 200: OpenInvitation },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(authentication.origin, request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      const invitation = await readInvitation(db, request.body.secret)
      if (!invitation) throw invalidInvitation()
      const { account_name, role, email, invited_by, expires_at } = invitation
      return { account_name, role, email, invited_by, expires_at: expires_at.toISOString() }
    },
  )

  app.post(
    '/account/invitations/accept',
    {
      config: { access: SIGNED_IN },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description: 'Adds the signed-in person to the account and switches this session to it.',
        body: InvitationSecretBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { credentialId } = callerOf(request)
      const { userId } = memberOf(request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      await asAccount(db, request, async (tx) => {
        const person = await findUser(tx, userId)
        if (!person) throw new AppError('unauthenticated', 'The account was just deleted.')
        const accountId = await acceptInvitation(tx, {
          plans: authentication.plans,
          secret: readSecret(request.body.secret),
          person,
          confirm: () => confirmAddress(tx, userId),
        })
        await switchSession(tx, credentialId, accountId)
      })
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/account/invitations/join',
    {
      config: { access: 'public' },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'joinByInvitation',
        summary: 'Join an account and sign in',
        description:
          'For a person who cannot sign in yet: creates the person with this address and password, and adds them to the account. A person who can sign in accepts the invitation instead. The address is confirmed if the secret comes from the email of the invitation. If a person with the address exists who never confirmed it, their password is replaced, and their passkeys, linked identities, second factor and sessions are removed.',
        security: [],
        body: JoinBody,
        response: { 201: SignedIn },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(authentication.origin, request)
      await perNetwork.use(clientNetworkOf(request.ip), reply)
      requirePasswordSignIn(authentication)
      const { secret, email, password, name = '' } = request.body
      refuseControlCharacters('/body/name', name)
      if (!(await readInvitation(db, secret))) throw invalidInvitation()
      await refuseGuessablePassword(password, email.trim())
      const passwordHash = await authentication.passwords.hash(password)
      const session = await asAccount(db, request, async (tx) => {
        const { accountId, role, provesAddress } = await spendInvitation(tx, readSecret(secret), email)
        await requireRoomForOne(tx, authentication.plans, accountId)
        const person = await newcomer(tx, { email, name, passwordHash, isConfirmed: provesAddress })
        await addMember(tx, authentication.plans, { accountId, userId: person.id, role })
        const started = await authentication.sessions.start(tx, person, { accountId })
        const by = { actor: 'account', accountId, ip: request.ip, userId: person.id } as const
        await note(tx, { action: 'sign_up', subjectId: started.sessionId, detail: 'invitation', ...by })
        return started
      })
      await noteDevice(devices, request, reply, session)
      return answerSignedIn(reply.code(201), session)
    },
  )
}

/** Proving an address that is not confirmed gives the person of the address, without what others have set up. */
async function newcomer(tx: Tx, person: Parameters<typeof createUser>[1]): Promise<User> {
  const known = person.isConfirmed ? await findUserByEmail(tx, person.email) : undefined
  if (!known || known.address_confirmed) return createUser(tx, person)
  await confirmAddressAnew(tx, known)
  await setPassword(tx, known.id, person.passwordHash!)
  return { ...known, address_confirmed: true }
}

async function mailInvitation(tx: Tx, mail: Mail, to: string, secret: string): Promise<boolean> {
  const { account_name, role, invited_by, expires_at } = (await readInvitation(tx, secret))!
  const inviter = invited_by ?? 'An owner'
  return mail.queue(tx, {
    key: `invitation ${secret}`,
    to,
    template: 'invitation',
    values: {
      inviter,
      // An account without a name has the address of its first owner.
      account: account_name === invited_by ? 'their account' : nameInMail(account_name, 'their account'),
      role,
      link: invitationLink(mail.origin, secret),
      expiresAt: expires_at,
    },
    until: expires_at,
  })
}

function readAddress(text: string): string {
  const address = text.trim().toLowerCase()
  if (!/^[^\s@]+@[^\s@]+$/.test(address) || address.includes('\0'))
    throw new AppError('invalid_email', 'The invitation needs an address such as ann@contoso.com.')
  return address
}
