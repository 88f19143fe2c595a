import { defineCommand, JSON_OPTION } from '../command.ts'
import { print } from '../context.ts'
import { EXIT } from '../exit.ts'
import { connect } from '../service.ts'
import { printTable } from '../table.ts'

export const usage = defineCommand({
  name: 'usage',
  summary: 'Show usage by day',
  description: 'Shows the credits used per day (UTC), for the last 30 days or the given dates.',
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
    const report = await (await connect(context, { server })).usage({ from, to, signal: context.signal })
    if (json) {
      await print(context, `${JSON.stringify(report)}\n`)
      return EXIT.ok
    }
    const rows = [...report.days, { date: 'total', total: report.total, by_kind: report.by_kind }].map(
      ({ date, total, by_kind }) => [date, by_kind.single, by_kind.bulk, total],
    )
    await printTable(context, ['DAY', 'SINGLE', 'BULK', 'TOTAL'], rows)
    return EXIT.ok
  },
})
