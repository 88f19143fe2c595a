// The meaning of a reply to RCPT. It is "no such mailbox" only where the server's words mean nothing else: a wrong "no" loses a person's mail,
// a wrong "unknown" loses nothing. Whether this service is refused is decided here; the rest is the classification of bounces.
import { classify } from '../bounces/reports/classify.ts'
import type { Reply } from './reply.ts'

/**
 * refused_us: the server objects to this service (its address, its sender, its rate). later: it may answer another time. full: the
 * mailbox exists, but is full. unclear: anything else.
 */
export type Meaning = 'accepted' | 'no_such_mailbox' | 'full' | 'refused_us' | 'later' | 'unclear'

/** The sender's address (5.1.7, 5.1.8), and security or policy (5.7.x). */
const ABOUT_US = /^5\.(?:1\.[78]|7\.\d+)$/

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
  const { class: said } = classify({ recipient: address, reply: `${code} ${status ?? ''} ${reply.text}` })
  if (said === 'mailbox_full') return 'full'
  if (said === 'no_such_mailbox' || said === 'disabled') return 'no_such_mailbox'
  return status !== null && ABOUT_US.test(status) ? 'refused_us' : 'unclear'
}

/** Servers repeat the address, whose own words mean nothing. */
function withoutAddress(text: string, address: string): string {
  const [local = '', domain = ''] = address.split('@')
  return text.replaceAll(address, '').replaceAll(domain, '').replaceAll(`<${local}>`, '')
}
