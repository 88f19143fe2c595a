import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { formatCount } from '@mailsift/command/table'
import type { AcceptedReports } from '@mailsift/sdk'
import { defineCommand, JSON_OPTION } from '../command.ts'
import { print, tell } from '../context.ts'
import { EXIT, usageError } from '../exit.ts'
import { connect } from '../service.ts'

/** The service accepts no more at a time. */
const MAIL_MAX_BYTES = 5 * 1024 * 1024

export const bounces = defineCommand({
  name: 'bounces',
  summary: 'Hand in bounces and complaints',
  arguments: [
    { name: 'files', optional: true, many: true, shown: '<file…|->', help: 'Mails (.eml) or mbox files; - for stdin' },
  ],
  description: `Reads bounces and complaints, and remembers for your account which mailboxes do not exist. A report counts once,
however often you hand it in. For lists of addresses, use \`mailsift suppressions --import\`.`,
  options: {
    works: {
      type: 'string',
      value: '<address>',
      many: true,
      help: 'Record that this mailbox works; clears its bounces',
    },
    ...JSON_OPTION,
  },
  examples: [
    { line: 'bounces bounces.mbox', does: 'Hand in all mails of a mailbox' },
    { line: 'bounces - < bounce.eml', does: 'Hand in one mail, from a filter of the mail server' },
    { line: 'bounces --works ada.lovelace@contoso.com', does: 'Clear the bounces of an address' },
  ],

  async run(context, { files }, values) {
    const { signal } = context
    if (files.length === 0 && values.works.length === 0)
      throw usageError('Specify at least one file, or - to read from stdin.')
    const mailsift = await connect(context, values)
    for (const address of values.works) {
      await mailsift.bounces.setMailbox(address, 'exists', { signal })
      tell(context, `Recorded that ${address} works.`)
    }
    for (const file of files) {
      const mail = file === '-' ? await buffer(context.stdin) : await readFile(file)
      if (mail.length > MAIL_MAX_BYTES)
        throw usageError(`${file} has more than 5 MiB. Split it, or hand in its mails one by one.`)
      const answer = await mailsift.bounces.handIn(mail, { signal })
      if (values.json) await print(context, `${JSON.stringify({ file, ...answer })}\n`)
      else tell(context, `${file}: ${summaryOf(answer)}`)
    }
    return EXIT.ok
  },
})

const LABELS = {
  no_such_mailbox: 'no such mailbox',
  domain_gone: 'domain gone',
  mailbox_full: 'mailbox full',
  blocked: 'blocked',
  temporary: 'temporary',
  complaint: 'complaints',
  unsubscribe: 'unsubscribes',
  delivered: 'delivered',
} as const satisfies Record<keyof AcceptedReports['reports'], string>

function summaryOf({ messages, unread, accepted, reports }: AcceptedReports): string {
  const counts = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((said) => reports[said] > 0)
    .map((said) => `${formatCount(reports[said])} ${LABELS[said]}`)
  return [
    `${formatCount(messages)} mail${messages === 1 ? '' : 's'}`,
    ...counts,
    `${formatCount(accepted)} new`,
    ...(unread > 0 ? [`${formatCount(unread)} without a report`] : []),
  ].join(', ')
}
