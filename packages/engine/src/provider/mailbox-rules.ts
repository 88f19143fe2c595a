/** How providers interpret a local part. By default a `+` starts the label. */
import { type Grammar, grammarOf } from './provider-grammar.ts'

export type MailboxRules = {
  /** The character that starts the label; the other one is an ordinary character there. */
  readonly labelSeparator: '+' | '-'
  /** Gmail delivers `a.b` and `ab` to the same mailbox. */
  readonly ignoresPeriods: boolean
  /** Fastmail's `label@user.fastmail.com`: the user, whose label is the whole local part. Empty everywhere else. */
  readonly user: string
  /** The local parts that the provider issues, for its own domains. */
  readonly grammar: Grammar | undefined
}

const GMAIL = 'google-gmail'
const YAHOO = 'yahoo'
const FASTMAIL = 'fastmail'

export function mailboxRulesOf(provider: string, ascii: string, root: string): MailboxRules {
  return {
    labelSeparator: labelSeparatorOf(provider),
    // Only the consumer domains ignore periods, not Workspace domains.
    ignoresPeriods: provider === GMAIL && ascii === root,
    user: provider === FASTMAIL ? userInSubdomain(ascii, root) : '',
    grammar: ascii === root ? grammarOf(provider) : undefined,
  }
}

/** Yahoo's disposable addresses are `name-keyword`; it does not support `+`. */
export function labelSeparatorOf(provider: string): '+' | '-' {
  return provider === YAHOO ? '-' : '+'
}

/** `label@user.fastmail.com` is `user+label@fastmail.com`. */
function userInSubdomain(ascii: string, root: string): string {
  const below = ascii.slice(0, -root.length - 1)
  return below.includes('.') ? '' : below
}
