import { type AccountPlan, type Calibration, isApiError } from '@mailsift/sdk'
import { defineCommand, JSON_OPTION } from '../command.ts'
import { print } from '../context.ts'
import { EXIT } from '../exit.ts'
import { connect } from '../service.ts'
import { printTable } from '../table.ts'

export const usage = defineCommand({
  name: 'usage',
  summary: 'Show usage by day',
  description: `Shows the credits used per day (UTC), for the last 30 days or the given dates, what is left of a limited plan,
and how many of the addresses called safe bounced.`,
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
    const [report, plan, calibration] = await Promise.all([
      service.usage({ from, to, signal }),
      ifKnown(service.plan({ signal })),
      ifKnown(service.calibration({ signal })),
    ])
    if (json) {
      await print(
        context,
        `${JSON.stringify({ ...report, ...(plan && { plan }), ...(calibration && { calibration }) })}\n`,
      )
      return EXIT.ok
    }
    const rows = [...report.days, { date: 'total', total: report.total, by_kind: report.by_kind }].map(
      ({ date, total, by_kind }) => [date, by_kind.single, by_kind.bulk, total],
    )
    await printTable(context, ['DAY', 'SINGLE', 'BULK', 'TOTAL'], rows)
    if (plan && plan.credits.left !== null) await print(context, `\n${leftOf(plan)}\n`)
    if (calibration?.state === 'counted') await print(context, `\n${bouncedOf(calibration)}\n`)
    return EXIT.ok
  },
})

/** Undefined if the server is older and does not have the endpoint. */
function ifKnown<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  return answer.catch((error: unknown) => {
    if (isApiError(error, 'not_found')) return undefined
    throw error
  })
}

function bouncedOf({ safe, bounced_days }: Calibration): string {
  const counts = `${safe.bounced} of ${safe.addresses} addresses called safe bounced in the last ${bounced_days} days`
  if (safe.share === null || safe.share_low === null || safe.share_high === null)
    return `${counts}: too few to tell a rate.`
  const percent = (share: number) => `${(share * 100).toFixed(2)} %`
  return `${counts}: ${percent(safe.share)} (between ${percent(safe.share_low)} and ${percent(safe.share_high)}).`
}

function leftOf({ name, period_end, credits }: AccountPlan): string {
  const reserved = credits.reserved > 0 ? ` (${credits.reserved} reserved)` : ''
  return `Plan ${name}: ${credits.left} of ${credits.monthly} credits left${reserved}, renewed on ${period_end}.`
}
