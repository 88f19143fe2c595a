import { type AccountPlan, isApiError, type Mailsift } from '@mailsift/sdk'
import { defineCommand, JSON_OPTION } from '../command.ts'
import { print } from '../context.ts'
import { EXIT } from '../exit.ts'
import { connect } from '../service.ts'
import { printTable } from '../table.ts'

export const usage = defineCommand({
  name: 'usage',
  summary: 'Show usage by day',
  description:
    'Shows the credits used per day (UTC), for the last 30 days or the given dates, and what is left of a limited plan.',
  options: {
    from: { type: 'string', value: '<date>', help: 'First day, for example 2026-05-01' },
    to: { type: 'string', value: '<date>', help: 'Last day. Default: today' },
    ...JSON_OPTION,
  },
  examples: [
    { line: 'usage', does: 'Show the last 30 days' },
    { line: 'usage --from 2026-05-01 --to 2026-05-31 --json', does: 'Print one month as JSON' },
  ],

  async run(context, _values, { from, to, json, server }) {
    const service = await connect(context, { server })
    const { signal } = context
    const [report, plan] = await Promise.all([service.usage({ from, to, signal }), readPlan(service, signal)])
    if (json) {
      await print(context, `${JSON.stringify(plan ? { ...report, plan } : report)}\n`)
      return EXIT.ok
    }
    const rows = [...report.days, { date: 'total', total: report.total, by_kind: report.by_kind }].map(
      ({ date, total, by_kind }) => [date, by_kind.single, by_kind.bulk, total],
    )
    await printTable(context, ['DAY', 'SINGLE', 'BULK', 'TOTAL'], rows)
    if (plan && plan.credits.left !== null) await print(context, `\n${leftOf(plan)}\n`)
    return EXIT.ok
  },
})

/** Undefined on a server that is older than plans. */
function readPlan(service: Mailsift, signal: AbortSignal | undefined): Promise<AccountPlan | undefined> {
  return service.plan({ signal }).catch((error: unknown) => {
    if (isApiError(error, 'not_found')) return undefined
    throw error
  })
}

function leftOf({ name, period_end, credits }: AccountPlan): string {
  const reserved = credits.reserved > 0 ? ` (${credits.reserved} reserved)` : ''
  return `Plan ${name}: ${credits.left} of ${credits.monthly} credits left${reserved}, renewed on ${period_end}.`
}
