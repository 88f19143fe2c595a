import { nullable, oneOf, strict } from '@mailsift/contract/schema'
import { Type } from 'typebox'
import { DATA_ONLY, marked, notice } from '../foreign-text.ts'
import { CLEAN_STATUSES } from '../service.ts'
import { counted, defineTool } from '../tool.ts'
import { CheckDomain, policyArgument, switchArguments, toSwitches } from './verdict.ts'

const count = Type.Integer({ minimum: 0 })

const Result = strict({
  output: Type.String({ description: 'Path of the output file.' }),
  credits: Type.Integer({ minimum: 0, description: 'Credits that the call used.' }),
  rows: count,
  written: count,
  counts: strict({ safe: count, risky: count, unsafe: count, unknown: count, blank: count }),
  reasons: Type.Array(
    strict({
      status: oneOf(CLEAN_STATUSES),
      reason: Type.String({ description: 'Reason code, such as disposable or ok.' }),
      meaning: Type.String(),
      count,
    }),
    { description: 'Number of rows per reason.' },
  ),
  duplicates: Type.Integer({ minimum: 0, description: 'Rows with the same mailbox as an earlier row.' }),
  columns: Type.Array(Type.String(), { description: 'Email columns.' }),
  job_ids: nullable(
    Type.Array(Type.String(), { description: 'Ids of the jobs at the service; null if no service was used.' }),
  ),
})

export const cleanCsv = defineTool({
  name: 'clean_csv',
  uses: 'cleanCsv',
  title: 'Clean a list on this machine',
  description: ({ isLocal }) =>
    'Reads a list (CSV, .xlsx or text) from the folder chosen by the user and writes a new CSV with every row plus status ' +
    '(safe, risky, unsafe, unknown, blank), reason and suggestion. Never overwrites a file. Returns a summary by reason, not the ' +
    `rows. ${isLocal ? 'Free.' : 'Each valid address uses 1 credit.'} ${DATA_ONLY}`,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  input: strict({
    input: Type.String({
      pattern: '^[^\\x00]+$',
      description: 'Path of the list, relative to that folder or absolute.',
    }),
    output: Type.String({
      pattern: '^[^\\x00]*\\.(csv|tsv|txt)$',
      description: 'Path of a new file that ends in .csv, .tsv or .txt.',
    }),
    column: Type.Optional(
      Type.Array(Type.String({ minLength: 1 }), {
        maxItems: 20,
        description: 'Email columns. Default: detected.',
      }),
    ),
    sheet: Type.Optional(
      Type.String({ minLength: 1, description: 'Sheet of an .xlsx file. Default: the first with addresses.' }),
    ),
    policy: policyArgument('marketing'),
    ...switchArguments,
    check_domain: CheckDomain,
    dedupe: Type.Optional(
      Type.Boolean({
        description: 'If several rows have the same mailbox, keep the one with the most filled cells. Default: true.',
      }),
    ),
    only: Type.Optional(
      Type.Array(oneOf(CLEAN_STATUSES), {
        minItems: 1,
        maxItems: CLEAN_STATUSES.length,
        description: 'Write only these rows. Default: all.',
      }),
    ),
  }),
  onlyWithService: ['check_domain'],
  output: strict({ ...notice, ...Result.properties }),

  async run(cleanCsv, { input, output, column = [], sheet, policy = 'marketing', ...choices }, call) {
    const { check_domain: checkDomain = false, dedupe = true, only = [] } = choices
    const switches = toSwitches(choices)
    const result = await cleanCsv(
      { input, output, columns: column, sheet, policy, switches, checkDomain, dedupe, only },
      call,
    )
    const { safe, risky, unsafe, unknown, blank } = result.counts
    return {
      summary: `${result.rows} rows read, ${result.written} written: ${safe} safe, ${risky} risky, ${unsafe} unsafe, ${unknown} unknown, ${blank} without an address. Cost: ${counted(result.credits)}.`,
      data: { ...marked, ...result },
    }
  },
})
