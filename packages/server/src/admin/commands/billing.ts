import { sql } from 'kysely'
import { readBillingFacts } from '../../billing/billing.ts'
import { command } from './command.ts'
import { record, table } from './table.ts'

type Row = { account: string; customer: string; drift: number; unsent: number; lost: number; compared_at: Date | null }

export const billingCommands = [
  command({
    name: 'billing status',
    summary: 'Show what was reported to the payment provider, and where the two differ',
    details:
      'Usage is reported every hour and compared every day. Drift is what the provider has more than was reported to it, in 30 days.',
    examples: ['billing status', 'billing status --json'],
    async run(context) {
      const { db } = await context.database()
      const facts = await readBillingFacts(db)
      const { rows } = await sql<Row>`
        SELECT o.email AS account, c.customer_id AS customer, c.drift::float8, c.compared_at,
          coalesce(sum(h.units) FILTER (WHERE h.state IN ('open', 'doubtful')), 0)::float8 AS unsent,
          coalesce(sum(h.units) FILTER (WHERE h.state IN ('refused', 'lost')), 0)::float8 AS lost
        FROM billing_customers c LEFT JOIN first_owners o ON o.account_id = c.account_id
        LEFT JOIN billing_hours h ON h.account_id = c.account_id
        GROUP BY o.email, c.account_id ORDER BY o.email`.execute(db)
      const wrong = rows.filter(({ drift, lost }) => drift !== 0 || lost > 0)
      const listed = wrong.map(({ compared_at, ...row }) => ({
        ...row,
        compared: compared_at?.toISOString() ?? 'never',
      }))
      return {
        json: { ...facts, accounts: rows },
        lines: [
          ...record({
            customers: facts.customers,
            drift: facts.drift,
            'not reported yet': facts.unsent_units,
            'not accepted': facts.lost_units,
          }),
          ...(wrong.length > 0 ? ['', ...(await table(listed, ''))] : []),
        ],
      }
    },
  }),
]
