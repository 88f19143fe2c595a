// The classification: what a failed delivery says about the mailbox. One false "no such mailbox" costs more than ten missed bounces, so the first row of the table
// that fits decides, the rows about the sender come first, and what fits none is unclear and has no effect. docs/guides/bounces.md shows the same table.

import { addressesIn } from './addresses.ts'
import { type ReplyText, readReply } from './reply-text.ts'
import type { FailureClass } from './report.ts'
import { DISABLED, FULL, NO_SUCH_ACCOUNT, NO_SUCH_DOMAIN, NULL_MX } from './sentences.ts'

export type Failure = {
  recipient: string
  /** RFC 3464 §2.3.3. */
  action?: string | undefined
  /** The status field of the report (RFC 3463). */
  status?: string | undefined
  /** The server's words about this recipient. */
  reply: string
  /** Hosts that the report names as those that speak. */
  hosts?: readonly string[] | undefined
  /** The reply to DATA or to its end: it is about the message. */
  isReplyToData?: boolean | undefined
  /** The sending service calls the address invalid. Counts where the server itself says nothing more exact. */
  isCalledInvalid?: boolean | undefined
}

type Row = { class: FailureClass; fits(said: Said): boolean }
type Said = ReplyText & {
  failure: Failure
  has(...statuses: string[]): boolean
  starts(sentences: readonly RegExp[]): boolean
  operator: 'microsoft' | 'yahoo' | undefined
}

const TABLE: readonly Row[] = [
  // 1. Temporary, whatever the words.
  { class: 'temporary', fits: ({ failure }) => failure.action === 'delayed' },
  { class: 'temporary', fits: isTransient },
  // 2. The sender's own address, domain or DNS. 5.7.27: null MX of the sender (RFC 7505).
  { class: 'sender_fault', fits: ({ has }) => has('5.1.7', '5.1.8', '5.7.27') },
  { class: 'sender_fault', fits: ({ words }) => fitsAny(SENDER_FAULT, words) },
  // 3. Refused: security or policy by its code, or words about the sender, the message or a rule.
  { class: 'blocked', fits: ({ statuses }) => statuses.some((each) => each.startsWith('5.7.')) },
  { class: 'blocked', fits: ({ words, operator }) => isRefused(words, operator) },
  // Yahoo names unknown and disabled users in its reply to DATA; all others then speak of the message.
  { class: 'no_such_mailbox', fits: ({ words, operator }) => operator === 'yahoo' && YAHOO_MISSING.test(words) },
  { class: 'disabled', fits: ({ words, operator }) => operator === 'yahoo' && YAHOO_DISABLED.test(words) },
  { class: 'blocked', fits: ({ failure }) => failure.isReplyToData === true },
  // 4. Full.
  { class: 'mailbox_full', fits: ({ has, starts }) => has('5.2.2') || starts(FULL) },
  // 5. "Later" with a permanent code, a timeout, a loop: nothing about the mailbox.
  { class: 'temporary', fits: ({ words }) => fitsAny(PASSES, words) },
  // 6. The recipient's domain has a null MX (RFC 7505).
  { class: 'domain_gone', fits: isNullMxOfRecipient },
  // "Unknown user or mailbox full" is one of the two.
  { class: 'unclear', fits: ({ words }) => fitsAny(OR_FULL, words) },
  // The reply is about another address, such as the sender's.
  { class: 'unclear', fits: ({ failure }) => namesOnlyOthers(failure) },
  // 7. No such mailbox, by the code or by a sentence of a known server.
  { class: 'no_such_mailbox', fits: ({ has }) => has('5.1.1', '5.1.10', '5.1.6') },
  { class: 'no_such_mailbox', fits: (said) => MICROSOFT_MISSING.test(said.words) && said.operator === 'microsoft' },
  // 8. Turned off.
  { class: 'disabled', fits: (said) => said.starts(DISABLED) && !isPartlyDisabled(said) },
  { class: 'no_such_mailbox', fits: ({ starts }) => starts(NO_SUCH_ACCOUNT) },
  // Exim as the recipient's server: no router accepts the local part. In its own notices the same words may mean the domain.
  {
    class: 'no_such_mailbox',
    fits: ({ replyCode, statements }) => replyCode === '550' && statements.includes('unrouteable address'),
  },
  // 9. The recipient's domain does not exist.
  {
    class: 'domain_gone',
    fits: (said) => (said.has('5.1.2', '5.4.4') || said.starts(NO_SUCH_DOMAIN)) && namesOnlyDomain(said.failure),
  },
  // 10. The service that sent the mail calls the address invalid, and the server's words are the general ones of RFC 5321 or none.
  {
    class: 'no_such_mailbox',
    fits: ({ failure, words }) => failure.isCalledInvalid === true && SAYS_NOTHING.test(words),
  },
]

export type Classified = { class: FailureClass; status: string | undefined }

/** Longer replies say nothing more. */
const REPLY_MAX_CHARACTERS = 8_000

export function classify(told: Failure): Classified {
  const failure = { ...told, reply: told.reply.slice(0, REPLY_MAX_CHARACTERS) }
  const reply = readReply(failure.reply)
  const field = statusOf(failure.status)
  const statuses = field === undefined ? reply.statuses : [field, ...reply.statuses]
  const said: Said = {
    ...reply,
    statuses,
    failure,
    has: (...wanted) => wanted.some((status) => statuses.includes(status)),
    starts: (sentences) => reply.statements.some((each) => fitsAny(sentences, each)),
    operator: operatorOf(failure),
  }
  const row = TABLE.find(({ fits }) => fits(said))
  // Servers that know no more write 5.0.0; the reply then has the better one.
  const exact = field === undefined || field.endsWith('.0.0') ? (reply.statuses[0] ?? field) : field
  return { class: row?.class ?? 'unclear', status: exact }
}

const fitsAny = (patterns: readonly RegExp[], text: string) => patterns.some((each) => each.test(text))

const statusOf = (text: string | undefined) => /^[245]\.\d{1,3}\.\d{1,3}$/.exec(text ?? '')?.[0]

/** By the report's status; without one, by the codes of the reply. */
function isTransient({ failure, replyCode, statuses }: Said): boolean {
  if (statusOf(failure.status)?.startsWith('4') || replyCode?.startsWith('4')) return true
  return replyCode === undefined && statuses.length > 0 && statuses.every((each) => each.startsWith('4'))
}

/** The sender's address or domain was checked and failed. */
const SENDER_FAULT = [
  /(?<![\p{L}\d])(?:sender (?:address )?verif(?:y|ication))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:verification failed for <>)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:sender(?: address)?(?: rejected)?[ :]+(?:<> )?domain (?:not found|<>|does not accept mail))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:sender address rejected)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:(?:domain of )?(?:the )?sender(?:'s)?(?: address| domain| e-?mail address)*(?: <>)? (?:does not|doesn't|cannot|could not|is not|not|has no|unknown|invalid|must|rejected|unresolvable))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:(?:invalid|unknown|bad|unresolvable|unroutable|unrouteable|nonexistent|malformed|missing) (?:envelope )?sender)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:(?:no|null) ?mx (?:record )?(?:for|of|in) (?:your|the sender|sender|envelope|mail from|from))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:(?:your|the) (?:from|mail from|envelope from|envelope sender|return[- ]path|sender|reply) ?(?:address|domain)?)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:mail from (?:domain|address))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:callout|call-?back|call ?out)(?![\p{L}\d])/u,
]

/** The reply speaks of the sender, its server, the message or a rule. */
const REFUSED = [
  /(?<![\p{L}\d])(?:senders?|mail from|from (?:address|domain|header)|helo|ehlo|ptr|rdns|reverse[ -](?:dns|lookup|hostname|host|mapping|record|path|resolution)|forward[ -]confirmed)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:your (?:[\w-]+ ){0,2}(?:ip|host(?:name)?|server|domain|network|isp|provider|client|connection|country|organi[sz]ation|reputation|sender|ptr|computer|machine|account|software|system|mta|mailer|smtp|address|site))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:(?:client|remote|sending|connecting|source|originating|connection|delivering) (?:host|ip|address|server|domain|mta|system|client|network|country|name))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:ips? (?:address(?:es)? )?(?:is|was|has|not|listed|blocked|in|name|reputation)|(?:from|this|that|the|of) ip(?: address)?)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:spf|dkim|dmarc|arc|domainkeys?|bimi|fcrdns)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:spam\w*|junk|bulk|unsolicited|phish\w*|malware|virus\w*|viral|infected|trojan|worm|fraud\w*|scam|suspicious|malicious|unwanted|abus\w+|complain\w*|marketing|advertis\w+)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:block(?:ed|ing|s|lists?|listed|list)?|black[ -]?list\w*|deny[ -]?list\w*|black[ -]?hol\w*|ban|banned|bans|dnsbls?|rbls?|rhsbl|surbl|uribl|spamhaus|spamcop|sorbs|barracuda\w*|uceprotect|cloudmark|ironport|senderbase|trustedsource|(?<!not )listed (?:in|on|at|by))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:reputation|polic(?:y|ies)|violat\w+|compliance|complian(?:t|ce)|regulation|rules?|ruleset|filter(?:ed|s|ing)?|firewall|quarantin\w*|scanned|scanner|score\w*|heuristic\w*|fingerprint|signatures?)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:rates?|rate-?limit\w*|throttl\w*|too (?:many|fast|frequent\w*|often|quickly|large|big|long)|flood\w*|burst|frequency|speed|volume|connections?|concurrent|sessions?|harvest\w*|dictionary|attacks?|enumeration)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:(?:sending|sent|daily|hourly|outgoing|outbound|message|messages|mail|recipient|recipients|per)[ -](?:limits?|quota|allowance|count|hour|day|minute|second|connection|message)|limit (?:on|of|for|reached)|recipients? (?:limit|per|count))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:messages? (?:size|length|content|body|header|headers|format|rejected|refused|blocked|was|has been|contains|is|not accepted|too|exceeds|looks|appears|violates|failed|denied|identified|classified|detected|could not be (?:scanned|verified))|(?:maximum|max|fixed|message|size) (?:size|limit|message)|size exceeds)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:contents?|attach\w*|subject|headers?|body|html|mime|encoding|charset|8-?bit|non-ascii|smtputf8|bare (?:lf|cr|newline)|line(?:s)? (?:too|length)|links?|urls?|language|executables?|file ?types?|extensions?)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:countr(?:y|ies)|geo\w*|region|continent|location|nation)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:relay\w*|open relay|auth|authenticat\w*|unauthenticated|log ?-?in|sign in|credentials?|password|starttls|tls|ssl|encrypt\w*|certificates?|submission)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:permission|permitted|not allowed|disallowed|allowed (?:to|here)|not authori[sz]ed|unauthori[sz]ed|authori[sz]ation|authori[sz]ed|prohibit\w*|forbidden|restrict\w*|privileges?|administrative(?:ly)?|administrator|admin|access|denied|refus(?:ed|es|al)|not welcome|unwelcome|go away|hate|dislike\w*)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:(?:not|doesn't|don't|cannot|can't|no longer|never|won't) (?:accept(?:ing|ed)?|receiv(?:e|ing)|want|take) (?:\w+ ){0,3}(?:from|mail|email|e-mail|messages?|connections?|delivery|bounces?|this)|accept(?:s|ing|ed)? (?:mail|email|e-mail|messages?)? ?(?:only )?(?:from|by))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:members?(?: only)?|subscribers?|subscription|moderat\w+|mailing list|distribution list|list server|post to|posting|owner|whitelist\w*|white[ -]list\w*|allow[ -]?list\w*|approved|challenge|captcha|contact form|confirm\w*|trusted|internal (?:only|use|users))(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:gr[ae]y[ -]?list\w*|gr[ae]y-?listed|pipelin\w+|synchroni[sz]ation|protocol|syntax|commands?|sequence|command rejected|dynamic|residential|dial-?up|dul|pbl|xbl|sbl|css|drop|botnet|bot|zombie|compromised|hijack\w*|snowshoe|hosting provider|port 25|cloud|vpn|proxy|tor)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:backscatter|bounces?|null sender|empty sender|forg(?:ed|ery)|spoof\w*|imperson\w*|alignment|aligned|fail(?:ed|s)? (?:dmarc|spf|dkim|validation|checks?)|verification|verify|verified|checks?|validation|test|tests|dns error|dns)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:procmail|(?:couldn't|could not|cannot|can't|unable to) (?:create|open|write)|no such file\w*)(?![\p{L}\d])/u,
  /(?<![\p{L}\d])(?:configuration|misconfigur\w+|internal error|system error|server error|local error|configured|service (?:unavailable|not available|refused|denied)|transaction failed|unacceptable|not acceptable|rejected (?:by|due|because|for|as)|due to|because of|reported|incident|reason|reference)(?![\p{L}\d])/u,
]

/** Statements of these servers would fit a row about refusals, but their operators document them as "no such mailbox" (row 7). */
const MICROSOFT_MISSING = /requested action not taken: mailbox unavailable|recipient address rejected: access denied/
const YAHOO_MISSING = /this user doesn't have an? (?:\w+ )?account/
const YAHOO_DISABLED = /cannot be delivered\. this mailbox is disabled|this account has been disabled or discontinued/

/** Parts of known statements that would otherwise read as a refusal. */
const HARMLESS =
  /relay=\[?\]?|(?:local|relay) recipient table|virtual (?:alias|mailbox) table|in reply to rcpt to command|rcpt to command|administrator|diagnostic information for administrators|remote server returned|message was not accepted -- invalid mailbox|message header follows|the reason for the problem|reason(?=:)/g
/** Advice to a person who reads the reply. */
const ADVICE =
  /^(?:please (?:check|verify)|check (?:the|your|if|for)|contact|learn more|see the|for (?:more|further) information)(?![a-z])/

function isRefused(words: string, operator: Said['operator']): boolean {
  const said = words
    .split('.')
    .filter((sentence) => !ADVICE.test(sentence.trim()))
    .join('.')
    .replaceAll(HARMLESS, ' ')
  const isKnown = operator === 'microsoft' && MICROSOFT_MISSING.test(words)
  return fitsAny(REFUSED, isKnown ? said.replaceAll('access denied', ' ') : said)
}

/** It may succeed another time, or the servers did not agree: nothing about the mailbox. */
const PASSES = [
  /(?<![\p{L}\d])(?:temporar\w+|try (?:again|later)|retry|later|deferred|delayed|timed? ?-?out|timeout|expired|queue|too long|hops?|hop count|loops?|looping|lost connection|network|unreachable|no route|not responding|unable to connect|could not connect|resources|busy|overload\w*|maintenance|unexpected|malformed|servfail|vacation|migrat\w+|backend|back-end|look ?up (?:error|fail\w*)|(?:unable|failed) to look ?up|until|not been collected|not collected|attempts)(?![\p{L}\d])/u,
]

/** Without a reply code, the sending server looked up the recipient's domain; with one, the reply has to say whose MX it means. */
function isNullMxOfRecipient({ words: said, replyCode, has, failure }: Said): boolean {
  if (!NULL_MX.test(said)) return false
  const isNamed = failure.reply.toLowerCase().includes(domainOf(failure.recipient)) || /\brecipient\b/.test(said)
  return replyCode === undefined || has('5.1.10') || isNamed
}

const OR_FULL = [/(?<![\p{L}\d])(?:full|quota|lleno|llena|cheio|cheia|pieno|piena|pleine?|voll)(?![\p{L}\d])/u]

/** Only for some mail, or until its owner returns; "account suspended" that names no one can be the sender's own account. */
function isPartlyDisabled({ words, has }: Said): boolean {
  if (/\b(?:for|outside|external|resend|re-?activate|again|until)\b/.test(words)) return true
  return words.includes('suspended') && !words.includes('<>') && !has('5.2.1')
}

/** Addresses that replies name for questions. */
const FOR_QUESTIONS = /^(?:postmaster|abuse|help\w*|support|admin\w*|hostmaster|mailer-daemon|info|noc|it|service)$/

/** Servers may know the recipient by another domain or without its tag; the local part stays. */
function namesOnlyOthers({ recipient, reply }: Failure): boolean {
  const localOf = (address: string) =>
    address
      .slice(0, address.lastIndexOf('@'))
      .toLowerCase()
      // The code of a line of several, as in `550-jane@…`, is no part of the address.
      .replace(/^(?:smtp=|[245]\d\d-)/, '')
      .split('+', 1)[0]!
  const named = addressesIn(reply)
    .map(localOf)
    .filter((local) => !FOR_QUESTIONS.test(local))
  return named.length > 0 && !named.includes(localOf(recipient))
}

/** RFC 5321 §4.2.3, or nothing at all. */
const SAYS_NOTHING =
  /^(?:smtp; ?)?(?:5\d\d[ -]?)?(?:#?5\.\d{1,3}\.\d{1,3} ?)?(?:requested action not taken: )?(?:mailbox unavailable|hard ?bounce|bounced?|invalid|bad email address)?[. ]*$/

function operatorOf({ recipient, hosts = [], reply }: Failure): Said['operator'] {
  const named = `${hosts.join(' ')} ${reply}`.toLowerCase()
  const domain = domainOf(recipient)
  if (/[a-z0-9]\.(?:outlook|hotmail|office365)\.com(?![\w-])/.test(named)) return 'microsoft'
  if (/^(?:hotmail|live|outlook|msn|windowslive|passport)\.[a-z]{2,3}(?:\.[a-z]{2})?$/.test(domain)) return 'microsoft'
  if (
    /\.yahoo(?:dns)?\.(?:com|net)(?![\w-])/.test(named) ||
    /^(?:yahoo\.[a-z.]{2,6}|aol\.com|ymail\.com|rocketmail\.com|sbcglobal\.net)$/.test(domain)
  )
    return 'yahoo'
  return undefined
}

const domainOf = (address: string) => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** "Host not found" that names other domains alone is about the sender or a relay. */
function namesOnlyDomain({ recipient, reply }: Failure): boolean {
  const names = reply
    .toLowerCase()
    .split(/[\s<>(),;:"'[\]=@]+/)
    .map((word) => (word.endsWith('.') ? word.slice(0, -1) : word))
  const hosts = names.filter((word) => /[a-z0-9-]\.[a-z]/.test(word))
  return hosts.length === 0 || hosts.includes(domainOf(recipient))
}
