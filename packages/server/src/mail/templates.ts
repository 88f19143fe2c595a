// Every mail that the service sends, in one catalog.
import type { Role } from '@mailsift/contract'
import type { Letter } from './letter.ts'

export type Templates = {
  invitation: { inviter: string; account: string; role: Role; link: string; expiresAt: Date }
  password_reset: { link: string; expiresAt: Date; isUnconfirmed: boolean }
  confirm_address: { link: string; expiresAt: Date }
  credential_added: { credential: NewCredential; at: Date; network: string; browser: string }
  sign_in_alert: { at: Date; network: string; browser: string }
  sign_up: { link: string; expiresAt: Date }
  /** In place of `sign_up` for an address that has an account: the page shows the same either way. */
  sign_up_known: { link: string }
  list_completed: { list: string; rows: number; link: string }
  quota_warning: { account: string; percent: number; used: number; limit: number; periodEnd: Date; link: string }
  test: Record<string, never>
}
/** A new way to sign in; `provider` is the name of an identity provider. */
export type NewCredential = { kind: 'passkey' | 'second_factor' } | { kind: 'identity'; provider: string }
export type TemplateName = keyof Templates

export const TEMPLATES: { [Name in TemplateName]: (values: Templates[Name]) => Letter } = {
  invitation: ({ inviter, account, role, link, expiresAt }) => ({
    subject: `${inviter} invited you to ${account} on Mailsift`,
    paragraphs: [`${inviter} invited you to ${account} on Mailsift.`, `Your role will be ${role}: ${RIGHTS[role]}.`],
    button: { label: 'Accept the invitation', link },
    note: `The link works once, until ${time(expiresAt)}. If you do not know the sender, ignore this email.`,
  }),

  password_reset: ({ link, expiresAt, isUnconfirmed }) => ({
    subject: 'Set a new password',
    paragraphs: [
      'Someone, probably you, requested a new password for your Mailsift sign-in.',
      isUnconfirmed
        ? 'Setting it confirms your address, signs you out everywhere, and removes passkeys, linked identities and two-factor authentication.'
        : 'Setting it signs you out everywhere.',
    ],
    button: { label: 'Set a new password', link },
    note: `The link works once, until ${time(expiresAt)}. If you did not request it, ignore this email: your password stays the same.`,
  }),

  confirm_address: ({ link, expiresAt }) => ({
    subject: 'Confirm your address',
    paragraphs: [
      'Confirm that this address is yours. You can then belong to more than one Mailsift account.',
      'Open the link in the browser where you are signed in.',
    ],
    button: { label: 'Confirm your address', link },
    note: `The link works once, until ${time(expiresAt)}. If you do not use Mailsift, somebody else typed your address: ignore this email.`,
  }),

  credential_added: ({ credential, at, network, browser }) => ({
    subject: CREDENTIAL_ADDED[credential.kind],
    paragraphs: [
      credential.kind === 'identity'
        ? `You can now sign in to Mailsift with ${credential.provider}.`
        : CREDENTIAL_EFFECT[credential.kind],
    ],
    facts: { Time: time(at), Network: network, Browser: browser },
    note: 'If this was you, there is nothing to do. If not, set a new password from the sign-in page, and remove it under Settings.',
  }),

  sign_in_alert: ({ at, network, browser }) => ({
    subject: 'New sign-in to Mailsift',
    paragraphs: ['Someone signed in to Mailsift as you, from a device that was not used before.'],
    facts: { Time: time(at), Network: network, Browser: browser },
    note: 'If this was you, there is nothing to do. If not, set a new password under Settings: it ends all other sessions.',
  }),

  sign_up: ({ link, expiresAt }) => ({
    subject: 'Confirm your address',
    paragraphs: ['Confirm your email address to create your Mailsift account.'],
    button: { label: 'Create the account', link },
    note: `The link works once, until ${time(expiresAt)}. If you did not sign up, ignore this email: no account is created.`,
  }),

  sign_up_known: ({ link }) => ({
    subject: 'You already have an account',
    paragraphs: [
      'Someone, probably you, tried to create a Mailsift account with this address. You already have one.',
      'Sign in with your password. If you forgot it, set a new one from the sign-in page.',
    ],
    button: { label: 'Sign in', link },
    note: 'If you did not sign up, ignore this email.',
  }),

  list_completed: ({ list, rows, link }) => ({
    subject: `${list} is validated`,
    paragraphs: [`Your list ${list} is validated: ${count(rows)} ${rows === 1 ? 'row' : 'rows'}.`],
    button: { label: 'View the results', link },
    note: 'You can turn these emails off under Settings.',
  }),

  quota_warning: ({ account, percent, used, limit, periodEnd, link }) => ({
    subject: `${account} has used ${percent}% of its credits`,
    paragraphs: [
      `${account} has used ${count(used)} of ${count(limit)} credits. The next period begins on ${day(periodEnd)}.`,
      ...(percent >= 100 ? ['New validations are refused until then.'] : []),
    ],
    button: { label: 'View usage', link },
  }),

  test: () => ({
    subject: 'Test email from Mailsift',
    paragraphs: ['Your Mailsift service can send email.'],
  }),
}

const CREDENTIAL_ADDED: Record<NewCredential['kind'], string> = {
  passkey: 'New passkey for Mailsift',
  identity: 'New way to sign in to Mailsift',
  second_factor: 'Two-factor authentication is on',
}

const CREDENTIAL_EFFECT = {
  passkey: 'A passkey was added. It signs you in to Mailsift without a password.',
  second_factor: 'Two-factor authentication was turned on. Signing in with your password now takes a code, too.',
}

const RIGHTS: Record<Role, string> = {
  viewer: 'you can read everything and change nothing',
  member: 'you can validate lists and edit contacts',
  admin: 'you can also manage tokens and members',
  owner: 'you can do everything',
}

const dates = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const times = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const numbers = new Intl.NumberFormat('en-US')

const day = (date: Date) => dates.format(date)
const time = (date: Date) => `${times.format(date)} UTC`
const count = (value: number) => numbers.format(value)
