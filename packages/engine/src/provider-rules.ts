/** What is usual before the @ sign at a domain: how its mailboxes are named and numbered, and by whom. */
import type { LocalPartRules } from './local-part.ts'
import { UNKNOWN_PROVIDER } from './mail-provider.ts'
import { mailboxRulesOf } from './mailbox-rules.ts'

/** All Gmail addresses are normalised to this domain, those of `googlemail.com` too. */
const GMAIL_DOMAIN = 'gmail.com'
/** One mailbox at Yandex is reached at all of these. */
const YANDEX_DOMAINS = new Set('yandex.com ya.ru yandex.by yandex.kz yandex.ua yandex.com.tr yandex.ru'.split(' '))
const YANDEX_DOMAIN = 'yandex.ru'
const NUMBERED = new Set(['qq', 'netease', 'china-mobile', 'china-telecom', 'china-unicom', 'foxmail'])
const KOREAN = new Set(['naver', 'daum', 'hanmail', 'nate', 'kakao'])

/** What almost every domain does; few objects, because there are many domains. */
const OWN: LocalPartRules = {
  labelSeparator: '+',
  ignoresPeriods: false,
  user: '',
  numbering: 'staff',
  isKorean: false,
}
const OWN_IN_KOREA: LocalPartRules = { ...OWN, isKorean: true }
const ACADEMIC: LocalPartRules = { ...OWN, numbering: 'members' }
const ACADEMIC_IN_KOREA: LocalPartRules = { ...ACADEMIC, isKorean: true }

/** Second-level domains of schools and universities, and labels that they give themselves. */
const ACADEMIC_SUFFIX = /(^|\.)(edu|(edu|ac|sch|k12|ens)\.[a-z]{2}|k12\.[a-z]{2}\.us)$/
const ACADEMIC_LABELS = new Set(
  'student students stu stud studs alumni alumno alumnos aluno alunos estudiante estudiantes etu etudiant studenti campus edu'.split(
    ' ',
  ),
)
const ACADEMIC_START = /^(uni|univ|tu|fh|hs|th)-|^univ|^(polytechnic|hochschule|college)/
const ACADEMIC_PART = /university|universit|universidad/

function isAcademic(ascii: string): boolean {
  if (ACADEMIC_SUFFIX.test(ascii)) return true
  return ascii
    .split('.')
    .some((label) => ACADEMIC_LABELS.has(label) || ACADEMIC_START.test(label) || ACADEMIC_PART.test(label))
}

export function localPartRulesOf(provider: string, ascii: string, root: string, isFreeMail: boolean): LocalPartRules {
  if (provider === UNKNOWN_PROVIDER && !isFreeMail) {
    const isKorean = ascii.endsWith('.kr')
    if (isAcademic(ascii)) return isKorean ? ACADEMIC_IN_KOREA : ACADEMIC
    return isKorean ? OWN_IN_KOREA : OWN
  }
  return {
    ...mailboxRulesOf(provider, ascii, root),
    numbering: NUMBERED.has(provider) ? 'accounts' : 'none',
    isKorean: KOREAN.has(provider) || ascii.endsWith('.kr'),
  }
}

/** The domain of the normalised address: one of several at which the provider delivers to the same mailbox. */
export function mailboxDomainOf({ user, ignoresPeriods }: LocalPartRules, ascii: string, root: string): string {
  if (user !== '') return root
  if (ignoresPeriods) return GMAIL_DOMAIN
  return YANDEX_DOMAINS.has(ascii) ? YANDEX_DOMAIN : ascii
}
