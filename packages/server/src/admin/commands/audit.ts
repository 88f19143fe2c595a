import { AUDIT_ACTIONS } from '@mailsift/contract'
import { listAudit } from '../../audit/audit.ts'
import { isUuid } from '../../platform/ids.ts'
import { CommandError, command, EXIT } from './command.ts'
import { table } from './table.ts'
import { PAST_TIME_HELP, parsePastTime } from './times.ts'
import { requireAccount } from './users.ts'

const LIMIT_DEFAULT = 50
const LIMIT_MAX = 100_000

export const auditCommands = [
  command({
    name: 'audit',
    summary: 'Show account events: sign-ins, failures, tokens, subscriptions, administration',
    options: {
      user: {
        type: 'string',
        value: 'USER',
        help: 'Only this account: its email address or id. Deleted accounts work too.',
      },
      action: {
        type: 'string',
        value: 'ACTION',
        help: `Only this action: ${AUDIT_ACTIONS.join(', ')}.`,
        choices: AUDIT_ACTIONS,
      },
      since: { type: 'string', value: 'WHEN', help: `Only events since ${PAST_TIME_HELP}.` },
      limit: { type: 'string', value: 'COUNT', help: `Number of events to show. Default: ${LIMIT_DEFAULT}.` },
    },
    details: [
      'Newest first. Events are kept for a year. They store ids and networks, not email addresses: the addresses shown here come',
      'from the accounts. After an account is deleted, its events show neither address nor network.',
    ].join('\n'),
    examples: ['audit', 'audit --user ada@example.com --since 7d', 'audit --action sign_in_failed --limit 1000 --json'],
    async run(context, _values, { user, action, since, limit }) {
      const wanted = {
        limit: parseLimit(limit),
        since: since === undefined ? undefined : parsePastTime('since', since),
      }
      const { db } = await context.database()
      const accountId = user === undefined || isUuid(user) ? user : (await requireAccount(db, user)).id
      const events = await listAudit(db, { ...wanted, accountId, action })
      return {
        json: events,
        lines: await table(
          events.map(({ at, action, actor, person, account_id, email, subject_id, detail, network }) => ({
            time: at.slice(0, 19).replace('T', ' '),
            action,
            by: person ?? actor,
            account: email ?? account_id,
            about: subject_id,
            detail,
            network,
          })),
          'No events.',
        ),
      }
    },
  }),
]

function parseLimit(text: string | undefined): number {
  if (text === undefined) return LIMIT_DEFAULT
  const limit = /^\d{1,6}$/.test(text) ? Number(text) : 0
  if (limit >= 1 && limit <= LIMIT_MAX) return limit
  throw new CommandError(`--limit must be a number from 1 to ${LIMIT_MAX}.`, EXIT.usage)
}
