// One mail → its reports. Machine-readable parts first (RFC 3464, RFC 5965), then the notices of known servers; automatic replies are none.
import { createHash } from 'node:crypto'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import { isAutomaticReply } from './automatic-reply.ts'
import { readDeliveryStatus, toReport } from './delivery-status.ts'
import { readFeedback, readOtherFeedback } from './feedback.ts'
import { dateOf } from './fields.ts'
import { isOfDaemon, linesOf, readNotice, recipientsIn, serverReply, transcripts } from './notice.ts'
import { type MailReading, type Parts, RECIPIENTS_MAX_COUNT, type Report, type ReportClass } from './report.ts'
import { readSesEvent } from './ses-event.ts'
import { jsonOf } from './untrusted-json.ts'

/** Deeper nesting and longer headers are no report. */
const LIMITS = { maxNestingDepth: 16, maxHeadersSize: 256 * 1024 }
/** Reports are short; what follows is the message that they quote. */
const MAIL_MAX_BYTES = 1024 * 1024
/** Each line and each part costs the parser microseconds: a mebibyte of empty lines would take seconds. A returned message of that size has 14,000. */
const LINES_MAX_COUNT = 20_000

export async function readMail(bytes: Uint8Array): Promise<MailReading> {
  const raw = firstLines(withoutLeadingSpace(bytes.subarray(0, MAIL_MAX_BYTES)))
  const id = createHash('sha256').update(bytes).digest('hex')
  const email = await parse(raw)
  if (!email) return { id, reports: [], hasTooMany: false }
  const parts = partsOf(email, email.attachments.length === 0 ? bodyOf(raw) : '')
  const sentAt = dateOf(email.date)
  const reports = readParts(parts)
  if (reports === 'too many') return { id: email.messageId ?? id, reports: [], hasTooMany: true }
  const dated = reports.map((each) => ({ ...each, happenedAt: each.happenedAt ?? sentAt }))
  return { id: email.messageId ?? id, reports: withoutContradictions(dated), hasTooMany: false }
}

/** Programs that export mails write blank lines before the header. */
function withoutLeadingSpace(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)
  return bytes.subarray(Math.max(0, start))
}

function firstLines(bytes: Uint8Array): Uint8Array {
  let end = -1
  for (let lines = 0; lines < LINES_MAX_COUNT; lines++) {
    end = bytes.indexOf(0x0a, end + 1)
    if (end < 0) return bytes
  }
  return bytes.subarray(0, end + 1)
}

/** A mail that cannot be parsed reports nothing. */
async function parse(raw: Uint8Array): Promise<Email | undefined> {
  try {
    return await PostalMime.parse(raw, { ...LIMITS, rfc822Attachments: true, attachmentEncoding: 'arraybuffer' })
  } catch {
    return undefined
  }
}

function partsOf(email: Email, unread: string): Parts {
  const text = (types: RegExp) => email.attachments.filter(({ mimeType }) => types.test(mimeType)).map(textOf)
  return {
    // The first of several counts: servers that pass a mail on put their fields before it.
    headers: new Map(email.headers.toReversed().map(({ key, value }) => [key, value])),
    notice: (email.text ?? withoutTags(email.html ?? '')).trim() || unread,
    status: text(/^(?:message|text)\/(?:global-)?delivery-status$/i)[0],
    feedback: text(/^message\/feedback-report$/i)[0],
    original: text(/^(?:message\/(?:rfc822|global)|text\/rfc822(?:-headers)?|message\/partial)$/i)[0] ?? '',
  }
}

function withoutTags(html: string): string {
  return html
    .replaceAll(/<(?:br|\/p|\/div|\/tr|\/li)\b[^<>]{0,200}>/gi, '\n')
    .replaceAll(/<[^<>@]{0,2000}>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
}

/** The text of a mail whose boundaries are wrong. */
function bodyOf(raw: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(raw)
  const end = /\r?\n\r?\n/.exec(text)
  return end ? text.slice(end.index + end[0].length) : ''
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content as ArrayBuffer)

function readParts(parts: Parts): Report[] | 'too many' {
  if (parts.feedback !== undefined) {
    const complaints = readFeedback(parts.feedback, parts.original)
    return complaints.length > RECIPIENTS_MAX_COUNT ? 'too many' : complaints
  }
  const other = readOtherFeedback(parts)
  if (other) return other
  if (isAutomaticReply(parts)) return []
  if (parts.notice.includes('"notificationType"')) {
    const event = readMailedEvent(parts.notice)
    if (event.length > 0) return event
  }
  // Fields in the text alone count if a mail server wrote it: people quote reports, and read receipts (RFC 8098) have some of the fields.
  const isReport = /^(?:action|status):/im.test(parts.notice) && isOfDaemon(parts.headers)
  const told = readDeliveryStatus(
    parts.status ?? (isReport && !/^disposition:/im.test(parts.notice) ? parts.notice : ''),
  )
  // Counted before any of them is classified.
  if (new Set(told.map(({ recipient }) => recipient.toLowerCase())).size > RECIPIENTS_MAX_COUNT) return 'too many'
  const reports = told.length === 0 ? readNotice(parts) : readTold(told, parts.notice)
  return reports.length > RECIPIENTS_MAX_COUNT ? 'too many' : reports
}

/** SNS mails events of SES as a line of JSON. */
function readMailedEvent(notice: string): Report[] {
  const json = notice.slice(notice.indexOf('{'), notice.lastIndexOf('}') + 1).replaceAll(/[\r\n]+/g, ' ')
  return readSesEvent(jsonOf(json)).map(({ id: _id, ...report }) => report)
}

/** The text for people knows the rest of what a server said, and which command it replied to. */
function readTold(told: ReturnType<typeof readDeliveryStatus>, notice: string): Report[] {
  const lines = linesOf(notice)
  const said = new Map(
    recipientsIn(
      lines,
      told.map(({ recipient }) => recipient),
    ).map((each) => [each.recipient.toLowerCase(), each.text]),
  )
  const transcribed = transcripts(lines)
  return told.map((each) => {
    const key = each.recipient.toLowerCase()
    const about = said.get(key) ?? (told.length === 1 ? lines.join('\n') : '')
    return toReport(each, {
      ...{ transcript: transcribed.get(key), text: serverReply(about) },
      isReplyToData: isReplyToData(each.diagnostic, about),
    })
  })
}

/** By the transcript of Sendmail and Courier, or by the words of Postfix behind the reply. */
function isReplyToData(diagnostic: string, notice: string): boolean {
  if (/\(in reply to (?:end of )?data/i.test(diagnostic)) return true
  const [reply, text] = [squeezed(diagnostic).slice(0, REPLY_COMPARED), squeezed(notice)]
  // Sendmail sends RCPT and DATA at once; the last line tells which of them was refused.
  const isRefusedData = !text.includes('transcript of session') || text.includes('554 5.0.0 service unavailable')
  if (text.includes(`>>> data <<< ${reply}`) && isRefusedData) return true
  const at = text.indexOf(reply)
  return (
    at >= 0 &&
    /^[^()]{0,200}\(in reply to (?:end of )?data/.test(text.slice(at + reply.length, at + reply.length + 260))
  )
}

/** Reports wrap and shorten replies. */
const REPLY_COMPARED = 40
const squeezed = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

const SUPPRESSING: ReadonlySet<ReportClass> = new Set(['no_such_mailbox', 'disabled', 'domain_gone'])

/** A report that says different things about one recipient, as of an alias with several targets, does not suppress it. */
function withoutContradictions(reports: readonly Report[]): Report[] {
  const chosen = new Map<string, Report>()
  for (const report of reports) {
    const key = report.recipient.toLowerCase()
    const known = chosen.get(key)
    if (!known || (SUPPRESSING.has(known.class) && !SUPPRESSING.has(report.class))) chosen.set(key, report)
  }
  return [...chosen.values()]
}
