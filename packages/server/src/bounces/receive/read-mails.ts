import type { AcceptedReports, ReportCounts } from '@mailsift/contract'
import { type AcceptDeps, acceptReports, type Origin } from './accept.ts'
import type { MailReader } from './mail-reader/mail-reader.ts'
import { MESSAGES_MAX, splitMails } from './mbox.ts'
import { type Report, toReport } from './reported.ts'

export type ReadMailDeps = AcceptDeps & { mailReader: MailReader }

const NOTHING: ReportCounts = {
  ...{ no_such_mailbox: 0, mailbox_full: 0, domain_gone: 0, blocked: 0, sender_fault: 0, temporary: 0, unclear: 0 },
  ...{ complaint: 0, unsubscribe: 0, delivered: 0 },
}

/** The reports of one mail, or of all mails of an mbox file. */
export async function acceptMails(
  deps: ReadMailDeps,
  accountId: string,
  bytes: Buffer,
  origin: Origin,
): Promise<AcceptedReports> {
  const reports: Report[] = []
  let [messages, unread, ignored] = [0, 0, 0]
  for (const mail of splitMails(bytes)) {
    if (++messages > MESSAGES_MAX) break
    const read = await reportsOf(deps, mail)
    if (read === 'ignored') ignored++
    else if (read.length === 0) unread++
    else reports.push(...read)
  }
  return accept(deps, accountId, reports, origin, { messages, unread, ignored })
}

/** Ignored: it names too many recipients, or could not be read in time. It is accepted, has no effect, and is shown. */
export async function reportsOf(
  { mailReader }: Pick<ReadMailDeps, 'mailReader'>,
  mail: Uint8Array,
): Promise<Report[] | 'ignored'> {
  const reading = await mailReader.read(mail)
  if (reading === undefined || reading.hasTooMany) return 'ignored'
  return reading.reports.map((report) => toReport(report, reading.id))
}

export async function accept(
  deps: AcceptDeps,
  accountId: string,
  reports: readonly Report[],
  origin: Origin,
  read: { messages: number; unread: number; ignored: number },
): Promise<AcceptedReports> {
  const { accepted, held, byClass } = await acceptReports(deps, accountId, reports, origin)
  return { ...read, accepted, held, reports: { ...NOTHING, ...countsOf(byClass) } }
}

/** The classes of reports; those of probes do not occur here. */
function countsOf(byClass: Partial<Record<Report['class'], number>>): Partial<ReportCounts> {
  return Object.fromEntries(Object.entries(byClass).filter(([said]) => said in NOTHING))
}
