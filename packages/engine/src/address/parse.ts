/**
 * Takes an address apart: RFC 5321 `Mailbox` with the extensions of RFC 6531 (SMTPUTF8), after trimming Unicode White_Space.
 * The domain is only cut off here; `domain-name.ts` reads it, once per distinct domain.
 */
import { codeAt } from '../text/code-at.ts'

export type Address = ReadAddress | { readonly ok: false; readonly message: string }

export type ReadAddress = {
  readonly ok: true
  /** As received, trimmed. */
  readonly inbound: string
  readonly at: number
  /** A mask of the LOCAL constants. */
  readonly traits: number
}

/** §4.2: counted in code points. */
export const LONGEST_ADDRESS = 254
/** The problem of an address that fits only as long as its domain is not written as it is sent. */
export const TOO_LONG_IN_ASCII = `more than ${LONGEST_ADDRESS} characters with its domain in ASCII form`
/** RFC 5321 §4.5.3.1.1: counted in octets. */
export const LONGEST_LOCAL_PART = 64
/**
 * No sender pads an address with this much white space. A limit is needed because trimming must look at all of it, and no
 * input may take long.
 */
const LONGEST_INPUT_UNITS = 16_384

export const LOCAL_HAS_UPPER_CASE = 1
export const LOCAL_HAS_NON_ASCII = 2
export const LOCAL_IS_QUOTED = 4
/** Its letters beyond ASCII are not all such that there is nothing to bring into order, see `isSettled`. */
export const LOCAL_IS_UNSETTLED = 8

const FORBIDDEN = 0
const ATEXT = 1
const UPPER = 2
const PERIOD = 3

/** RFC 5322 §3.2.3 atext, with the period of dot-atom apart. */
const ASCII_CLASS = new Uint8Array(128)
for (const character of "abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~") {
  ASCII_CLASS[character.charCodeAt(0)] = ATEXT
}
for (let code = 0x41; code <= 0x5a; code++) ASCII_CLASS[code] = UPPER
ASCII_CLASS[0x2e] = PERIOD

const QUOTE = 0x22
const BACKSLASH = 0x5c

export function readAddress(input: string): Address {
  if (input.length > LONGEST_INPUT_UNITS) return reject(`more than ${LONGEST_ADDRESS} characters`)
  const inbound = trimWhiteSpace(input)
  if (inbound.length === 0) return reject('no characters')
  if (isLongerThan(inbound, LONGEST_ADDRESS)) return reject(`more than ${LONGEST_ADDRESS} characters`)
  if (!inbound.includes('@')) return reject('no @ sign')
  return codeAt(inbound, 0) === QUOTE ? readQuoted(inbound) : readDotAtom(inbound)
}

function reject(message: string): Address {
  return { ok: false, message }
}

function readDotAtom(inbound: string): Address {
  let traits = 0
  let afterPeriod = true
  let i = 0
  for (; i < inbound.length; i++) {
    const code = codeAt(inbound, i)
    if (code === 0x40) break
    if (code > 0x7f) {
      const problem = findCodeUnitProblem(inbound, i)
      if (problem !== undefined) return reject(`${problem} before the @ sign`)
      traits |= isSettled(code) ? LOCAL_HAS_NON_ASCII : LOCAL_HAS_NON_ASCII | LOCAL_IS_UNSETTLED
      afterPeriod = false
      continue
    }
    const kind = ASCII_CLASS[code]!
    if (kind === FORBIDDEN) return reject(describeForbidden(inbound, i))
    if (kind === PERIOD) {
      if (afterPeriod) return reject(i === 0 ? 'a period at the start' : 'two periods in a row before the @ sign')
      afterPeriod = true
      continue
    }
    if (kind === UPPER) traits |= LOCAL_HAS_UPPER_CASE
    afterPeriod = false
  }
  if (i === 0) return reject('nothing before the @ sign')
  if (afterPeriod) return reject('a period right before the @ sign')
  return withDomain(inbound, i, traits)
}

/** RFC 5321 §4.1.2 Quoted-string: printable ASCII, a backslash before `"` and `\`, and by RFC 6531 anything beyond ASCII. */
function readQuoted(inbound: string): Address {
  let traits = LOCAL_IS_QUOTED
  let i = 1
  for (; i < inbound.length; i++) {
    let code = codeAt(inbound, i)
    if (code === QUOTE) break
    if (code === BACKSLASH) {
      code = inbound.charCodeAt(++i)
      if (!(code >= 0x20 && code <= 0x7e)) return reject('a backslash that quotes nothing')
    }
    if (code > 0x7f) {
      const problem = findCodeUnitProblem(inbound, i)
      if (problem !== undefined) return reject(`${problem} before the @ sign`)
      traits |= LOCAL_HAS_NON_ASCII | LOCAL_IS_UNSETTLED
    } else if (code < 0x20 || code === 0x7f) return reject('a control character before the @ sign')
  }
  if (i >= inbound.length) return reject('a quotation mark that is not closed')
  if (inbound.indexOf('@', i) === -1) return reject('no @ sign outside its quotation marks')
  if (inbound.charCodeAt(i + 1) !== 0x40) return reject('something between the closing quotation mark and the @ sign')
  return withDomain(inbound, i + 1, traits)
}

function withDomain(inbound: string, at: number, traits: number): Address {
  if (hasMoreOctets(inbound.slice(0, at), LONGEST_LOCAL_PART)) {
    return reject(`more than ${LONGEST_LOCAL_PART} octets before the @ sign`)
  }
  if (at === inbound.length - 1) return reject('nothing after the @ sign')
  if (inbound.indexOf('@', at + 1) !== -1) return reject('two @ signs')
  return { ok: true, inbound, at, traits }
}

/**
 * Letters of Western languages, Russian, Chinese and Korean that are seen, are in NFC whatever stands beside them, and have one
 * lower-case letter of the same length.
 */
export function isSettled(code: number): boolean {
  return (
    (code >= 0xc0 && code <= 0x17f && code !== 0x130) ||
    (code >= 0x400 && code <= 0x45f) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  )
}

/** Why a character beyond ASCII may not stand in an address. */
function findCodeUnitProblem(text: string, at: number): string | undefined {
  const code = codeAt(text, at)
  if (code <= 0x9f) return 'a control character'
  if (code >= 0xd800 && code <= 0xdfff) {
    const whole = code <= 0xdbff ? isLowSurrogate(text.charCodeAt(at + 1)) : isHighSurrogate(text.charCodeAt(at - 1))
    if (!whole) return 'an unpaired surrogate'
  }
  return undefined
}

function isHighSurrogate(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff
}

function isLowSurrogate(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff
}

function describeForbidden(inbound: string, at: number): string {
  const character = inbound.charAt(at)
  if (character === '"') return 'a quotation mark inside the local part'
  return describeCharacter(character, 'before the @ sign')
}

/** The problem of an ASCII character that may not stand at a place. */
export function describeCharacter(character: string, place: string): string {
  if (character === '(' || character === ')') return 'a comment, or a parenthesis outside quotes'
  const code = character.charCodeAt(0)
  if (isWhiteSpace(code)) return `white space ${place}`
  if (code < 0x20 || code === 0x7f) return `a control character ${place}`
  return `the character ${character === '"' ? "'\"'" : `"${character}"`} ${place}`
}

export function isDotAtom(text: string): boolean {
  const read = readDotAtom(`${text}@.`)
  return read.ok && read.at === text.length
}

export function isLongerThan(text: string, codePoints: number): boolean {
  if (text.length <= codePoints) return false
  if (text.length > codePoints * 2) return true
  let count = 0
  for (const _ of text) count++
  return count > codePoints
}

/** Octets in UTF-8: one for ASCII, up to four for others. */
export function hasMoreOctets(text: string, octets: number): boolean {
  if (text.length > octets) return true
  if (text.length * 3 <= octets) return false
  let count = 0
  for (let i = 0; i < text.length; i++) {
    const code = codeAt(text, i)
    // Each half of a surrogate pair stands for two of its four octets.
    count += code < 0x80 ? 1 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 2 : 3
  }
  return count > octets
}

/** Unicode White_Space. `String.prototype.trim` differs: it takes U+FEFF for a space and leaves U+0085. */
export function trimWhiteSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isWhiteSpace(codeAt(text, start))) start++
  while (end > start && isWhiteSpace(codeAt(text, end - 1))) end--
  return end - start === text.length ? text : text.slice(start, end)
}

function isWhiteSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x85) return false
  return (
    code === 0x85 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  )
}
