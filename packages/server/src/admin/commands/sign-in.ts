import { accountsOf, findUserOf } from '../../accounts/accounts.ts'
import { FIRST_ACCOUNT_EMAIL } from '../../accounts/first-account.ts'
import { note } from '../../audit/audit.ts'
import {
  canSignIn,
  confirmAddress,
  type LinkPurpose,
  linkTo,
  makeLink,
  makeSignUp,
  removePasskeysOf,
  removeSecondFactor,
  requireSecondFactor,
  signUpLink,
  type User,
} from '../../identity/identity.ts'
import { type CommandContext, CommandError, command, EXIT, type Outcome } from './command.ts'
import { ACCOUNT_ARGUMENT, requireAccount, requireUser, USER_ARGUMENT } from './users.ts'

type AdminPurpose = Exclude<LinkPurpose, 'confirm_address'>

/** The route that takes the secret of each link, and what else its body needs. */
const EXCHANGE: Record<AdminPurpose, { path: string; more: string }> = {
  sign_in: { path: '/account/sign-in-link', more: '' },
  password_reset: { path: '/account/password-reset', more: ', "new_password": "…"' },
}

export const signInCommands = [
  command({
    name: 'sign-in-link',
    summary: 'Create a sign-in link that works once and expires after an hour',
    arguments: [{ ...USER_ARGUMENT, help: `${USER_ARGUMENT.help} Default: ${FIRST_ACCOUNT_EMAIL}.`, optional: true }],
    details:
      'The link needs no password and no two-factor code, so give it only to that person. A new password revokes it.\nUsing it confirms the address. If it was not confirmed, everything that signed in until then is removed first.',
    examples: ['sign-in-link', 'sign-in-link ada@example.com'],
    async run(context, { user = FIRST_ACCOUNT_EMAIL }) {
      const { db } = await context.database()
      return link(context, await requireUser(db, user), 'sign_in')
    },
  }),

  command({
    name: 'sign-up-link',
    summary: 'Create a link that creates an account for an address; it works once and expires after a day',
    arguments: [{ name: 'address', help: 'Email address of the new account.' }],
    details:
      'The link works unless SIGN_UP=closed, so set SIGN_UP=invitation for the service. Give it only to the owner of the address.',
    examples: ['sign-up-link ada@example.com'],
    async run(context, { address }) {
      if (!canSignIn(address)) throw new CommandError(`"${address}" is not an email address.`, EXIT.usage)
      const { db } = await context.database()
      const email = address.trim().toLowerCase()
      if (await findUserOf(db, email)) throw new CommandError(`${email} has an account already.`)
      const { secret, expiresAt } = await makeSignUp(db, email)
      const link = signUpLink(await context.origin(), secret)
      return {
        json: { email, link, expires_at: expiresAt.toISOString() },
        lines: [link],
        notes: [`Works once for ${email}, until ${expiresAt.toISOString()}.`],
      }
    },
  }),

  command({
    name: 'users reset-link',
    summary: 'Create a link to set a new password that works once and expires after a day',
    arguments: [USER_ARGUMENT],
    details:
      'Setting the password ends all sessions. Two-factor authentication stays on: see users remove-second-factor.\nUsing the link confirms the address. If it was not confirmed, passkeys, linked identities and two-factor authentication are removed first.',
    examples: ['users reset-link ada@example.com'],
    async run(context, { user }) {
      const { db } = await context.database()
      return link(context, await requireUser(db, user), 'password_reset')
    },
  }),

  command({
    name: 'users confirm',
    summary: 'Confirm that an address belongs to the person who signs in with it',
    arguments: [USER_ARGUMENT],
    details:
      'Passwords, passkeys and linked identities stay, so run it only if you know that the person set them up. Otherwise create a link with users reset-link, which removes them.',
    examples: ['users confirm ada@example.com'],
    async run(context, { user: wanted }) {
      const { db } = await context.database()
      const { id, email, address_confirmed } = await requireUser(db, wanted)
      await db.transaction().execute((tx) => confirmAddress(tx, id))
      const line = address_confirmed ? `${email} was already confirmed.` : `${email} is confirmed.`
      return { json: { email, confirmed: true }, lines: [line] }
    },
  }),

  command({
    name: 'users remove-second-factor',
    summary: 'Turn off two-factor authentication if the app and the backup codes are lost',
    arguments: [USER_ARGUMENT],
    options: { passkeys: { type: 'boolean', help: 'Also remove the passkeys of the person.' } },
    examples: ['users remove-second-factor ada@example.com', 'users remove-second-factor ada@example.com --passkeys'],
    async run(context, { user: wanted }, { passkeys }) {
      const { db } = await context.database()
      const { id, email } = await requireUser(db, wanted)
      const done = await db.transaction().execute(async (tx) => {
        const removed = await removeSecondFactor(tx, id)
        const removedPasskeys = passkeys ? await removePasskeysOf(tx, id) : 0
        for (const account of await accountsOf(tx, id)) {
          const by = { actor: 'administration', accountId: account.id, subjectId: id } as const
          if (removed) await note(tx, { action: 'second_factor_disabled', ...by })
          if (removedPasskeys > 0) await note(tx, { action: 'passkey_removed', ...by })
        }
        return { removed, removedPasskeys }
      })
      return {
        json: { email, removed: done.removed, removed_passkeys: done.removedPasskeys },
        lines: [
          done.removed
            ? `${email} now signs in with the password only.`
            : `${email} does not use two-factor authentication.`,
          ...(passkeys ? [`Passkeys removed: ${done.removedPasskeys}.`] : []),
        ],
      }
    },
  }),

  command({
    name: 'users require-second-factor',
    summary: 'Require two-factor authentication of all members of an account, or stop requiring it',
    arguments: [ACCOUNT_ARGUMENT],
    options: { off: { type: 'boolean', help: 'Stop requiring it.' } },
    details:
      'Members without a second factor can then only set one up. API tokens keep working.\nUse --off if the owner is locked out. If the app and the backup codes are lost, users remove-second-factor lets the person set up a new one, and with --passkeys if a passkey is lost, too.',
    examples: ['users require-second-factor ada@example.com', 'users require-second-factor ada@example.com --off'],
    async run(context, { user: wanted }, { off }) {
      const { db } = await context.database()
      const { id, email } = await requireAccount(db, wanted)
      await db.transaction().execute((tx) => requireSecondFactor(tx, id, !off))
      return {
        json: { email, required: !off },
        lines: [`The account of ${email} ${off ? 'no longer requires' : 'requires'} two-factor authentication.`],
      }
    },
  }),
]

async function link(context: CommandContext, { id, email }: User, purpose: AdminPurpose): Promise<Outcome> {
  const { db } = await context.database()
  const { secret, expiresAt } = await makeLink(db, id, { purpose, confirms: true })
  const { path, more } = EXCHANGE[purpose]
  const origin = await context.origin()
  const url = linkTo(origin, purpose, secret)
  return {
    json: { email, link: url, secret, expires_at: expiresAt.toISOString() },
    lines: [url],
    notes: [
      `Works once for ${email}, until ${expiresAt.toISOString()}. Without a browser:`,
      `  curl --json '{"secret": "${secret}"${more}}' ${origin}${path}`,
    ],
  }
}
