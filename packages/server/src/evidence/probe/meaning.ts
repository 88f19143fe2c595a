// The meaning of a reply to RCPT. It is "no such mailbox" only where the server's words mean nothing else: a wrong "no" loses a person's mail,
// a wrong "unknown" loses nothing.
import type { Reply } from './reply.ts'

/**
 * refused_us: the server objects to this service (its address, its sender, its rate). later: it may answer another time. full: the
 * mailbox exists, but is full. unclear: anything else.
 */
export type Meaning = 'accepted' | 'no_such_mailbox' | 'full' | 'refused_us' | 'later' | 'unclear'

/** RFC 3463 §3.2 and the registry of RFC 5248: codes about the recipient's address. */
const ABOUT_RECIPIENT = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10'])
/** The sender's address (5.1.7, 5.1.8), and security or policy (5.7.x). */
const ABOUT_US = /^5\.(?:1\.[78]|7\.\d+)$/
const FULL = '5.2.2'

/** Texts of servers without enhanced codes. Each is the whole first or last line, except for the address. */
const NO_MAILBOX_TEXTS: readonly RegExp[] = [
  // Exim: verify.c and the router's default message, for a recipient that no router accepts.
  /^unrouteable address$/,
  // Exim with cPanel: Cpanel/MailTools.pm, getdefaultmailaction, `:fail: No Such User Here`.
  /^no such user here$/,
  // The same: cPanel's documentation of forwarders names this as the default failure message.
  /^no such person at this address$/,
  // OpenSMTPD: lka_session.c, which smtp_session.c passes on. Newer versions add the code.
  /^invalid recipient$/,
  // Sendmail without ENHANCEDSTATUSCODES: sysexits.c (EX_NOUSER), as `<address>... User unknown`.
  /^user unknown$/,
  // Courier: courier/module.local/local.c, rw_del_local2, `User <address> unknown`.
  /^user <> unknown$/,
  // hMailServer: source/Server/SMTP/SMTPConnection.cpp, the reply of RCPT.
  /^unknown user$/,
  // qmail and its descendants: qmail-local.c, vpopmail, and checks of recipients such as qmail-smtpd-auth's.
  /^sorry, no mailbox here by that name(?:\. vpopmail|\. \(chkuser\))?$/,
  // Postfix with soft or stripped codes: smtpd_check.c, "User unknown in local|relay|virtual … table".
  /^recipient address rejected: user unknown(?: in (?:local recipient|relay recipient|virtual alias|virtual mailbox) table)?$/,
]

/** The server talks about this service, not about the recipient, whatever code it sends. */
const OBJECTION =
  /\b(?:blocked|blocklist(?:ed)?|black ?list(?:ed)?|black-list(?:ed)?|blackholed?|banned|denylist(?:ed)?|dnsbl|rbl|zen|spamhaus|spamcop|barracuda|sorbs|uceprotect|proofpoint|cloudmark|reputation|spam(?:mer)?|junk|spf|dkim|dmarc|helo|ehlo|ptr|rdns|reverse dns|client host|your (?:ip|host|server|domain|address|network|mail server)|sender|callback|callout to|rate|throttl\w*|too many|too fast|policy|not authorized|unauthorized|authentication|grey ?list\w*|try again|temporar\w+)\b/
/** The server does not handle the domain. That is about neither the mailbox nor this service. */
const NO_RELAY = /\brelay(?:ing)? (?:access )?(?:denied|not permitted|not allowed|prohibited)|unable to relay/

export function meaningOf(reply: Reply, address: string): Meaning {
  const { code, status } = reply
  if (code === 250 || code === 251) return 'accepted'
  if (code >= 400 && code < 500) return 'later'
  if (code < 500) return 'unclear'
  const text = withoutAddress(reply.text.toLowerCase(), address.toLowerCase())
  if (NO_RELAY.test(text)) return 'unclear'
  if (OBJECTION.test(text)) return 'refused_us'
  if (status === FULL) return 'full'
  if (status !== null) {
    if (ABOUT_RECIPIENT.has(status)) return 'no_such_mailbox'
    return ABOUT_US.test(status) ? 'refused_us' : 'unclear'
  }
  return saysNoMailbox(text) ? 'no_such_mailbox' : 'unclear'
}

/** Servers repeat the address, whose own words mean nothing. */
function withoutAddress(text: string, address: string): string {
  const [local = '', domain = ''] = address.split('@')
  return text.replaceAll(address, '').replaceAll(domain, '').replaceAll(`<${local}>`, '')
}

function saysNoMailbox(text: string): boolean {
  const lines = text.split('\n').map(bare)
  return NO_MAILBOX_TEXTS.some((known) => known.test(lines[0]!) || known.test(lines.at(-1)!))
}

const AROUND = new Set(' \t<>:.!"\'-')

/** A line without what surrounds the message: the address's brackets, an ellipsis, a code at the end, punctuation. */
function bare(line: string): string {
  const text = line.replace('(#5.1.1)', '')
  let [start, end] = [0, text.length]
  while (start < end && AROUND.has(text[start]!)) start++
  while (end > start && AROUND.has(text[end - 1]!)) end--
  return text.slice(start, end)
}
