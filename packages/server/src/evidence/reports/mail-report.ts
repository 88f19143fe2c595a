// A bounce, a delay warning, a delivery report or a complaint, read from a mail.
import { createHash } from 'node:crypto'
import PostalMime, { type Attachment, type Email } from 'postal-mime'
import type { EvidenceClass } from '../classes.ts'
import { classify, type Failure, moreExact, statusIn } from './classify.ts'
import { readComplaint, readOtherComplaint } from './complaint.ts'
import { readNotice, textAbout, withoutQuote } from './notice.ts'
import type { Parts, Reported } from './reported.ts'
import { readSesEvent } from './ses-event.ts'
import { dateOf, readStatusFields } from './status-fields.ts'
import { jsonOf } from './untrusted-json.ts'

export type MailReport = {
  /** Identifies the mail, so that it counts once. */
  id: string
  reported: Reported[]
}

/** Deeper nesting and longer headers are no report. */
const LIMITS = { maxNestingDepth: 16, maxHeadersSize: 256 * 1024 }

/** The reports of a mail; none, if it is another kind of mail. */
export async function readMailReport(raw: Uint8Array): Promise<MailReport> {
  const email = await PostalMime.parse(raw, { ...LIMITS, rfc822Attachments: true, attachmentEncoding: 'arraybuffer' })
  const parts = partsOf(email, email.attachments.length === 0 ? bodyOf(raw) : '')
  const sentAt = dateOf(email.date)
  const reported = readParts(parts).map((each) => ({ ...each, happenedAt: each.happenedAt ?? sentAt }))
  return { id: email.messageId ?? createHash('sha256').update(raw).digest('hex'), reported: withoutRepeats(reported) }
}

function partsOf(email: Email, unread: string): Parts {
  const text = (types: RegExp) => email.attachments.filter(({ mimeType }) => types.test(mimeType)).map(textOf)
  return {
    headers: new Map(email.headers.map(({ key, value }) => [key, value])),
    notice: (email.text ?? email.html?.replaceAll(/<[^<>]*>/g, ' ') ?? '').trim() || unread,
    status: text(/^(?:message|text)\/(?:global-)?delivery-status$/i)[0],
    feedback: text(/^message\/feedback-report$/i)[0],
    original: text(/^(?:message\/(?:rfc822|global)|text\/rfc822(?:-headers)?|message\/partial)$/i)[0] ?? '',
  }
}

/** The text of a mail whose boundaries are wrong. */
function bodyOf(raw: Uint8Array): string {
  const text = new TextDecoder('latin1').decode(raw)
  const end = /\r?\n\r?\n/.exec(text)
  return end ? text.slice(end.index + end[0].length) : ''
}

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content as ArrayBuffer)

function readParts(parts: Parts): Reported[] {
  if (parts.feedback !== undefined) return readComplaint(parts.feedback, parts.original)
  const other = readOtherComplaint(parts)
  if (other) return other
  const event = parts.notice.includes('"notificationType"') ? readMailedEvent(parts.notice) : []
  if (event.length > 0) return event
  const told = readStatusFields(parts.status ?? parts.notice)
  if (told.length === 0) return readNotice(parts)
  const notice = withoutQuote(parts.notice)
  const recipients = told.map(({ recipient }) => recipient)
  return told.map(({ recipient, action, status, diagnostic, at }) => {
    const about = textAbout(notice, recipient, recipients)
    const text = wordsOf(diagnostic, about)
    return {
      address: recipient,
      class: classOf({ address: recipient, action, status, text }),
      statusCode: moreExact(status, statusIn(text)),
      happenedAt: at,
    }
  })
}

/** SNS mails events of SES as a line of JSON. */
function readMailedEvent(notice: string): Reported[] {
  const json = notice.slice(notice.indexOf('{'), notice.lastIndexOf('}') + 1).replaceAll(/[\r\n]+/g, ' ')
  return readSesEvent(jsonOf(json)).map(({ statusCode, ...each }) => ({ ...each, statusCode }))
}

/** The server's own words, and where they were the reply to DATA, that they were. */
function wordsOf(diagnostic: string, notice: string): string {
  if (!/[a-z]{3}/i.test(diagnostic) || diagnostic.includes('\x1b')) return `${diagnostic} ${notice}`
  return isReplyToData(diagnostic, notice) ? `${diagnostic} (in reply to DATA)` : diagnostic
}

/** By the transcript of sendmail and Courier, or by the words of Postfix behind the reply. */
function isReplyToData(diagnostic: string, notice: string): boolean {
  const [reply, text] = [squeezed(diagnostic).slice(0, REPLY_COMPARED), squeezed(notice)]
  // Sendmail sends RCPT and DATA at once; the last line tells which of them was refused.
  const isRefusedData = !text.includes('transcript of session') || text.includes('554 5.0.0 service unavailable')
  if (text.includes(`>>> data <<< ${reply}`) && isRefusedData) return true
  const at = text.indexOf(reply)
  return at >= 0 && /^[^()]{0,200}\(in reply to (?:end of )?data/.test(text.slice(at + reply.length))
}

/** Reports wrap and shorten replies. */
const REPLY_COMPARED = 40
const squeezed = (text: string) => text.toLowerCase().replaceAll(/\s+/g, ' ').trim()

function classOf(failure: Failure): EvidenceClass {
  const { action, status } = failure
  if (action === 'delivered' || (status?.startsWith('2') && action?.startsWith('deliver'))) return 'delivered'
  // Relayed and expanded messages may still bounce.
  if (action === 'relayed' || action === 'expanded' || status?.startsWith('2')) return 'temporary'
  return classify(failure)
}

function withoutRepeats(reported: readonly Reported[]): Reported[] {
  return [...new Map(reported.map((each) => [`${each.address.toLowerCase()} ${each.class}`, each])).values()]
}
