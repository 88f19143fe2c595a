import { nullable, oneOf, strict } from '@mailsift/contract/schema'
import { Type } from 'typebox'
import { DATA_ONLY, marked, notice } from '../foreign-text.ts'
import { CLEAN_STATUSES } from '../service.ts'
import { counted, defineTool } from '../tool.ts'
import { CheckDomain, policyArgument, switchArguments, toSwitches } from './verdict.ts'

const count = Type.Integer({ minimum: 0 })

const Result = strict({
  output: Type.String({ description: 'The file that was written.' }),
  units: Type.Integer({ minimum: 0, description: 'What the call cost.' }),
  rows: count,
  written: count,
  counts: strict({ safe: count, risky: count, unsafe: count, unknown: count }),
  reasons: Type.Array(
    strict({
      status: oneOf(CLEAN_STATUSES),
      reason: Type.String({ description: 'A short code, such as disposable or ok.' }),
      meaning: Type.String(),
      count,
    }),
    { description: 'How many rows have which reason.' },
  ),
  duplicates: Type.Integer({ minimum: 0, description: 'Rows that reach the same mailbox as an earlier row.' }),
  columns: Type.Array(Type.String(), { description: 'The columns in which the addresses were found.' }),
  job_ids: nullable(Type.Array(Type.String(), { description: 'For get_job; null without a service.' })),
})

export const cleanCsv = defineTool({
  name: 'clean_csv',
  uses: 'cleanCsv',
  title: 'Clean a list on this machine',
  description:
    'Reads a list (CSV, .xlsx or text) from the folder that the user has chosen and writes a new CSV with every row and, beside it, status ' +
    '(safe, risky, unsafe, unknown), reason and suggestion. Never overwrites a file. Answers a summary by reason, not the ' +
    `rows. Each address that is one costs 1 unit with a service, and nothing with --local. ${DATA_ONLY}`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: strict({
    input: Type.String({
      pattern: '^[^\\x00]+$',
      description: 'Path of the list, relative to that folder or absolute.',
    }),
    output: Type.String({
      pattern: '^[^\\x00]*\\.(csv|tsv|txt)$',
      description: 'Path of a file that does not exist yet; ends in .csv, .tsv or .txt.',
    }),
    column: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        maxItems: 20,
        description: 'The email columns. Default: detected.',
      }),
    ),
    sheet: Type.Optional(
      Type.String({ minLength: 1, description: 'Of an .xlsx. Default: the first sheet that holds addresses.' }),
    ),
    policy: policyArgument('marketing'),
    ...switchArguments,
    check_domain: CheckDomain,
    dedupe: Type.Optional(Type.Boolean({ description: 'Keep only the first row of each mailbox. Default: false.' })),
    only: Type.Optional(
      Type.Array(oneOf(CLEAN_STATUSES), {
        minItems: 1,
        maxItems: 4,
        description: 'Write only these rows. Default: all.',
      }),
    ),
  }),
  output: strict({ ...notice, ...Result.properties }),

  async run(cleanCsv, { input, output, column = [], sheet, policy = 'marketing', ...choices }, call) {
    const { check_domain: checkDomain = false, dedupe = false, only = [] } = choices
    const switches = toSwitches(choices)
    const result = await cleanCsv(
      { input, output, columns: column, sheet, policy, switches, checkDomain, dedupe, only },
      call,
    )
    const { safe, risky, unsafe, unknown } = result.counts
    return {
      summary: `${result.rows} rows read, ${result.written} written: ${safe} safe, ${risky} risky, ${unsafe} unsafe, ${unknown} unknown. Cost: ${counted(result.units)}.`,
      data: { ...marked, ...result },
    }
  },
})
