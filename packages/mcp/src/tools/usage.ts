import { strict } from '@mailsift/contract/schema'
import { Type } from 'typebox'
import { counted, defineTool, READS } from '../tool.ts'

const day = (description: string) =>
  Type.Optional(Type.String({ format: 'date', description: `${description}, such as 2026-05-01.` }))
const count = Type.Integer({ minimum: 0 })
const byKind = strict({ single: count, bulk: count })

export const usage = defineTool({
  name: 'usage',
  uses: 'readUsage',
  title: 'Get usage',
  description:
    'Returns the credits used per day (UTC) and kind, for the last 30 days or the given dates. One credit is one validated ' +
    'address. Usage appears within a minute. Free.',
  annotations: READS,
  input: strict({ from: day('First day'), to: day('Last day') }),
  output: strict({
    from: Type.String(),
    to: Type.String(),
    total: count,
    by_kind: byKind,
    days: Type.Array(strict({ date: Type.String(), total: count, by_kind: byKind })),
  }),

  async run(readUsage, range, call) {
    const report = await readUsage(range, call)
    return { summary: `${counted(report.total)} from ${report.from} to ${report.to}.`, data: report }
  },
})
