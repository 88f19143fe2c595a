// The name of the owner of a domain. A wrong name is worse than none: a name is taken where it agrees with
// the domain, or where two places of the page that are filled in apart from each other agree.
import { domainToUnicode } from 'node:url'
import { getDomainWithoutSuffix } from 'tldts'
import { boundText } from '../bounds.ts'
import { fold, folds } from '../fold.ts'
import { isMadeOfWords, isSpelledByParts } from './abbreviations.ts'
import { isMaker, isPlaceholder, isReviewHeading, isUnusedTitle } from './defaults.ts'
import { isInstitution, isKeywords, isOfTown, withoutTown } from './keywords.ts'

/** Expects a text whose white space is single spaces. */
const SEPARATORS = / ?[|｜•·»«✓✔★☆➤►☎✅⭐] ?| [-–—:]+ |: /
/** Between Chinese words there is no space to tell a dash from a hyphen. */
const HAN_DASH = /(\p{Script=Han})[-_－—](\p{Script=Han})/gu
const GREETING =
  /^(?:welcome to(?: the)?|(?:herzlich )?willkommen (?:bei|auf|in|im|beim|zur|zum|an)(?: de[rmn]| unserer)?|bienvenue (?:chez|sur|à|au|aux)(?: la)?|bienvenidos? (?:al|a)(?: la)?|benvenut[ioa] (?:in|da|su|nel|nella|al|alla|a)|bem-vindos? (?:ao|à|a)|welkom bij(?: de| het)?|velkommen til|välkommen till|tervetuloa|witamy w(?: e)?)\s+/iu
/** "… in Gera", "… à Nantes": where it is, behind the name. */
const PLACE_BEHIND = / (?:in|im|aus|bei|à|en|a|em|te|w|i|v) \p{Lu}[\p{L}-]+$/u
/** An edition of an event, not the year in which a club was founded. */
const EDITION = / 20(?:1[5-9]|[23]\d)$/
/** "… Umweltanalytik (IFU)". */
const ABBREVIATION_BEHIND = / \(\p{Lu}[\p{L}\d-]{1,9}\)$/u
const MAX_WORDS = 6
/** A price or a discount. */
const OFFER = /[%€$£]/
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
  return spelledLabelsOf(domain).map((form) => form.replaceAll(' ', ''))
}

/** The same label, spaces in place of its hyphens. */
function spelledLabelsOf(domain: string): string[] {
  const label = getDomainWithoutSuffix(domain, { allowPrivateDomains: true }) || (domain.split('.')[0] ?? '')
  return folds(domainToUnicode(label))
}

/** A name that the page states outright, unless it is a template's placeholder or that of the page's maker. */
export function statedName(value: unknown, domain: string): string | undefined {
  const name = boundText(value)
  if (!name || name.length > NAME_MAX_CHARACTERS || isUnusedTitle(name)) return undefined
  if (isKeywords(name) || isReviewHeading(name) || name.startsWith('@') || OFFER.test(name)) return undefined
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
  const isName = (part: string) =>
    repeatsDomain(part, domain) &&
    !part.toLowerCase().includes(whole) &&
    !isWithOtherSuffix(part, domain) &&
    !isPlaceholder(part) &&
    !isKeywords(part) &&
    !OFFER.test(part) &&
    !isOfTown(part) &&
    !(isDescription(part) && !isInstitution(part))
  return titleParts(title)
    .flatMap((part) => [...beforeComma(part), withoutTown(part) ?? part.replace(PLACE_BEHIND, ''), part])
    .map((part) => part.replace(EDITION, '').replace(ABBREVIATION_BEHIND, ''))
    .find(isName)
}

/** "acme.eth" for acme.com. */
function isWithOtherSuffix(part: string, domain: string): boolean {
  const at = part.lastIndexOf('.')
  return at > 0 && at < part.length - 1 && labelsOf(domain).includes(fold(part.slice(0, at)))
}

/**
 * A stated name without what many write behind it: "Prezzify | Pricing platform". The part that the domain repeats is the name; without
 * one, all of it stays.
 */
export function withoutTagline(name: string, domain: string): string {
  const parts = name.split(SEPARATORS).filter(Boolean)
  const isWhole = parts.length < 2 || labelsOf(domain).includes(fold(name).replaceAll(' ', ''))
  const named = isWhole
    ? name
    : (parts.find((part) => repeatsDomain(part, domain)) ??
      parts.find((part) => agreesWithDomain(part, domain)) ??
      name)
  return named.replace(EDITION, '')
}

/** Says what is done, and for whom or where: "Web design services in Leeds". */
const DESCRIPTION =
  /(?<!\p{L})(?:in|for|für|im|pour|para|per|voor|till|til|dla|near|ohne|without|sans|sin|senza|zonder|bez)(?!\p{L})/iu

export function isDescription(name: string): boolean {
  return DESCRIPTION.test(name)
}

/** "Kanzlei Ebert" of "Kanzlei Ebert, Rechtsanwälte in Fulda"; a legal form behind the comma belongs to the name. */
function beforeComma(part: string): string[] {
  const at = part.indexOf(', ')
  if (at === -1) return []
  const more = fold(part.slice(at)).split(' ')
  return more.every((word) => LEGAL_FORMS.has(word)) ? [] : [part.slice(0, at)]
}

export function titleParts(title: unknown): string[] {
  const text = boundText(title) ?? ''
  if (isUnusedTitle(text)) return []
  const spaced = text.replace(HAN_DASH, '$1 | $2')
  return spaced.split(SEPARATORS).map((part) => part.replace(GREETING, '').trim())
}

/** The strictest agreement: the name has all that the domain says. */
export function repeatsDomain(part: string, domain: string): boolean {
  return folds(part).some((folded) => {
    const words = folded.split(' ')
    if (words.length > MAX_WORDS) return false
    return (
      labelsOf(domain).some((label) => repeats(words, label)) ||
      spelledLabelsOf(domain).some((label) => isSpelledByParts(words, label.split(' ')))
    )
  })
}

function repeats(words: readonly string[], label: string): boolean {
  if (!label) return false
  const initials = words.map((word) => word[0] ?? '').join('')
  const joined = words.join('')
  return (
    joined === label ||
    (label.length >= 3 && (initials === label || joined.includes(label))) ||
    (joined.length >= CORE_MIN_CHARACTERS && coresOf(label).includes(joined)) ||
    isMadeOfWords(words, label)
  )
}

/** Shorter ones are words by chance. */
const CORE_MIN_CHARACTERS = 4
/** Words that a company adds when its own name is taken: getacme.com, acmehq.com. */
const ADDED_BEFORE = /^(?:get|try|use|join|hello|lets|meet|we ?are|team|the|my|go)/
const ADDED_BEHIND =
  /(?:apps?|hq|studios?|labs?|tech|online|shop|store|group|agency|media|digital|inc|team|official|web|site|hub|cloud|global|software|ventures|gmbh|ltd|llc)$/

function coresOf(label: string): string[] {
  const front = label.replace(ADDED_BEFORE, '')
  return [front, label.replace(ADDED_BEHIND, ''), front.replace(ADDED_BEHIND, '')]
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

/** Whether the domain begins with a name: a word in its middle may be what many are called, such as "hotel". */
export function beginsDomain(name: string, domain: string): boolean {
  if (repeatsDomain(name, domain)) return true
  return folds(name).some((folded) => labelsOf(domain).some((label) => label.startsWith(coreWords(folded).join(''))))
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

/** The first words that all names share: "Optik Brandt" of "Optik Brandt Celle" and "Optik Brandt Peine". */
export function commonBeginning(names: readonly string[]): string | undefined {
  const [first = [], ...others] = names.map((name) => name.split(' '))
  const isShared = (word: string, nth: number) => others.every((words) => fold(words[nth] ?? '') === fold(word))
  const end = first.findIndex((word, nth) => !isShared(word, nth))
  const words = end === -1 ? first : first.slice(0, end)
  while (words.length > 0 && fold(words.at(-1)!) === '') words.pop()
  return boundText(words.join(' ').replace(/[,;:]$/, ''))
}

/** "Plumb" of "Plumb Labs, Inc.": what a company calls itself, and its full name. */
export function isBeginningOf(part: string, name: string): boolean {
  const folded = fold(part)
  return folded !== '' && `${fold(name)} `.startsWith(`${folded} `)
}
