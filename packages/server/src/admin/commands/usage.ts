import { readUsage } from '../../usage/usage.ts'
import { command } from './command.ts'
import { table } from './table.ts'
import { parseDay } from './times.ts'
import { ACCOUNT_ARGUMENT, requireAccount } from './users.ts'

export const usageCommands = [
  command({
    name: 'usage show',
    summary: 'Show the usage of an account by day and kind',
    arguments: [ACCOUNT_ARGUMENT],
    options: {
      from: { type: 'string', value: 'DAY', help: 'First day, such as 2026-01-31. Default: 30 days ago.' },
      to: { type: 'string', value: 'DAY', help: 'Last day. Default: today. Days are in UTC.' },
    },
    examples: ['usage show ada@example.com', 'usage show ada@example.com --from 2026-01-01 --to 2026-01-31 --json'],
    async run(context, { user: wanted }, options) {
      const [from, to] = [parseDay('from', options.from), parseDay('to', options.to)]
      const { db } = await context.database()
      const { id } = await requireAccount(db, wanted)
      const report = await readUsage({ db }, id, { from, to })
      const rows = [...report.days, { date: 'total', total: report.total, by_kind: report.by_kind }]
      return {
        json: report,
        lines: await table(
          rows.map(({ date, total, by_kind }) => ({ day: date, ...by_kind, total })),
          '',
        ),
      }
    },
  }),
]
