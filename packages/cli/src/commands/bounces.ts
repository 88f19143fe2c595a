import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { formatCount } from '@mailsift/command/table'
import type { AcceptedReports, Mailsift } from '@mailsift/sdk'
import { defineCommand, JSON_OPTION } from '../command.ts'
import { type Context, print, tell } from '../context.ts'
import { EXIT, usageError } from '../exit.ts'
import { connect } from '../service.ts'
import { correctBounces, isCorrection } from './correct-bounces.ts'

/** The service's limit for one request. */
const MAIL_MAX_BYTES = 5 * 1024 * 1024

export const bounces = defineCommand({
  name: 'bounces',
  summary: 'Hand in bounces and complaints',
  arguments: [
    {
      name: 'files',
      optional: true,
      many: true,
      shown: '<file…|->',
      help: 'Mails (.eml), mbox files or tables; - for stdin',
    },
  ],
  description: `Reads bounces and complaints, and remembers for your account which mailboxes do not exist. A report counts once,
however often you hand it in. Tables (.csv, .tsv, .xlsx) are exports of listmonk, Mailchimp, SendGrid and others: their
type, status and reason columns say what each row means. For lists of addresses alone, use
\`mailsift suppressions --import\`.`,
  options: {
    works: {
      type: 'string',
      value: '<address>',
      many: true,
      help: 'Record that this mailbox works; clears its bounces',
    },
    bursts: {
      type: 'boolean',
      help: 'List bounces that look like a fault on your side; they have no effect until you decide',
    },
    apply: { type: 'string', value: '<burst>', help: 'Let the bounces of this burst count' },
    discard: { type: 'string', value: '<burst>', help: 'Drop the bounces of this burst' },
    undo: { type: 'boolean', help: 'Undo bounces: those of --origin, of --since and --until, or of all of these' },
    origin: { type: 'string', value: '<origin>', help: 'With --undo: upload, events, or the id of a source' },
    since: { type: 'string', value: '<time>', help: 'With --undo: received at this time or later (ISO 8601)' },
    until: { type: 'string', value: '<time>', help: 'With --undo: received before this time (ISO 8601)' },
    ...JSON_OPTION,
  },
  examples: [
    { line: 'bounces bounces.mbox', does: 'Hand in all mails of a mailbox' },
    { line: 'bounces bounces.csv', does: 'Hand in an export of another program' },
    { line: 'bounces - < bounce.eml', does: 'Hand in one mail, from a filter of the mail server' },
    { line: 'bounces --works ada.lovelace@contoso.com', does: 'Clear the bounces of an address' },
    { line: 'bounces --bursts', does: 'Show what is held' },
    {
      line: 'bounces --undo --since 2026-11-18T08:00Z --until 2026-11-18T10:00Z',
      does: 'Undo the bounces of two hours',
    },
  ],

  async run(context, { files }, values) {
    const { signal } = context
    if (isCorrection(values)) {
      if (files.length > 0) throw usageError('Use --bursts, --apply, --discard and --undo without files.')
      await correctBounces(context, await connect(context, values), values)
      return EXIT.ok
    }
    if (files.length === 0 && values.works.length === 0)
      throw usageError('Specify at least one file, or - to read from stdin.')
    const mailsift = await connect(context, values)
    for (const address of values.works) {
      await mailsift.bounces.setMailbox(address, 'exists', { signal })
      tell(context, `Recorded that ${address} works.`)
    }
    for (const file of files) {
      const isTable = /\.(?:csv|tsv|xlsx)$/i.test(file)
      const accepted = await (isTable ? uploadTable : uploadMail)(context, mailsift, file)
      if (values.json) await print(context, `${JSON.stringify({ file, ...accepted })}\n`)
      else tell(context, `${file}: ${summaryOf(accepted, isTable ? 'row' : 'mail')}`)
    }
    return EXIT.ok
  },
})

async function uploadMail(context: Context, mailsift: Mailsift, file: string): Promise<AcceptedReports> {
  const mail = file === '-' ? await buffer(context.stdin) : await readFile(file)
  if (mail.length > MAIL_MAX_BYTES)
    throw usageError(`${file} has more than 5 MiB. Split it, or hand in its mails one by one.`)
  return mailsift.bounces.handIn(mail, { signal: context.signal })
}

async function uploadTable(context: Context, mailsift: Mailsift, file: string): Promise<AcceptedReports> {
  const [{ openInput }, { openList }, { readBounceRows }, { ListError }] = await Promise.all([
    import('../clean/input.ts'),
    import('@mailsift/intake/list'),
    import('@mailsift/intake/bounce-rows'),
    import('@mailsift/intake/list-error'),
  ])
  const sum = structuredClone(NOTHING)
  const rows = async function* () {
    try {
      yield* readBounceRows(await openList(await openInput(context, file, false)))
    } catch (error) {
      if (!(error instanceof ListError)) throw error
      throw usageError(`Cannot read ${file}. ${error.message}`, `Cannot read ${file}. ${error.withoutContent}`)
    }
  }
  for await (const { events, unread } of rows()) {
    sum.messages += events.length + unread
    sum.unread += unread
    if (events.length === 0) continue
    const { accepted, held, reports } = await mailsift.bounces.report(events, { signal: context.signal })
    sum.accepted += accepted
    sum.held += held
    for (const kind of Object.keys(LABELS) as (keyof typeof LABELS)[]) sum.reports[kind] += reports[kind]
  }
  return sum
}

const NOTHING: AcceptedReports = {
  ...{ messages: 0, unread: 0, ignored: 0, accepted: 0, held: 0 },
  reports: {
    ...{ no_such_mailbox: 0, mailbox_full: 0, domain_gone: 0, blocked: 0, sender_fault: 0, temporary: 0, unclear: 0 },
    ...{ complaint: 0, unsubscribe: 0, delivered: 0 },
  },
}

const LABELS = {
  no_such_mailbox: 'no such mailbox',
  domain_gone: 'domain gone',
  mailbox_full: 'mailbox full',
  blocked: 'blocked',
  sender_fault: 'faults on your side',
  temporary: 'temporary',
  unclear: 'unclear',
  complaint: 'complaints',
  unsubscribe: 'unsubscribes',
  delivered: 'delivered',
} as const satisfies Record<keyof AcceptedReports['reports'], string>

function summaryOf(
  { messages, unread, ignored, accepted, held, reports }: AcceptedReports,
  unit: 'mail' | 'row',
): string {
  const counts = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((kind) => reports[kind] > 0)
    .map((kind) => `${formatCount(reports[kind])} ${LABELS[kind]}`)
  return [
    `${formatCount(messages)} ${unit}${messages === 1 ? '' : 's'}`,
    ...counts,
    `${formatCount(accepted)} new`,
    ...(held > 0 ? [`${formatCount(held)} held: see \`mailsift bounces --bursts\``] : []),
    ...(unread > 0 ? [`${formatCount(unread)} without a report`] : []),
    ...(ignored > 0 ? [`${formatCount(ignored)} ignored (more than 100 recipients, or not readable)`] : []),
  ].join(', ')
}
