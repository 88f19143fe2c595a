// People whom a company's own page ties to an exact address: by JSON-LD, or by a mailto link beside their name. What
// stands near an address by chance is not a name: its words have to agree with the part before the @ sign.
import type { CheerioAPI } from 'cheerio'
import { boundText, boundUrl } from '../bounds.ts'
import type { PersonFacts } from '../facts.ts'
import { folds } from '../fold.ts'
import { type Node, readPersons } from './json-ld.ts'

export type FoundPerson = { address: string; person: PersonFacts }

/** Texts before and behind a mailto link that may belong to its card. */
const TEXTS_BEFORE = 8
const TEXTS_BEHIND = 4
const PEOPLE_MAX_COUNT = 500
const TITLE_MAX_CHARACTERS = 100
const NAME_WORDS = { min: 2, max: 5 }
const HONORIFICS = new Set('dr prof dipl ing mr mrs ms herr frau mag msc bsc phd mba med jur rer nat'.split(' '))

export function findPeople($: CheerioAPI, nodes: readonly Node[], base: string): FoundPerson[] {
  const people = new Map<string, PersonFacts>()
  for (const { email, name, jobTitle, image } of readPersons(nodes)) {
    const address = addressOf(email)
    const facts = toFacts(boundText(name), boundText(jobTitle), boundUrl(image, base))
    if (address && facts) people.set(address, { ...facts, ...people.get(address) })
  }
  for (const { address, person } of findCards($, base)) if (!people.has(address)) people.set(address, person)
  return [...people].slice(0, PEOPLE_MAX_COUNT).map(([address, person]) => ({ address, person }))
}

function toFacts(name?: string, jobTitle?: string, imageUrl?: string): PersonFacts | undefined {
  if (!name) return undefined
  return { name, ...(jobTitle && { jobTitle }), ...(imageUrl && { imageUrl }) }
}

/** `mailto:Jane.Doe@acme.com?subject=…` → `jane.doe@acme.com`. */
function addressOf(text: string): string | undefined {
  const [written = ''] = text
    .trim()
    .replace(/^mailto:/i, '')
    .split('?', 1)
  const address = decode(written).trim().toLowerCase()
  return /^[^\s@,;]+@[^\s@,;]+$/.test(address) ? address : undefined
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'mail'; address: string }
  | { kind: 'image'; alt: string; src: string }

function* findCards($: CheerioAPI, base: string): Generator<FoundPerson> {
  const pieces = piecesOf($)
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== 'mail') continue
    const [local = ''] = piece.address.split('@')
    // A card ends where the next address stands.
    const before = takeTexts(pieces, index - 1, -1, TEXTS_BEFORE).reverse()
    const behind = takeTexts(pieces, index + 1, 1, TEXTS_BEHIND)
    const texts = [...before, ...behind]
    const at = texts.findLastIndex((text, nth) => nth < before.length && isNameOf(text, local))
    const found = at >= 0 ? at : texts.findIndex((text) => isNameOf(text, local))
    const name = texts[found]
    if (!name) continue
    const jobTitle = jobTitleBehind(texts.slice(found + 1), name)
    const image = pieces.find((one) => one.kind === 'image' && isSamePerson(one.alt, name)) as
      | Extract<Piece, { kind: 'image' }>
      | undefined
    const person = toFacts(boundText(name), boundText(jobTitle), boundUrl(image?.src, base))
    if (person) yield { address: piece.address, person }
  }
}

function piecesOf($: CheerioAPI): Piece[] {
  const pieces: Piece[] = []
  for (const element of $('span, img, a, data').toArray()) {
    const { name } = element
    if (name === 'span') {
      const text = boundText($(element).text())
      if (text) pieces.push({ kind: 'text', text })
    } else if (name === 'img')
      pieces.push({ kind: 'image', alt: boundText($(element).attr('alt')) ?? '', src: $(element).attr('src') ?? '' })
    else {
      const href = $(element).attr('href') ?? ''
      const address = /^\s*mailto:/i.test(href) ? addressOf(href) : undefined
      if (address) pieces.push({ kind: 'mail', address })
    }
  }
  return pieces
}

function takeTexts(pieces: readonly Piece[], start: number, step: 1 | -1, count: number): string[] {
  const texts: string[] = []
  for (let at = start; texts.length < count; at += step) {
    const piece = pieces[at]
    if (!piece || piece.kind === 'mail') break
    if (piece.kind === 'text') texts.push(piece.text)
  }
  return texts
}

/** Two to five capitalised words of letters, of which the address repeats the last name, or both by their beginnings. */
function isNameOf(text: string, local: string): boolean {
  const words = text.split(' ').filter((word) => !HONORIFICS.has(word.toLowerCase().replaceAll('.', '')))
  if (words.length < NAME_WORDS.min || words.length > NAME_WORDS.max) return false
  if (!words.every((word) => /^[\p{L}'’.-]+,?$/u.test(word)) || !/^\p{Lu}|^[\p{Lo}]/u.test(words[0]!)) return false
  return agreesWithLocal(words.join(' '), local)
}

function agreesWithLocal(name: string, local: string): boolean {
  const tokens = (local.split('+')[0] ?? '').split(/[._-]+/).flatMap((token) => folds(token.replaceAll(/\d/g, '')))
  const joined = tokens.join('')
  return folds(name).some((folded) => {
    const words = folded.split(' ').filter((word) => word.length > 1)
    const [first = '', last = ''] = [words[0], words.at(-1)]
    if (words.length < 2) return false
    const isIn = (word: string) => word.length >= 2 && tokens.includes(word)
    if (isIn(first) && (isIn(last) || tokens.some((token) => token.length === 1 && last.startsWith(token)))) return true
    if (isIn(last) && (tokens.length === 1 || tokens.some((token) => token !== last && first.startsWith(token))))
      return true
    return [first + last, last + first, first[0] + last, last + first[0], first + last[0]].includes(joined)
  })
}

function isSamePerson(alt: string, name: string): boolean {
  const wanted = folds(name)
  return folds(alt).some((folded) =>
    wanted.some((one) => folded === one || folded.startsWith(`${one} `) || folded.endsWith(` ${one}`)),
  )
}

/** The line below a name, if it reads like a title. */
function jobTitleBehind(texts: readonly string[], name: string): string | undefined {
  const [line] = texts
  if (!line || line.length > TITLE_MAX_CHARACTERS || line === name) return undefined
  if (/[@:/?!]|\d{3}/.test(line) || !/^\p{Lu}|^\p{Lo}/u.test(line)) return undefined
  return CONTACT_WORDS.test(line) ? undefined : line
}

const CONTACT_WORDS =
  /^(?:e-?mail|mail|phone|tel|telefon|fax|contact|kontakt|send|write|schreiben|nachricht|linkedin|xing|twitter|mobile?|more|mehr|read more|profile?|vcard)\b/iu
