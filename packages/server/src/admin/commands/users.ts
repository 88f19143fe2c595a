import { randomBytes } from 'node:crypto'
import { type Account, PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from '@mailsift/contract'
import {
  createAccount,
  findAccount,
  findUserOf,
  listAccounts,
  SELF_HOSTED,
  setPassword,
  setSubscription,
} from '../../accounts/accounts.ts'
import { customerOfAccount } from '../../billing/billing.ts'
import { canSignIn, refuseGuessablePassword, slowPasswords, type User } from '../../identity/identity.ts'
import type { Db } from '../../platform/database/database.ts'
import { type CommandContext, CommandError, command, EXIT, type Outcome } from './command.ts'
import { record, table } from './table.ts'

export const ACCOUNT_ARGUMENT = { name: 'user', help: 'Email address or id of the account.' } as const
export const USER_ARGUMENT = {
  name: 'user',
  help: 'Email address of the person, or id of the account that they own.',
} as const
const NO_PLAN = 'none'
const GENERATE_OPTION = { type: 'boolean', help: 'Generate a password and show it once.' } as const

export async function requireAccount(db: Db, idOrEmail: string): Promise<Account> {
  const user = await findAccount(db, idOrEmail)
  if (!user) throw new CommandError(unknownUser(idOrEmail), EXIT.notFound)
  return user
}

export async function requireUser(db: Db, idOrEmail: string): Promise<User> {
  const person = await findUserOf(db, idOrEmail)
  if (!person) throw new CommandError(unknownUser(idOrEmail), EXIT.notFound)
  return person
}

const unknownUser = (idOrEmail: string) =>
  `No user has the ${idOrEmail.includes('@') ? 'address' : 'id'} ${idOrEmail}. List users with \`users list\`.`

/** Without configured plans, a plan is only a label. */
export function requirePlan({ plans }: Pick<CommandContext, 'plans'>, plan: string): void {
  if (!plan.trim()) throw new CommandError('--plan needs the name of a plan.', EXIT.usage)
  const { has, names } = plans()
  if (!has(plan)) throw new CommandError(`There is no plan "${plan}". Plans: ${names.join(', ')}.`, EXIT.usage)
}

export const userCommands = [
  command({
    name: 'users create',
    summary: 'Create an account',
    arguments: [{ name: 'email', help: 'Email address of the account.' }],
    options: {
      name: { type: 'string', value: 'NAME', help: 'Name of the person.' },
      plan: {
        type: 'string',
        value: 'PLAN',
        help: `Plan of its subscription, which is active and does not expire, or ${NO_PLAN}. Default: ${SELF_HOSTED.plan}.`,
      },
      'generate-password': GENERATE_OPTION,
      'password-stdin': { type: 'boolean', help: 'Read the password from stdin.' },
    },
    details:
      'Without a password the owner cannot sign in, but API tokens work. Without a subscription all validations are rejected (402).',
    examples: [
      'users create ada@example.com --name "Ada Lovelace" --plan team --generate-password',
      'users create ada@example.com --password-stdin < password.txt',
    ],
    async run(context, { email }, options) {
      const { plan = SELF_HOSTED.plan } = options
      if (plan !== NO_PLAN) requirePlan(context, plan)
      if (!canSignIn(email)) throw new CommandError(`"${email}" is not an email address.`, EXIT.usage)
      const password = await newPassword(context, options, email)
      const passwordHash = password && (await slowPasswords.hash(password.text))
      const { db } = await context.database()
      const user = await db.transaction().execute(async (tx) => {
        const created = await createAccount(tx, { email, name: options.name })
        if (plan !== NO_PLAN) await setSubscription(tx, created.id, { ...SELF_HOSTED, plan })
        if (passwordHash) await setPassword(tx, (await findUserOf(tx, created.id))!.id, passwordHash)
        return created
      })
      const shown = {
        ...user,
        plan: plan === NO_PLAN ? null : plan,
        ...(password?.isGenerated && { password: password.text }),
      }
      return { json: shown, lines: record(shown) }
    },
  }),

  command({
    name: 'users list',
    summary: 'List all accounts',
    examples: ['users list', 'users list --json'],
    async run(context) {
      const { db } = await context.database()
      const users = await listAccounts(db)
      return {
        json: users,
        lines: await table(
          users.map(({ id, email, name, members, plan, active, created_at }) => ({
            email,
            name,
            members,
            plan,
            active,
            created: created_at.slice(0, 10),
            id,
          })),
          'No accounts.',
        ),
      }
    },
  }),

  command({
    name: 'users set-password',
    summary: 'Set the password of a person and end their sessions',
    arguments: [USER_ARGUMENT],
    options: { 'generate-password': GENERATE_OPTION },
    details: 'Prompts for the password on a terminal; otherwise reads it from stdin.',
    examples: [
      'users set-password owner@mailsift.internal',
      'users set-password ada@example.com --generate-password',
      'users set-password ada@example.com < password.txt',
    ],
    async run(context, { user: wanted }, options) {
      const { db } = await context.database()
      const user = await requireUser(db, wanted)
      const password = await newPassword(context, { ...options, 'password-stdin': true }, user.email)
      const passwordHash = await slowPasswords.hash(password!.text)
      await db.transaction().execute((tx) => setPassword(tx, user.id, passwordHash))
      const shown = { email: user.email, ...(password!.isGenerated && { password: password!.text }) }
      return { json: shown, lines: record(shown), notes: ['Password set. All sessions have ended.'] }
    },
  }),

  command({
    name: 'users delete',
    summary: 'Delete an account and all its data',
    arguments: [ACCOUNT_ARGUMENT],
    options: { yes: { type: 'boolean', help: 'Confirm the deletion, which cannot be undone.' } },
    details:
      'Its tokens stop working immediately. Uploaded and exported files are deleted too. An account that Stripe still charges is not deleted: cancel its subscription first.',
    examples: ['users delete ada@example.com --yes'],
    async run(context, { user: wanted }, { yes }) {
      const { db } = await context.database()
      return removeAccount(context, await requireAccount(db, wanted), yes)
    },
  }),
]

export async function removeAccount(context: CommandContext, user: Account, isConfirmed: boolean): Promise<Outcome> {
  if (!isConfirmed)
    throw new CommandError(
      `This deletes the account ${user.email} with its tokens, jobs, results and contacts. It cannot be undone. Add --yes to confirm.`,
      EXIT.usage,
    )
  const { db } = await context.database()
  const customer = await customerOfAccount(db, user.id)
  if (customer?.isCharged)
    throw new CommandError(
      `Stripe still charges ${user.email} (customer ${customer.customerId}). Cancel the subscription in Stripe first: deleting the account would not end it. If Stripe shows none, run: subscription set ${user.id} --plan PLAN --status canceled`,
    )
  // Loaded late: it imports every feature that stores something about an account.
  const { deleteAccount } = await import('../../privacy/delete-account.ts')
  await deleteAccount({ db, blobs: await context.blobs() }, user.id)
  return {
    json: { deleted: user, ...(customer && { stripe_customer: customer.customerId }) },
    lines: [`Deleted ${user.email}.`],
    notes: customer && [
      `Stripe keeps the customer ${customer.customerId} with its address and invoices. Delete it there if no law makes you keep them.`,
    ],
  }
}

type PasswordOptions = { 'generate-password': boolean; 'password-stdin': boolean }

async function newPassword(
  context: CommandContext,
  options: PasswordOptions,
  email: string,
): Promise<{ text: string; isGenerated: boolean } | undefined> {
  if (options['generate-password']) return { text: randomBytes(18).toString('base64url'), isGenerated: true }
  if (!options['password-stdin']) return undefined
  const text = await context.readSecret('New password: ')
  const length = [...text].length
  if (length < PASSWORD_MIN_CHARACTERS || length > PASSWORD_MAX_CHARACTERS)
    throw new CommandError(
      `A password must have ${PASSWORD_MIN_CHARACTERS} to ${PASSWORD_MAX_CHARACTERS} characters.`,
      EXIT.usage,
    )
  await refuseGuessablePassword(text, email)
  return { text, isGenerated: false }
}
