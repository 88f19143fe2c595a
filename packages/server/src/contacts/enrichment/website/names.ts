// The name of the owner of a domain. A wrong name is worse than none: a name is taken where it agrees with
// the domain, or where two places of the page that are filled in apart from each other agree.
import { domainToUnicode } from 'node:url'
import { getDomainWithoutSuffix } from 'tldts'
import { boundText } from '../bounds.ts'
import { fold, folds } from '../fold.ts'
import { isMaker, isPlaceholder, isUnusedTitle } from './defaults.ts'

/** Expects a text whose white space is single spaces. */
const SEPARATORS = / ?[|｜•·»«] ?| [-–—:]+ |: /
/** Between Chinese words there is no space to tell a dash from a hyphen. */
const HAN_DASH = /(\p{Script=Han})[-_－—](\p{Script=Han})/gu
const GREETING =
  /^(?:welcome to|willkommen (?:bei|auf|in)|herzlich willkommen (?:bei|in)|bienvenue (?:chez|sur|à)|bienvenidos? a|benvenuti (?:in|da|su)|welkom bij|velkommen til|välkommen till|witamy w)\s+/i
const MAX_WORDS = 6
/** Longer ones are sentences. */
const NAME_MAX_CHARACTERS = 100

/** How companies say what kind of company they are; it is left out when names are compared. */
const LEGAL_FORMS = new Set(
  `ab ag aps as asa bv bvba co corp corporation company cv dba doo ee eg eireli ek eu ev fzco gbr gesmbh ges gk gmbh group
  gruppe holding inc incorporated kft kg kk kgaa lda limited llc llp lp ltd ltda mbh nv ohg oo oy oyj partg plc private pte
  pty pvt sa sab sarl sas sasu sc se sia sl sl slu sp spa spolka srl sro ug zoo zrt z o r s d e v u a m b l c k g`.split(
    /\s+/,
  ),
)

/** The domain's own label: `acme` of mail.acme.co.uk. */
function labelsOf(domain: string): string[] {
  const label = getDomainWithoutSuffix(domain, { allowPrivateDomains: true }) || (domain.split('.')[0] ?? '')
  return folds(domainToUnicode(label)).map((form) => form.replaceAll(' ', ''))
}

/** A name that the page states outright, unless it is a template's placeholder or that of the page's maker. */
export function statedName(value: unknown, domain: string): string | undefined {
  const name = boundText(value)
  if (!name || name.length > NAME_MAX_CHARACTERS || isUnusedTitle(name)) return undefined
  if (isPlaceholder(name) && !isDomain(name, domain)) return undefined
  return isMaker(name.split(SEPARATORS)[0]!) && !agreesWithDomain(name, domain) ? undefined : name
}

function isDomain(name: string, domain: string): boolean {
  return labelsOf(domain).includes(fold(name).replaceAll(' ', ''))
}

/**
 * The part of a page's title that is the site's name. A title is a guess ("Just a moment…", "Log in", "Domain for sale"),
 * and an application's name may be that of the software ("Roundcube"), so a part counts only if it repeats the domain's own
 * label, spelled out or by its initials. A title with the whole domain speaks of the domain: its registrar or hoster wrote it.
 */
export function nameFromTitle(title: unknown, domain: string): string | undefined {
  const whole = domainToUnicode(domain)
  return titleParts(title).find(
    (part) => repeatsDomain(part, domain) && !part.toLowerCase().includes(whole) && !isPlaceholder(part),
  )
}

export function titleParts(title: unknown): string[] {
  const text = boundText(title) ?? ''
  if (isUnusedTitle(text)) return []
  const spaced = text.replace(HAN_DASH, '$1 | $2')
  return spaced.split(SEPARATORS).map((part) => part.replace(GREETING, '').trim())
}

function repeatsDomain(part: string, domain: string): boolean {
  return folds(part).some((folded) => {
    const words = folded.split(' ')
    return words.length <= MAX_WORDS && labelsOf(domain).some((label) => repeats(words, label))
  })
}

function repeats(words: readonly string[], label: string): boolean {
  if (!label) return false
  const initials = words.map((word) => word[0] ?? '').join('')
  const joined = words.join('')
  return joined === label || (label.length >= 3 && (initials === label || joined.includes(label)))
}

/** For names that are stated: also the other way round, a domain that holds the name or its telling word. */
export function agreesWithDomain(name: string, domain: string): boolean {
  if (repeatsDomain(name, domain)) return true
  return folds(name).some((folded) => {
    const words = coreWords(folded)
    const [joined, initials] = [words.join(''), words.map((word) => word[0]).join('')]
    const longest = words.reduce((longer, word) => (word.length > longer.length ? word : longer), '')
    return labelsOf(domain).some(
      (label) =>
        repeats(words, label) ||
        (joined.length >= 3 && label.startsWith(joined)) ||
        (joined.length >= 4 && label.includes(joined)) ||
        (initials.length >= 3 && label.startsWith(initials) && label.length <= initials.length + 3) ||
        (words.length > 1 && (words[0]?.length ?? 0) >= 4 && label.includes(words[0]!)) ||
        (longest.length >= 6 && label.includes(longest)),
    )
  })
}

/** Whether two texts name one company: "Müller GmbH" and "Mueller". */
export function isSameName(one: string, other: string): boolean {
  const others = folds(other).map((folded) => coreWords(folded).join(' '))
  return folds(one).some((folded) => {
    const core = coreWords(folded).join(' ')
    return core.length >= 2 && others.includes(core)
  })
}

/** In these languages it comes first. */
const LEGAL_FORMS_IN_FRONT = new Set(
  'ооо оао зао ао пао нао ип тов тзов прат пат ат фоп еоод оод уп чуп pt ud'.split(' '),
)

/** The words without the legal form at their end or their beginning. */
function coreWords(folded: string): string[] {
  const all = folded.split(' ')
  const words = all.length > 1 && LEGAL_FORMS_IN_FRONT.has(all[0]!) ? all.slice(1) : all
  let end = words.length
  while (end > 1 && (LEGAL_FORMS.has(words[end - 1]!) || words[end - 1] === 'und' || words[end - 1] === 'and')) end--
  return words.slice(0, end)
}

/** "Plumb" of "Plumb Labs, Inc.": what a company calls itself, and its full name. */
export function isBeginningOf(part: string, name: string): boolean {
  const folded = fold(part)
  return folded !== '' && `${fold(name)} `.startsWith(`${folded} `)
}

const COPYRIGHT = /(?:©|\(c\)|copyright)/iu
const BEFORE_HOLDER =
  /^[\s©]*(?:\(c\)|copyright|©)?[\s©,:]*(?:\d{4}(?:\s?[-–—/]\s?(?:\d{2,4}|present|heute))?)?[\s,:©-]*(?:by\s+)?/iu
const AFTER_HOLDER =
  /all rights? reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|todos os direitos reservados|tutti i diritti riservati|alle rechten voorbehouden|wszelkie prawa|tüm hakları|все права|всі права|جميع الحقوق|כל הזכויות|版权所有|版權所有|保留所有|\p{Script=Han}ICP|\d{4}/iu
const AT_THE_END = '.,|•·–—-'

/** Who holds the rights in the page, by its footer: `© 2024 Acme GmbH. All rights reserved`. */
export function copyrightHolders(texts: readonly string[]): string[] {
  return texts.flatMap((text, index) => {
    const at = COPYRIGHT.exec(text)?.index
    if (at === undefined) return []
    const own = holderIn(text.slice(at))
    return own || holderIn(texts[index + 1] ?? '') || []
  })
}

function holderIn(text: string): string | undefined {
  const after = text.replace(BEFORE_HOLDER, '')
  const holder = withoutSeparators(after.slice(0, AFTER_HOLDER.exec(after)?.index))
  return fold(holder).length >= 2 && holder.length <= NAME_MAX_CHARACTERS ? holder : undefined
}

/** Without those at its end. */
function withoutSeparators(text: string): string {
  let end = text.length
  while (end > 0 && (AT_THE_END.includes(text[end - 1]!) || text[end - 1]!.trim() === '')) end--
  return text.slice(0, end)
}
