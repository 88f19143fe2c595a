// Who holds the rights in a page, by its footer: `© 2024 Acme GmbH. All rights reserved`.
import { fold } from '../fold.ts'

/** Longer ones are sentences. */
const HOLDER_MAX_CHARACTERS = 100

const SIGN = /[©ⓒⒸ]|\(c\)|copyright/iu
const RIGHTS =
  /all rights? reserved|alle rechte vorbehalten|tous droits réservés|todos los derechos reservados|todos os direitos reservados|tutti i diritti riservati|alle rechten voorbehouden|alla rättigheter förbehållna|alle rettigheter forbeholdt|kaikki oikeudet pidätetään|minden jog fenntartva|všechna práva vyhrazena|toate drepturile rezervate|wszelkie prawa(?: zastrzeżone)?|tüm hakları|все права|всі права|всички права|με επιφύλαξη|všetky práva|sva prava|vse pravice|visos teisės|visas tiesības|kõik õigused|tots els drets|alle rettigheder|alle rettar|hak cipta|bản quyền|สงวนลิขสิทธิ์|جميع الحقوق|כל הזכויות|版权所有|版權所有|保留所有|無断転載/iu
const BEFORE_HOLDER =
  /^[\s©ⓒⒸ]*(?:\(c\)|copyright)?[\s©ⓒⒸ,:.]*(?:\(c\))?\s*(?:\d{4}(?:\s?[-–—/]\s?(?:\d{2,4}|present|heute))?(?:\s?[,&]\s?(?=\d))?){0,4}/iu
/** Between the sign, the year or the phrase and the name. */
const JOINT = /^[\s.,:;|/•·–—©ⓒⒸ-]*(?:(?:by|von|par|por|da|door|av|af|milik|thuộc về)\s[\s.,:;|/•·–—©ⓒⒸ-]*)?/iu
/** Where the name has ended: the phrase, a year, and numbers by which tax offices and registers know the company. */
const REGISTER =
  /(?<![\p{L}\p{N}])(?:p\.? ?iva|partita iva|c\.f\.|vat|ust|uid|cif|nif|kvk|btw|cnpj|nip|regon|krs|ičo?|ico|dič|org\.? ?(?:nr|no|number)|cvr|abn|acn|siret|siren|rcs|hrb|handelsregister|adószám|cui|company (?:no|number|reg)|(?:registered|reg\.) (?:in|no|office|number|company|charity)|사업자|대표|tel|phone|telefon|email)(?![\p{L}\p{N}])/iu
const YEAR_OR_PERMIT = /\p{Script=Han}ICP|\d{4}/u
/** The next entry of a footer, behind a mark that divides or a word that says so. */
const NEXT_LINK =
  /(?:[–—,.]| -) ?(?:impressum|imprint|datenschutz|privacy|cookies?|terms|agb|legal|mentions|aviso|sitemap|kontakt|contact|powered|web ?design|design|site|website|made|umsetzung|realisierung|realisation|réalisation|realizzazione|realizacja|created|developed|hosted|built|theme)(?!\p{L})/iu
const MAKER =
  /(?<!\p{L})(?:powered|designed|developed|created|built|made|web ?design|site|website) (?:by|with|von|par)(?!\p{L})/iu
/** A street behind a comma. */
const STREET = /, ?\p{L}[\p{L}. -]{1,40} \d{1,4}(?!\p{L}{2})/u
const DIVIDER = / ?[|•·♥] ?/u
/** The end of a sentence; the period of an abbreviation follows fewer letters. */
const SENTENCE_END = /(?<=\p{L}{5})\. /u
const ENDS = [DIVIDER, SENTENCE_END, RIGHTS, REGISTER, YEAR_OR_PERMIT, STREET, NEXT_LINK, MAKER]
const AT_THE_END = '.,|/•·–—-'

export function copyrightHolders(texts: readonly string[]): string[] {
  return texts.flatMap((text, index) => {
    const at = SIGN.exec(text)?.index ?? RIGHTS.exec(text)?.index
    if (at === undefined) return []
    const behind = holderIn(text.slice(at)) ?? holderIn(texts[index + 1] ?? '')
    return [behind, holderBefore(text.slice(0, at))].filter((holder) => holder !== undefined)
  })
}

/** "Acme © 2024": the name comes before the sign, alone or behind a divider. */
function holderBefore(text: string): string | undefined {
  return holderIn(text.split(DIVIDER).findLast((part) => part.trim() !== '') ?? '')
}

function holderIn(text: string): string | undefined {
  const after = withoutPhrase(text.replace(BEFORE_HOLDER, '').replace(JOINT, ''))
  const ends = ENDS.flatMap((end) => end.exec(after)?.index ?? [])
  const holder = trimEnd(after.slice(0, Math.min(after.length, ...ends)))
  return fold(holder).length >= 2 && holder.length <= HOLDER_MAX_CHARACTERS ? holder : undefined
}

/** "Alle Rechte vorbehalten – Acme": the phrase comes first. */
function withoutPhrase(text: string): string {
  const phrase = RIGHTS.exec(text)
  return phrase?.index === 0 ? text.slice(phrase[0].length).replace(JOINT, '') : text
}

/** Without separators at its end; a period stays that belongs to an abbreviation, as in "S.r.l.". */
function trimEnd(text: string): string {
  let end = text.length
  while (end > 0 && (AT_THE_END.includes(text[end - 1]!) || text[end - 1]!.trim() === '')) end--
  const isAbbreviation = text[end] === '.' && /\.\p{L}{1,2}$/u.test(text.slice(0, end))
  return text.slice(0, isAbbreviation ? end + 1 : end)
}
