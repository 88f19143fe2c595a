import { defineCommand } from '../command.ts'
import { readStreamOptions, STREAM_OPTIONS } from '../stream/options.ts'

export const stream = defineCommand({
  name: 'stream',
  summary: 'Validate a stream: stdin to stdout, one record in, one record out',
  description: `Reads records from stdin and writes one record for each to stdout, in the same order, as soon as it has been read.
Memory stays the same however long the stream is. It runs in this process, without a server, a token or limits.

A record that cannot be read keeps its place: its status is unknown, its reason malformed_row, and error says why.
Nothing is skipped; N records in are N records out.`,
  options: STREAM_OPTIONS,
  details: `Formats
  jsonl      One JSON object or string a line. The results become the field "mailsift"; all else stays as it is
  csv, tsv   The result columns come first, then the record as it is. tsv has the escapes of PostgreSQL and ClickHouse
  rowbinary  ClickHouse: one String or Nullable(String) in; String for texts, Nullable(Bool) for flags out`,
  examples: [
    { line: 'stream < contacts.jsonl > validated.jsonl', does: 'Add a verdict to each JSON object' },
    {
      line: 'stream --format csv --column E-Mail --threads 2 < contacts.csv > validated.csv',
      does: 'A large CSV on two cores',
    },
    {
      line: 'stream --format tsv --no-header --results-only --columns status < addresses.txt',
      does: 'One address a line, one status a line',
    },
    {
      line: 'stream --format rowbinary --columns status,reason,safe_to_send < addresses.bin > results.bin',
      does: 'As an executable function of ClickHouse',
    },
  ],

  async run(context, _values, options) {
    const plan = readStreamOptions(options)
    // Loaded on demand: other commands start without the engine.
    const { runStream } = await import('../stream/run.ts')
    return runStream(context, plan)
  },
})
