import { listOperators, setOperator } from '../../identity/identity.ts'
import { CommandError, command } from './command.ts'
import { table } from './table.ts'
import { requireUser, USER_ARGUMENT } from './users.ts'

export const operatorCommands = [
  command({
    name: 'operators list',
    summary: 'List the people who can use the admin area of the console',
    examples: ['operators list'],
    async run(context) {
      const operators = await listOperators((await context.database()).db)
      return { json: operators, lines: await table(operators, 'No operators.') }
    },
  }),

  command({
    name: 'operators grant',
    summary: 'Let a person use the admin area of the console',
    arguments: [USER_ARGUMENT],
    details:
      'Operators see all accounts, their members and usage, the queue and the audit trail, and can retry or delete quarantined tasks.\nThey cannot read lists, results or contacts of other accounts. Everything they do is in the audit trail.',
    examples: ['operators grant ada@example.com'],
    async run(context, { user }) {
      const { db } = await context.database()
      const { id, email, address_confirmed } = await requireUser(db, user)
      if (!address_confirmed)
        throw new CommandError(
          `${email} joined by a link and has not confirmed the address. Confirm it with: users confirm ${email}`,
        )
      await setOperator(db, id, true)
      return { json: { email, operator: true }, lines: [`${email} is an operator now.`] }
    },
  }),

  command({
    name: 'operators revoke',
    summary: 'Take the admin area away from a person',
    arguments: [USER_ARGUMENT],
    details: 'Takes effect with their next request.',
    examples: ['operators revoke ada@example.com'],
    async run(context, { user }) {
      const { db } = await context.database()
      const { id, email } = await requireUser(db, user)
      await setOperator(db, id, false)
      return { json: { email, operator: false }, lines: [`${email} is not an operator.`] }
    },
  }),
]
