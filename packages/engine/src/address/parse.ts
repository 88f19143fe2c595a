/**
 * Splits an address into local part and domain: RFC 5321 `Mailbox` with the extensions of RFC 6531 (SMTPUTF8), after trimming
 * Unicode White_Space. The domain is not checked here: `domain/domain-name.ts` parses it once per distinct domain.
 */
import { codeAt } from '../text/code-at.ts'
import { hasMoreOctets, isLongerThan, LONGEST_ADDRESS, LONGEST_LOCAL_PART } from './limits.ts'
import { describeCharacter } from './problem.ts'
import { trimWhiteSpace } from './white-space.ts'

export type Parsed = ParsedAddress | { readonly ok: false; readonly message: string }

export type ParsedAddress = {
  readonly ok: true
  /** As received, trimmed. */
  readonly inbound: string
  readonly at: number
  /** A mask of the LOCAL constants. */
  readonly traits: number
}

/** Bounds the time that trimming takes: no real address has this much white space around it. */
const LONGEST_INPUT_UNITS = 16_384

export const LOCAL_HAS_UPPER_CASE = 1
export const LOCAL_HAS_NON_ASCII = 2
export const LOCAL_IS_QUOTED = 4
/** Some non-ASCII characters may change under NFC or lower-casing, or are invisible; see `isSettled`. */
export const LOCAL_IS_UNSETTLED = 8

const FORBIDDEN = 0
const ATEXT = 1
const UPPER = 2
const PERIOD = 3

/** RFC 5322 §3.2.3 atext; the period of dot-atom is its own class. */
const ASCII_CLASS = new Uint8Array(128)
for (const character of "abcdefghijklmnopqrstuvwxyz0123456789!#$%&'*+-/=?^_`{|}~") {
  ASCII_CLASS[character.charCodeAt(0)] = ATEXT
}
for (let code = 0x41; code <= 0x5a; code++) ASCII_CLASS[code] = UPPER
ASCII_CLASS[0x2e] = PERIOD

const QUOTE = 0x22
const BACKSLASH = 0x5c

export function parseAddress(input: string): Parsed {
  if (input.length > LONGEST_INPUT_UNITS) return reject(`more than ${LONGEST_ADDRESS} characters`)
  const inbound = trimWhiteSpace(input)
  if (inbound.length === 0) return reject('no characters')
  if (isLongerThan(inbound, LONGEST_ADDRESS)) return reject(`more than ${LONGEST_ADDRESS} characters`)
  if (!inbound.includes('@')) return reject('no @ sign')
  return codeAt(inbound, 0) === QUOTE ? parseQuoted(inbound) : parseDotAtom(inbound)
}

function reject(message: string): Parsed {
  return { ok: false, message }
}

function parseDotAtom(inbound: string): Parsed {
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

/** RFC 5321 §4.1.2 Quoted-string: printable ASCII, a backslash before `"` and `\`, and by RFC 6531 any non-ASCII character. */
function parseQuoted(inbound: string): Parsed {
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

function withDomain(inbound: string, at: number, traits: number): Parsed {
  if (hasMoreOctets(inbound.slice(0, at), LONGEST_LOCAL_PART)) {
    return reject(`more than ${LONGEST_LOCAL_PART} octets before the @ sign`)
  }
  if ((traits & LOCAL_IS_UNSETTLED) !== 0 && isTooLongInNfc(inbound, at)) {
    return reject('too many characters once it is normalized (NFC)')
  }
  if (at === inbound.length - 1) return reject('nothing after the @ sign')
  if (inbound.indexOf('@', at + 1) !== -1) return reject('two @ signs')
  return { ok: true, inbound, at, traits }
}

/** NFC takes a few letters apart: what then exceeds the limits cannot be sent. */
function isTooLongInNfc(inbound: string, at: number): boolean {
  const local = inbound.slice(0, at).normalize('NFC')
  return hasMoreOctets(local, LONGEST_LOCAL_PART) || isLongerThan(local + inbound.slice(at), LONGEST_ADDRESS)
}

/**
 * Letters of Western languages, Russian, Chinese and Korean that are visible, stay the same under NFC in any context, and have a
 * single lower-case letter of the same length.
 */
export function isSettled(code: number): boolean {
  return (
    (code >= 0xc0 && code <= 0x17f && code !== 0x130) ||
    (code >= 0x400 && code <= 0x45f) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0xac00 && code <= 0xd7a3)
  )
}

/** Why an address may not contain the non-ASCII character at this position. */
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

export function isDotAtom(text: string): boolean {
  const read = parseDotAtom(`${text}@.`)
  return read.ok && read.at === text.length
}
