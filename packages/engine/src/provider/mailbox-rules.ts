/** How providers read a mailbox name. All others read a `+` as the start of a label. */
import type { MailboxRules } from '../local-part/normalize.ts'
import { grammarOf } from './provider-grammar.ts'

const GMAIL = 'google-gmail'
const YAHOO = 'yahoo'
const FASTMAIL = 'fastmail'

export function mailboxRulesOf(provider: string, ascii: string, root: string): MailboxRules {
  return {
    labelSeparator: labelSeparatorOf(provider),
    // Workspace domains keep their periods: only the consumer domains ignore them.
    ignoresPeriods: provider === GMAIL && ascii === root,
    user: provider === FASTMAIL ? userInSubdomain(ascii, root) : '',
    grammar: ascii === root ? grammarOf(provider) : undefined,
  }
}

/** Yahoo's disposable addresses are `name-keyword`; it does not know `+`. */
export function labelSeparatorOf(provider: string): '+' | '-' {
  return provider === YAHOO ? '-' : '+'
}

/** `label@user.fastmail.com` is `user+label@fastmail.com`. */
function userInSubdomain(ascii: string, root: string): string {
  const below = ascii.slice(0, -root.length - 1)
  return below.includes('.') ? '' : below
}
