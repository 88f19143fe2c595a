import { formatCount } from '@mailsift/command/table'
import type { Mailsift, Suppression, SuppressionFormat } from '@mailsift/sdk'
import { defineCommand, JSON_OPTION } from '../command.ts'
import { type Context, tell } from '../context.ts'
import { EXIT, usageError } from '../exit.ts'
import { type Columns, LISTING_OPTIONS, printListing } from '../listing.ts'
import { OUTPUT_OPTION, writeOutput } from '../output.ts'
import { connect } from '../service.ts'
import { formatTime } from '../table.ts'

const FORMATS = ['csv', 'listmonk', 'mailchimp', 'ses']
const REASONS = ['manual', 'unsubscribe', 'complaint'] as const
type Reason = (typeof REASONS)[number]

const COLUMNS: Columns<Suppression> = [
  { name: 'ADDRESS', of: ({ email }) => email ?? '(deleted)' },
  { name: 'REASON', of: ({ reason }) => reason },
  { name: 'FROM', of: ({ evidence }) => fromOf(evidence) },
  { name: 'SINCE', of: ({ suppressed_at }) => formatTime(suppressed_at) },
  { name: 'UNTIL', of: ({ expires_at }) => (expires_at === null ? '' : formatTime(expires_at)) },
  { name: 'SERVER SAID', of: ({ evidence }) => evidence.reply ?? '' },
]

function fromOf({ origin, source_name }: Suppression['evidence']): string {
  return origin === 'source' ? (source_name ?? 'removed source') : (origin ?? '')
}

export const suppressions = defineCommand({
  name: 'suppressions',
  summary: 'List, change, import or export the suppression list',
  description: `Lists the addresses that you must not mail, newest first: those that bounced, complained or unsubscribed, and
those that you added. To leave them out of a list, use \`mailsift clean --except-suppressed\`.`,
  options: {
    add: { type: 'string', value: '<address>', many: true, help: 'Add this address' },
    remove: { type: 'string', value: '<address>', many: true, help: 'Remove this address, and undo its bounces' },
    import: { type: 'string', value: '<list>', help: 'Add all addresses of this CSV, Excel or text file; - for stdin' },
    reason: {
      type: 'string',
      value: '<reason>',
      choices: REASONS,
      help: 'Reason of what you add: manual, unsubscribe or complaint. Default: manual',
    },
    export: {
      type: 'string',
      value: '<format>',
      choices: FORMATS,
      help: `Write the list for another program: ${FORMATS.join(', ')}`,
    },
    ...LISTING_OPTIONS,
    ...OUTPUT_OPTION,
    output: { ...OUTPUT_OPTION.output, help: 'With --export: output file. Default: stdout' },
    ...JSON_OPTION,
  },
  examples: [
    { line: 'suppressions --limit 100', does: 'Show the newest hundred' },
    { line: 'suppressions --import unsubscribed.csv --reason unsubscribe', does: 'Add an export of another program' },
    { line: 'suppressions --export listmonk -o blocklist.csv', does: 'Write the list for listmonk' },
  ],

  async run(context, _, values) {
    const actions = [values.add.length, values.remove.length, values.import?.length, values.export?.length]
    if (actions.filter(Boolean).length > 1)
      throw usageError('Use one of --add, --remove, --import and --export at a time.')
    const { signal } = context
    const reason = values.reason as Reason | undefined
    const mailsift = await connect(context, values)
    if (values.add.length > 0) await add(context, mailsift, values.add, reason)
    else if (values.import !== undefined) {
      const { readAddresses } = await import('../clean/addresses.ts')
      await add(context, mailsift, await readAddresses(context, values.import), reason)
    } else if (values.remove.length > 0)
      for (const address of values.remove) {
        await mailsift.suppressions.remove(address, { signal })
        tell(context, `Removed ${address}.`)
      }
    else if (values.export !== undefined) {
      const text = await mailsift.suppressions.export(values.export as SuppressionFormat, { signal })
      await writeOutput(context, values.output, values.force, onePiece(text))
    } else
      await printListing(
        context,
        values,
        (options) => mailsift.suppressions.list(options),
        COLUMNS,
        'No suppressed addresses.',
      )
    return EXIT.ok
  },
})

/** The limit of one request. */
const BATCH_MAX_COUNT = 10_000

async function add(context: Context, mailsift: Mailsift, emails: readonly string[], reason?: Reason): Promise<void> {
  let [added, malformed] = [0, 0]
  for (let at = 0; at < emails.length; at += BATCH_MAX_COUNT) {
    const batch = emails.slice(at, at + BATCH_MAX_COUNT)
    const answer = await mailsift.suppressions.add(batch, { reason, signal: context.signal })
    added += answer.added
    malformed += answer.malformed
  }
  const left = emails.length - added - malformed
  tell(
    context,
    [
      `${formatCount(added)} added`,
      ...(left > 0 ? [`${formatCount(left)} already on the list`] : []),
      ...(malformed > 0 ? [`${formatCount(malformed)} malformed`] : []),
    ].join(', '),
  )
}

async function* onePiece(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text)
}
