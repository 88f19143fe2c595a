/** What providers do with the part before the @ sign. Everybody else reads a `+` as the start of a label. */
import type { LocalPartRules } from './local-part.ts'

/** What `smtp_provider` says when nobody is known. */
export const UNKNOWN_PROVIDER = 'unknown'

const GMAIL = 'google-gmail'
/** All Gmail addresses are normalised to this domain, those of `googlemail.com` too. */
export const GMAIL_DOMAIN = 'gmail.com'
const YAHOO = 'yahoo'
const FASTMAIL = 'fastmail'
const NUMBERED = new Set(['qq', 'netease', 'china-mobile', 'china-telecom', 'china-unicom'])

/** What almost every domain does; one object, because there are many domains. */
const ORDINARY: LocalPartRules = { labelSeparator: '+', ignoresPeriods: false, user: '', hasNumericAccounts: false }

export function localPartRulesOf(provider: string, ascii: string, root: string): LocalPartRules {
  if (provider === UNKNOWN_PROVIDER) return ORDINARY
  return {
    labelSeparator: labelSeparatorOf(provider),
    // Workspace domains keep their periods: only the consumer domains ignore them.
    ignoresPeriods: provider === GMAIL && ascii === root,
    user: provider === FASTMAIL ? userInSubdomain(ascii, root) : '',
    hasNumericAccounts: NUMBERED.has(provider),
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
