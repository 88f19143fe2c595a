// The text of a report for people. Many servers, such as qmail and older versions of Exim, send nothing else.
import { classify, statusIn } from './classify.ts'
import { addressesIn, fieldsOf, headersOf } from './complaint.ts'
import type { Parts, Reported } from './reported.ts'

/** Sent by a program, not by a person. */
const DAEMONS = /mailer-?daemon|postmaster|mail delivery|mail-daemon|administrator|<>|mail system|undeliver|no-?reply/i
const SUBJECTS =
  /undeliver|did not reach|deliver|returned mail|failure|failed|could not be sent|rejected|delay|warning|bounce|error|unable|problem|user unknown/i
const DELAYED = /delayed|warning|still being|not yet/i

/** The first words of the line where a notice begins to quote the message that it is about. */
const QUOTE_STARTS = [
  'message header follow',
  'message headers follow',
  'included is a copy',
  'original message',
  'original mail',
  'returned message',
  'below this line',
  'message text follows',
  'this is a copy',
  'unsent message',
  'the header',
  'a copy of',
  'start of message',
  'start of returned',
  'your message header',
  'your message follows',
  'your original message header',
  'your original message follows',
  'received: from',
  'return-path:',
  'begin forwarded',
]

function beginsQuote(line: string): boolean {
  const words = line.replace(/^\W{1,30}/, '')
  const mark = line.slice(0, line.length - words.length)
  const start = words.slice(0, 40).toLowerCase()
  return (
    QUOTE_STARTS.some((known) => start.startsWith(known)) ||
    (start.startsWith('original') && mark.trimEnd().endsWith('----'))
  )
}

export function withoutQuote(notice: string): string {
  let at = 0
  for (const line of notice.split('\n')) {
    if (beginsQuote(line)) return at > 0 ? notice.slice(0, at) : notice
    at += line.length + 1
  }
  return notice
}

/** `554 <jane@example.com>... Host unknown`, in transcripts of sendmail. */
const TRANSCRIBED = /^\d{3} (?:\d\.\d\.\d )?<([^<>\s@]{1,256}@[^<>\s@]{1,256})>\.\.\. (.*)$/gm

export function readNotice({ headers, notice, original }: Parts): Reported[] {
  const subject = headers.get('subject') ?? ''
  const failed = headers.get('x-failed-recipients')
  const from = `${headers.get('from') ?? ''} ${headers.get('return-path') ?? ''} ${headers.get('sender') ?? ''} ${headers.get('reply-to') ?? ''}`
  const text = withoutQuote(notice)
  const isReport = DAEMONS.test(`${from} ${subject}`) && SUBJECTS.test(`${subject} ${text.slice(0, 500)}`)
  if (failed === undefined && !isReport) return []
  const transcribed = [...text.matchAll(TRANSCRIBED)].slice(0, RECIPIENTS_MAX)
  if (failed === undefined && transcribed.length > 0)
    return transcribed.map(([, address = '', words = '']) => ({
      address,
      class: classify({ address, text: words }),
      statusCode: statusIn(words),
      happenedAt: undefined,
    }))
  const action = DELAYED.test(subject) ? 'delayed' : undefined
  const recipients = recipientsOf(failed, text, { headers, notice, original })
  return recipients.map((address) => {
    const about = textAbout(text, address, recipients)
    return {
      address,
      class: classify({ address, action, status: undefined, text: `${subject} ${about}` }),
      statusCode: statusIn(about),
      happenedAt: undefined,
    }
  })
}

const RECIPIENTS_MAX = 100

/** Those that begin a line, as in lists of failed addresses; otherwise the first that is mentioned. */
function recipientsOf(
  failed: string | undefined,
  text: string,
  { headers, notice, original }: Pick<Parts, 'headers' | 'notice' | 'original'>,
): string[] {
  if (failed !== undefined) return [...new Set(addressesIn(failed))].slice(0, RECIPIENTS_MAX)
  const own = new Set(addressesIn(`${headers.get('from') ?? ''} ${headers.get('to') ?? ''}`))
  const listed = text.split(/\r?\n/).flatMap((line) => {
    const start = /^[\s"'<>]{0,12}/.exec(line)![0].length
    return addressesIn(line.slice(start, start + 320)).filter((address) => line.startsWith(address, start))
  })
  const mentioned = addressesIn(text).filter((address) => !own.has(address))
  const quotedTo = /^To: {0,4}(.*)$/im.exec(notice)?.[1] ?? ''
  const sentTo = [...(fieldsOf(headersOf(original)).get('to') ?? []), quotedTo].flatMap(addressesIn)
  if (listed.length > 0) return [...new Set(listed)].slice(0, RECIPIENTS_MAX)
  return [mentioned[0] ?? sentTo[0] ?? addressesIn(text)[0]].filter((address) => address !== undefined)
}

/** From the recipient to the next one; the whole text if there is only one. */
export function textAbout(text: string, address: string, all: readonly string[]): string {
  const start = text.indexOf(address)
  if (all.length < 2 || start < 0) return text
  const ends = all.filter((other) => other !== address).map((other) => text.indexOf(other, start + address.length))
  return text.slice(start, Math.min(text.length, ...ends.filter((at) => at >= 0)))
}
