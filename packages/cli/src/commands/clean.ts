import { CLEAN_OPTIONS, checkValues } from '../clean/options.ts'
import { checkId, defineCommand } from '../command.ts'
import { readFailOn } from '../fail-on.ts'

export const clean = defineCommand({
  name: 'clean',
  summary: 'Clean a list: every row comes back with what to do with its address',
  arguments: [
    { name: 'file', optional: true, shown: '<list|->', help: 'CSV, .xlsx or text in any encoding; - is stdin' },
  ],
  description: `Cleans a list: every row comes back as it was, with what was found out about its address in further columns. First of
them are status (safe, risky, unsafe, unknown), reason and suggestion.

The list may have a header or none, any separator, text around its addresses, or several addresses in a row, which then
comes back once for each. Only the addresses are sent to the service; each of them that is one is one billed validation.
With --local nothing is sent, and nothing costs anything. The service goes on when this program ends; --resume takes the
list up again.`,
  options: CLEAN_OPTIONS,
  examples: [
    { line: 'clean contacts.csv -o cleaned.csv', does: 'What to do with every row' },
    {
      line: 'clean contacts.xlsx --dedupe --only safe --for excel -o safe.csv',
      does: 'Only rows worth sending to, for Excel',
    },
    {
      line: 'clean contacts.csv --except sent.csv --split-by status -o out.csv',
      does: 'A file for each status, without a former list',
    },
    {
      line: 'clean --local contacts.csv -o cleaned.csv --report report.html',
      does: 'Offline, with a page to pass on',
    },
    { line: 'clean - --column E-Mail < contacts.csv > cleaned.csv', does: 'In a pipe' },
    {
      line: 'clean contacts.csv --resume 0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b -o cleaned.csv',
      does: 'A list that was submitted before',
    },
  ],

  async run(context, { file }, values) {
    checkValues(values, file)
    for (const id of values.resume) checkId('groups', id)
    // Loaded by the command that needs it: the others start without the engine and the reader of lists.
    const { runClean } = await import('../clean/run.ts')
    return runClean(context, file, values, readFailOn(values['fail-on']))
  },
})
