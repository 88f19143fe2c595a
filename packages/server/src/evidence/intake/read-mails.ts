import { createHash } from 'node:crypto'
import type { AcceptedReports, ReportCounts } from '@mailsift/contract'
import { readMailReport } from '../reports/mail-report.ts'
import { type AcceptDeps, acceptReports, type Report } from './accept.ts'
import { MESSAGES_MAX, splitMails } from './mbox.ts'

const NOTHING: ReportCounts = {
  ...{ no_such_mailbox: 0, mailbox_full: 0, domain_gone: 0, blocked: 0, temporary: 0 },
  ...{ complaint: 0, unsubscribe: 0, delivered: 0 },
}

/** The reports of one mail, or of all mails of an mbox file. */
export async function acceptMails(deps: AcceptDeps, accountId: string, bytes: Buffer): Promise<AcceptedReports> {
  const reports: Report[] = []
  let [messages, unread] = [0, 0]
  for (const mail of splitMails(bytes)) {
    if (++messages > MESSAGES_MAX) break
    const read = await reportsOf(mail)
    if (read.length === 0) unread++
    reports.push(...read)
  }
  return accept(deps, accountId, reports, { messages, unread })
}

/** `recipient` is whom the mail was sent to, where its own return path says so (VERP); then the report is about no one else. */
export async function reportsOf(mail: Uint8Array, recipient?: string): Promise<Report[]> {
  // A mail that cannot be parsed reports nothing.
  const { id, reported } = await readMailReport(mail).catch(() => ({ id: hashOf(mail), reported: [] }))
  const told = recipient === undefined ? reported : reported.slice(0, 1)
  return told.map((each) => ({ ...each, address: recipient ?? each.address, id }))
}

const hashOf = (mail: Uint8Array) => createHash('sha256').update(mail).digest('hex')

export async function accept(
  deps: AcceptDeps,
  accountId: string,
  reports: readonly Report[],
  read: { messages: number; unread: number },
): Promise<AcceptedReports> {
  const { accepted, byClass } = await acceptReports(deps, accountId, reports)
  return { ...read, accepted, reports: { ...NOTHING, ...countsOf(byClass) } }
}

/** The classes of reports; those of probes do not occur here. */
function countsOf(byClass: Partial<Record<Report['class'], number>>): Partial<ReportCounts> {
  return Object.fromEntries(Object.entries(byClass).filter(([said]) => said in NOTHING))
}
