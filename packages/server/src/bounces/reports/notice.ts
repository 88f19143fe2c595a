// The text of a report for people, for servers that send nothing else. Only known forms are read: a sentence of a known server, and the address in its place
// behind it. An address that is only mentioned is never a recipient.
import { addressesIn, addressOf } from './addresses.ts'
import { classify } from './classify.ts'
import type { Parts, Report } from './report.ts'

/** Lines after which failed recipients are listed, each at the beginning of a line. */
const OPENINGS: readonly RegExp[] = [
  // qmail and its many wordings; Yahoo, GoDaddy, MessageLabs, Outblaze.
  /(?:deliver your message to|your (?:mail|message) (?:message )?(?:was not delivered )?to|unable to deliver (?:your )?message to) the following address(?:es|\(es\))?/i,
  /problem with the e-mail address\(es\) you're trying/i,
  /^this is a permanent error/i,
  // Exim, 1&1, GMX, MXLogic, Mail.ru.
  /following address(?:\(es\)|es)? failed/i,
  /^failed:$/i,
  // Postfix.
  /below could not be delivered to one or more (?:destinations|recipients)/i,
  /could not be delivered to one or more (?:destinations|recipients)/i,
  // Sendmail, its predecessors and successors.
  /-----? ?the following addresses had (?:permanent fatal errors|delivery problems|transient|successful)/i,
  // Gmail, Google Workspace, IIS, MDaemon, CommuniGate, Songbird.
  /(?:delivery|delevery) to the following recipients?(?: has been| was)?(?: failed| aborted| delayed)/i,
  /the following addresses did not receive a copy/i,
  // Exchange, hMailServer.
  /did not reach the following recipient\(s\)/i,
  /the following recipient\(s\) could not be reached/i,
  /^the following recipients were affected/i,
  /could not deliver message to the following recipient/i,
  // Domino.
  /was not delivered to:$/i,
  // PMDF, Sun Messaging Server.
  /cannot be delivered to the following recipients/i,
  // Jetmail, phquery, Amazon WorkMail, csmap, Netscape.
  /cannot be delivered to the following address/i,
  /message not delivered to the following/i,
  /trying to deliver the mail to the following recipients/i,
  /-- ?failed recipients ?--/i,
  /could not be delivered to the following (?:user|recipient)/i,
  // OpenSMTPD, Microsoft 365, Zoho, KDDI.
  /the following list of recipients/i,
  /delivery has failed to these recipients or (?:groups|distribution lists)/i,
  /failed addresses follow/i,
  /the following addresses had permanent delivery errors/i,
  // Netscape, Symantec, LDAP gateways.
  /following recipients did not receive your message/i,
  /^a message could not be delivered to:$/i,
]

/** Sentences that have the address inside. */
const INLINE: readonly RegExp[] = [
  // IMail.
  /^(?:unknown user|invalid final delivery userid|user mailbox exceeds allowed size|delivery failed \d{1,3} attempts|undeliverable {1,4}to):? {0,4}(\S{3,320})/i,
  // MailFoundry, DragonFly, KDDI, InterScan, HotPOP, AltN, hMailServer, LAN suites.
  /^unable to deliver message to:? {0,4}<([^<>\s]{3,320})>/i,
  /^there was an error delivering your mail to <([^<>\s]{3,320})>/i,
  /^could not be delivered to: {0,4}<([^<>\s]{3,320})>/i,
  /^(?:undeliverable address|failed recipient|intended recipient|recipient address|recipient): {0,4}<?([^<>\s]{3,320})>?/i,
  /^(?:sent|received)? ?<<< rcpt to:<([^<>\s]{3,320})>/i,
  /^the following message, addressed to '([^'\s]{3,320})'/i,
  /^user's mailbox is full: {0,4}<?([^<>\s]{3,320})>?/i,
  /^did not reach the following recipient: {0,4}<?([^<>\s]{3,320})>?/i,
  /^delivery of email to this address {0,4}"?([^"\s]{3,320})"?/i,
  /^(\S{3,320}) - no such user here/i,
  /^local mailbox (\S{3,320}) is unavailable/i,
  // Zoho, Axigen, m-FILTER.
  /^(\S{3,320}) invalid address, error_code/i,
  /^smtp server <[^<>]{1,253}> rejected recipient <([^<>\s]{3,320})>/i,
  /^(\S{3,320}) -------server message/i,
]

/** Exchange 5.5 writes X.400 names: `c=US;a= ;p=IKON;dda:SMTP=DJBENNETT@IKON.COM; on Fri, …`. */
const X400 = /dda:smtp=([^;:=\s]{3,320});/i
/** Sendmail's transcript: `550 5.1.1 <jane@example.com>... User unknown`. */
const TRANSCRIBED = /^[45]\d\d (?:[45]\.\d{1,3}\.\d{1,3} )?<?([^<>\s@]{1,64}@[^<>\s@]{1,253}?)>?\.\.\. /

/** Where a notice begins to quote the message that it is about. */
const QUOTE =
  /^\W{0,30}(?:message headers? follow|included is a copy|original (?:message|mail)|returned (?:message|mail)|below (?:this|the next) line|enclosed is a copy|message text follows|this is a copy|unsent message|the header|a copy of|start of (?:message|returned)|header of the source mail|(?:the first \d+ lines of )?your (?:original )?message(?: headers?)? follow|received: ?(?:from|by)|return-path:|begin forwarded|old message:|here is a copy|session transcript)/i

const LINES_MAX_COUNT = 2_000
const LINE_MAX_CHARACTERS = 1_000

const DAEMONS =
  /mailer[-_. ]?daemon|post_?master|mail[ .]?delivery|mail[-_]?daemon|mdaemon|smtp_mail|undeliver|no-reply@[a-z0-9]{1,40}\.dion\.ne\.jp|jetmail|imss@|inetgw|bounce@/i
/** Names of people, too: they count only with a subject that their servers write, and an address with the date that these write behind it. */
const DAEMON_NAMES = /^<?"?(?:system administrator|(?:internet )?mail (?:system|service))\b/i
const DAEMON_SUBJECTS =
  /^(?:undeliver|delivery (?:status|failure)|failure notice|returned mail|mail delivery|warning: |nondeliverable)/i
const DELAYED = /delay|warning|still being|not yet/i

/** The lines before the quote. */
export function linesOf(notice: string): string[] {
  const lines: string[] = []
  let from = 0
  while (from < notice.length && lines.length < LINES_MAX_COUNT) {
    const end = notice.indexOf('\n', from)
    const line = notice.slice(from, Math.min(end < 0 ? notice.length : end, from + LINE_MAX_CHARACTERS)).trimEnd()
    if (lines.some((each) => each !== '') && QUOTE.test(line)) break
    lines.push(line)
    from = end < 0 ? notice.length : end + 1
  }
  return lines
}

/** A person goes on to name whom to write to in place of the failed recipient. */
const REDIRECTS =
  /\b(?:instead|(?:please|kindly|you can|now) (?:contact|write|email|e-mail|mail|send|use|reach)|new (?:address|e-?mail)|successor|replacement|colleague)\b/i

/** Postfix names its postmaster above the list. */
const FOR_HELP = /assistance|postmaster/i

export type Said = { recipient: string; text: string }

/** Every recipient in its place, with the text from there to the next one. */
export function recipientsIn(
  lines: readonly string[],
  failed: readonly string[] = [],
  isList = false,
  mayName: (line: string) => boolean = () => true,
): Said[] {
  const wanted = new Set(failed.map((address) => address.toLowerCase()))
  const starts: { recipient: string; line: number }[] = []
  let isListing = isList
  for (const [line, text] of lines.entries()) {
    if (OPENINGS.some((opening) => opening.test(text) || opening.test(`${lines[line - 1] ?? ''} ${text}`))) {
      isListing = true
      if (!/^\s*<?[^\s<>@]+@/.test(text)) continue
    }
    if (REDIRECTS.test(text) && !FOR_HELP.test(text)) isListing = false
    if (!mayName(text)) continue
    const trimmed = text.trim()
    const recipient = listed(trimmed, isListing, wanted) ?? inlined(trimmed, lines[line + 1] ?? '')
    // The same name again is a part of the text about it.
    if (recipient !== undefined && recipient.toLowerCase() !== starts.at(-1)?.recipient.toLowerCase())
      starts.push({ recipient, line })
  }
  return starts.map(({ recipient, line }, at) => ({
    recipient,
    text: lines.slice(line, starts[at + 1]?.line ?? lines.length).join('\n'),
  }))
}

/** `<jane@example.com>:`, `jane@example.com`, `"jane@example.com":`, `* jane@…`, `jane@example.com on Fri, …`. */
function listed(text: string, isListing: boolean, wanted: ReadonlySet<string>): string | undefined {
  const x400 = isListing ? X400.exec(text)?.[1] : undefined
  if (x400 !== undefined) return addressOf(x400)
  const start = /^(?:>>> |> |\* ?|- |"[^"@]{0,60}" )?/.exec(text)![0].length
  const [word = '', next = ''] = text.slice(start, start + 400).split(/[\s,]|(?<=[^<])(?=<)/, 2)
  const address = addressOf(word)
  if (address === undefined) return undefined
  if (wanted.has(address.toLowerCase())) return address
  const isAlone = next === '' || /^(?:on$|<|\(|\.\.\.)/.test(next) || /[>:"]$/.test(word)
  return isListing && isAlone ? address : undefined
}

function inlined(text: string, next: string): string | undefined {
  for (const form of INLINE) {
    const isSplit = text.endsWith('address') || next.startsWith('-------server')
    const found = form.exec(isSplit ? `${text} ${next.trim()}` : text)?.[1]
    const address = found === undefined ? undefined : addressOf(found)
    if (address !== undefined) return address
  }
  return undefined
}

/**
 * A line of the transcript is more exact than what stands around it. Sendmail makes "User unknown" of any 550 and 553, so the reply of the other server, in the
 * lines with `<<<` above it, belongs to it.
 */
export function transcripts(lines: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  let said = ''
  for (const line of lines) {
    const address = TRANSCRIBED.exec(line)?.[1]
    if (address !== undefined && !found.has(address.toLowerCase()))
      found.set(address.toLowerCase(), said === '' ? line : `${said}\n${line}`)
    said = line.startsWith('<<< ') ? `${said}\n${line.slice(4)}`.trim() : ''
  }
  return found
}

/** Where the words of the notice end and those of the recipient's server begin. */
const SERVER_SPEAKS =
  /(?:remote host said|other server returned was|remote server (?:replied|returned)|following response|did not like our rcpt to|(?:responded )?with failure|failed with|responded as follows|after rcpt to:<[^<>:\n]{0,320}>|after rcpt (?:to|command)|server message|\bsaid|because|reason):|-- transcript of session follows --/gi
/** The frame tells that the server did not even hear the recipient, or objected to the message. */
const NOT_ABOUT_RECIPIENT =
  /sender was rejected|mail from\b|after i sent the message|but (?:connection|greeting|helo)|after (?:initial|helo|ehlo)|did not like our (?:mail|helo|ehlo)/i
const ABOUT_DATA =
  /(?:in reply to|after|error during|for|our final) (?:end of )?(?:data|text)\b|after i sent the message/i
const AFTER_REPLY =
  /\n[ \t]{0,8}(?:giving up on|i'm not going to try again|the mts-id of|additional information|msexch:|\(other mxes|-------smtp command|this has been a permanent failure|for email administrators)/i

/** The reply of the recipient's server, without the words of the server that reports it. */
export function serverReply(text: string): string {
  const start = text.slice(0, REPLY_READ_MAX_CHARACTERS)
  const cut = start.slice(0, AFTER_REPLY.exec(start)?.index)
  if (NOT_ABOUT_RECIPIENT.test(cut)) return cut
  const last = [...cut.matchAll(SERVER_SPEAKS)].at(-1)
  const rest = last ? cut.slice(last.index + last[0].length).trim() : ''
  return rest === '' ? cut : rest
}

/** A person's reply can have an empty return path and any subject; only a mail server writes under one of these names. */
export const isOfDaemon = (headers: ReadonlyMap<string, string>): boolean => authorOf(headers) !== undefined

function authorOf(headers: ReadonlyMap<string, string>): 'daemon' | 'administrator' | undefined {
  const from = headers.get('from')?.trim() ?? ''
  if (from === '<>' || DAEMONS.test(from)) return 'daemon'
  const isNotice = DAEMON_NAMES.test(from) && DAEMON_SUBJECTS.test(headers.get('subject')?.trim() ?? '')
  return isNotice ? 'administrator' : undefined
}

/** Exchange: `jane@example.com on 11/19/2026 1:00 AM`, or the X.400 name. */
const DATED = /^[^\s@]+@[^\s@]+ on .{0,12}\d/i

const isExact = (line: string) => X400.test(line) || DATED.test(line.trim()) || TRANSCRIBED.test(line)

export function readNotice({ headers, notice }: Parts): Report[] {
  const value = (name: string) => headers.get(name) ?? ''
  const failed = addressesIn(value('x-failed-recipients'))
  const subject = value('subject')
  const author = authorOf(headers)
  if (failed.length === 0 && author === undefined) return []
  const lines = linesOf(notice)
  const mayName = author === 'administrator' ? isExact : () => true
  const transcript = transcripts(lines)
  const said = new Map<string, Said>()
  // qmail's subject; many sites replace its sentences by their own.
  const isQmail = /^(?:failure notice|delivery failure|failure delivery)$/i.test(subject.trim())
  for (const each of recipientsIn(lines, failed, isQmail, mayName)) {
    const key = each.recipient.toLowerCase()
    if (!said.has(key)) said.set(key, each)
  }
  for (const recipient of failed) {
    const key = recipient.toLowerCase()
    if (!said.has(key)) said.set(key, { recipient, text: failed.length === 1 ? lines.join('\n') : '' })
  }
  if (said.size === 0)
    for (const [key, text] of transcript)
      said.set(key, { recipient: TRANSCRIBED.exec(text.slice(text.lastIndexOf('\n') + 1))![1]!, text })
  const action = DELAYED.test(subject) ? 'delayed' : undefined
  return [...said].map(([key, { recipient, text }]) => {
    const reply = transcript.get(key) ?? serverReply(text)
    const classified = classify({
      recipient,
      action,
      reply,
      isReplyToData: !transcript.has(key) && ABOUT_DATA.test(text),
    })
    return {
      ...{ recipient, class: classified.class, status: classified.status, reply: reply.slice(0, REPLY_MAX_CHARACTERS) },
      ...{ host: /\bhost:? ([a-z0-9.-]{4,253})/i.exec(text)?.[1], kind: 'notice' as const, happenedAt: undefined },
    }
  })
}

const REPLY_MAX_CHARACTERS = 2_000
const REPLY_READ_MAX_CHARACTERS = 8_000
