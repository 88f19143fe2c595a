/** The rules for local parts of a domain: its provider's mailbox rules, and how its users are named and numbered. */
import { UNKNOWN_PROVIDER } from './mail-provider.ts'
import { labelSeparatorOf, type MailboxRules, mailboxRulesOf } from './mailbox-rules.ts'

export type LocalPartRules = MailboxRules & {
  readonly numbering: Numbering
  /**
   * Koreans who forget to switch the keyboard type Hangul on Latin keys, which looks random to a model of Latin
   * languages.
   */
  readonly isKorean: boolean
}

/**
 * Which numbers are ordinary personal local parts at a domain: only years and similar (`none`), short ones (`staff`: a
 * company's own domain), student numbers (`members`), or any (`accounts`: QQ, Chinese mobile networks).
 */
export type Numbering = 'none' | 'staff' | 'members' | 'accounts'

/** All Gmail addresses are normalized to this domain, including `googlemail.com`. */
const GMAIL_DOMAIN = 'gmail.com'
/** A Yandex mailbox receives mail at all of these. */
const YANDEX_DOMAINS = new Set('yandex.com ya.ru yandex.by yandex.kz yandex.ua yandex.com.tr yandex.ru'.split(' '))
const YANDEX_DOMAIN = 'yandex.ru'
const NUMBERED = new Set(['qq', 'netease', 'china-mobile', 'china-telecom', 'china-unicom', 'foxmail'])
const KOREAN = new Set(['naver', 'daum', 'hanmail', 'nate', 'kakao'])

const LIKE_MOST: MailboxRules = { labelSeparator: '+', ignoresPeriods: false, user: '', grammar: undefined }
/** The rules of almost every domain, shared because there are many domains. */
const OWN = localPartRules(LIKE_MOST, 'staff', false)
const OWN_IN_KOREA = localPartRules(LIKE_MOST, 'staff', true)
const ACADEMIC = localPartRules(LIKE_MOST, 'members', false)
const ACADEMIC_IN_KOREA = localPartRules(LIKE_MOST, 'members', true)

/** Second-level domains of schools and universities, and labels in their names. */
const ACADEMIC_SUFFIX = /(?:^|\.)(?:edu|(?:edu|ac|sch|k12|ens)\.[a-z]{2}|k12\.[a-z]{2}\.us)$/
const ACADEMIC_LABEL =
  /(?:^|\.)(?:student[a-z]*|stu|studs?|alumni|alumnos?|alunos?|estudiantes?|etu|etudiant|campus|ogr|umail|unimail|edu)(?:\.|$)/
const ACADEMIC_START = /(?:^|\.)(?:(?:uni|tu|fh|hs|th)-|univ|polytechnic|hochschule|college)/
const ACADEMIC_PART = /universi(?:t|dad)/

/** Runs for every new domain: testing the whole name is cheaper than splitting it. */
function isAcademic(ascii: string): boolean {
  return (
    ACADEMIC_SUFFIX.test(ascii) || ACADEMIC_LABEL.test(ascii) || ACADEMIC_START.test(ascii) || ACADEMIC_PART.test(ascii)
  )
}

export function localPartRulesOf(provider: string, ascii: string, root: string, isFreeMail: boolean): LocalPartRules {
  if (provider === UNKNOWN_PROVIDER) {
    const isKorean = ascii.endsWith('.kr')
    // Lists of free mail contain universities, too.
    if (isAcademic(ascii)) return isKorean ? ACADEMIC_IN_KOREA : ACADEMIC
    if (!isFreeMail) return isKorean ? OWN_IN_KOREA : OWN
  }
  return localPartRules(
    mailboxRulesOf(provider, ascii, root),
    NUMBERED.has(provider) ? 'accounts' : 'none',
    KOREAN.has(provider) || ascii.endsWith('.kr'),
  )
}

/** The rules of a company's own domain with mail hosted by a provider. */
export function hostedRulesOf(rules: LocalPartRules, provider: string): LocalPartRules {
  return localPartRules({ ...rules, labelSeparator: labelSeparatorOf(provider) }, rules.numbering, rules.isKorean)
}

/** The only constructor, so that all rules have the same shape, which is faster to read. */
function localPartRules(
  { labelSeparator, ignoresPeriods, user, grammar }: MailboxRules,
  numbering: LocalPartRules['numbering'],
  isKorean: boolean,
): LocalPartRules {
  return { labelSeparator, ignoresPeriods, user, grammar, numbering, isKorean }
}

/** The domain of the normalized address: one of several at which the provider delivers to the same mailbox. */
export function mailboxDomainOf({ user, ignoresPeriods }: LocalPartRules, ascii: string, root: string): string {
  if (user !== '') return root
  if (ignoresPeriods) return GMAIL_DOMAIN
  return YANDEX_DOMAINS.has(ascii) ? YANDEX_DOMAIN : ascii
}
