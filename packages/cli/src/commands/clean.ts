import { CLEAN_OPTIONS, checkValues } from '../clean/options.ts'
import { checkId, defineCommand } from '../command.ts'
import { readFailOn } from '../fail-on.ts'

export const clean = defineCommand({
  name: 'clean',
  summary: 'Clean a list: adds a verdict to every row',
  arguments: [
    {
      name: 'file',
      optional: true,
      shown: '<list|->',
      help: 'CSV, .xlsx, .parquet or text file in any encoding; - for stdin',
    },
  ],
  description: `Returns every row with new columns about its address: status (safe, risky, unsafe, unknown, blank), reason,
suggestion and the details. Of rows that reach one mailbox, the fullest is kept.

The list may have any separator, with or without a header. Addresses are extracted from surrounding text, and a row with
several addresses is repeated once per address. The address that was checked is in the email column; the former text of a
changed cell is in the column original_…. Only the addresses are sent to the service, and each valid one uses one
credit. With --local nothing is sent, and it is free. If you stop the program, the service continues; fetch the result
with --resume.`,
  options: CLEAN_OPTIONS,
  examples: [
    { line: 'clean contacts.csv -o cleaned.csv', does: 'Add a verdict to every row' },
    {
      line: 'clean contacts.xlsx --fix-typos --only safe --for excel -o safe.csv',
      does: 'Fix typos and keep the safe rows, for Excel',
    },
    {
      line: 'clean contacts.csv --except sent.csv --split-by status -o out.csv',
      does: 'Skip addresses of another list, one file per status',
    },
    {
      line: 'clean --local contacts.csv -o cleaned.csv --report report.html',
      does: 'Work offline and write a report',
    },
    {
      line: 'clean contacts.parquet -o cleaned.parquet',
      does: 'Clean a Parquet file, whose other columns keep their types',
    },
    { line: 'clean - --column E-Mail < contacts.csv > cleaned.csv', does: 'Use it in a pipe' },
    {
      line: 'clean contacts.csv --resume 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b -o cleaned.csv',
      does: 'Fetch the result of an earlier run',
    },
  ],

  async run(context, { file }, values) {
    checkValues(values, file)
    for (const id of values.resume) checkId('groups', id)
    // Loaded on demand: other commands start without the engine and the list reader.
    const { runClean } = await import('../clean/run.ts')
    return runClean(context, file, values, readFailOn(values['fail-on']))
  },
})
