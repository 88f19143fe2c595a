// Decodes the bytes of a text file, and encodes them back without losing a byte. The encoding is detected by a byte
// order mark, by zeros, or by the first non-ASCII bytes.
import { type Encoding, isReadOnly, type ReadEncoding, type WrittenEncoding } from './encodings.ts'
import { wholeCharactersLength } from './utf8.ts'

export type TextDecoding = {
  /** Final only after all of the text was read: ASCII is the same in most encodings. */
  encoding(): Encoding
  hasBom: boolean
  /** The text of the next bytes. An incomplete character at the end is kept for the next call. */
  decode(bytes: Uint8Array): string
  /** The text of the remaining bytes. */
  end(): string
  /** Half a character at the end of UTF-16: not text, but part of the file. */
  tail(): Uint8Array
}

/** Enough to detect an encoding. */
export const HEAD_BYTES = 64 * 1024

/**
 * An invalid UTF-8 byte becomes a lone surrogate (U+DC80 to U+DCFF), which UTF-8 text cannot contain, so that it can be
 * written back unchanged.
 */
const ESCAPE = 0xdc00
const NO_BYTES = new Uint8Array(0)

/** `given`: the user's choice; a byte order mark is skipped in any case. */
export function openText(head: Uint8Array, given?: Encoding): TextDecoding {
  const [first, second, third] = head
  if (given !== undefined && isReadOnly(given)) return readOnly(given)
  if (given === 'utf-16le') return utf16(true, first === 0xff && second === 0xfe)
  if (given === 'utf-16be') return utf16(false, first === 0xfe && second === 0xff)
  if (given === 'utf-8') return bytewise(first === 0xef && second === 0xbb && third === 0xbf, 'utf-8')
  if (given !== undefined) return bytewise(false, 'single')
  if (first === 0xff && second === 0xfe) return utf16(true, true)
  if (first === 0xfe && second === 0xff) return utf16(false, true)
  if (first === 0xef && second === 0xbb && third === 0xbf) return bytewise(true)
  const zeros = zerosAt(head)
  if (zeros) return utf16(zeros === 'odd', false)
  return bytewise(false)
}

/** UTF-16 of mostly Latin text without a byte order mark: every other byte is zero. */
function zerosAt(head: Uint8Array): 'odd' | 'even' | undefined {
  const length = Math.min(head.length, 4096) & ~1
  if (length < 2) return undefined
  const counts = [0, 0]
  for (let at = 0; at < length; at++) if (head[at] === 0) counts[at & 1]!++
  const most = length / 2
  if (counts[1]! > most * 0.6 && counts[0]! < most * 0.1) return 'odd'
  if (counts[0]! > most * 0.6 && counts[1]! < most * 0.1) return 'even'
  return undefined
}

function utf16(isLittle: boolean, hasBom: boolean): TextDecoding {
  let waiting = NO_BYTES
  let toSkip = hasBom ? 2 : 0
  function decode(bytes: Uint8Array): string {
    const skipped = bytes.subarray(toSkip)
    toSkip -= bytes.length - skipped.length
    const joined = waiting.length > 0 ? join(waiting, skipped) : skipped
    const whole = joined.length & ~1
    waiting = joined.slice(whole)
    const units = new Uint16Array(whole / 2)
    const [low, high] = isLittle ? [0, 1] : [1, 0]
    for (let at = 0; at < units.length; at++) units[at] = joined[2 * at + low]! | (joined[2 * at + high]! << 8)
    return fromUnits(units)
  }
  return {
    encoding: () => (isLittle ? 'utf-16le' : 'utf-16be'),
    hasBom,
    decode,
    end: () => '',
    tail: () => waiting,
  }
}

function readOnly(encoding: ReadEncoding): TextDecoding {
  const decoder = new TextDecoder(encoding)
  return {
    encoding: () => encoding,
    hasBom: false,
    decode: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
    tail: () => NO_BYTES,
  }
}

/** UTF-8, unless the first non-ASCII bytes are not. */
function bytewise(hasBom: boolean, given?: 'utf-8' | 'single'): TextDecoding {
  let kind: 'ascii' | 'utf-8' | 'single' = given ?? (hasBom ? 'utf-8' : 'ascii')
  let hasHighControls = false
  let toSkip = hasBom ? 3 : 0
  let waiting = NO_BYTES
  const single = new TextDecoder('windows-1252')

  function decode(bytes: Uint8Array): string {
    const skipped = bytes.subarray(toSkip)
    toSkip -= bytes.length - skipped.length
    const joined = waiting.length > 0 ? join(waiting, skipped) : skipped
    waiting = NO_BYTES
    if (kind === 'ascii' && !isAscii(joined)) kind = looksLikeUtf8(joined) ? 'utf-8' : 'single'
    if (kind === 'single') {
      hasHighControls ||= joined.some((byte) => byte >= 0x80 && byte < 0xa0)
      return single.decode(joined)
    }
    const whole = kind === 'ascii' ? joined.length : wholeCharactersLength(joined)
    waiting = joined.slice(whole)
    return decodeUtf8(joined.subarray(0, whole))
  }

  return {
    encoding: () => (kind === 'single' ? (hasHighControls ? 'windows-1252' : 'latin-1') : 'utf-8'),
    hasBom,
    decode,
    end: () => decodeUtf8(waiting),
    tail: () => NO_BYTES,
  }
}

const ascii = new TextDecoder('windows-1252')

/** Uses a pattern on the decoded text, which is faster than a loop over the bytes. */
function isAscii(bytes: Uint8Array): boolean {
  return !/[^\0-\x7f]/.test(ascii.decode(bytes))
}

/** Most non-ASCII text is UTF-8: one broken character among many does not change the encoding. */
function looksLikeUtf8(bytes: Uint8Array): boolean {
  let good = 0
  let bad = 0
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at)
    if (length > 1) good++
    else if (length === 0 && at + 4 <= bytes.length) bad++
    at += Math.max(1, length)
  }
  return good > bad
}

/** 0 if no UTF-8 character starts there, or if it is incomplete. */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at]!
  if (lead < 0x80) return 1
  const length = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2
  if (lead < 0xc2 || lead > 0xf4 || at + length > bytes.length) return 0
  const second = bytes[at + 1]!
  const [least, most] = SECOND_BYTES[lead] ?? [0x80, 0xbf]
  if (second < least || second > most) return 0
  for (let back = 2; back < length; back++) if ((bytes[at + back]! & 0xc0) !== 0x80) return 0
  return length
}

/** Excludes overlong forms, surrogates and values beyond Unicode. */
const SECOND_BYTES: Record<number, [number, number]> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
}

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

function decodeUtf8(bytes: Uint8Array): string {
  if (bytes.length === 0) return ''
  try {
    return strict.decode(bytes)
  } catch {
    return decodeEscaping(bytes)
  }
}

function decodeEscaping(bytes: Uint8Array): string {
  let text = ''
  let start = 0
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at)
    if (length === 0) {
      text += strict.decode(bytes.subarray(start, at)) + String.fromCharCode(ESCAPE + bytes[at]!)
      start = at + 1
    }
    at += Math.max(1, length)
  }
  return text + strict.decode(bytes.subarray(start))
}

const encoder = new TextEncoder()

/** Encodes a text. A character that Windows-1252 lacks becomes a question mark. */
export function encodeText(text: string, encoding: WrittenEncoding): Uint8Array {
  if (encoding === 'utf-8') return encodeUtf8(text)
  if (encoding === 'utf-16le' || encoding === 'utf-16be') return encodeUtf16(text, encoding === 'utf-16le')
  const bytes = new Uint8Array(text.length)
  let length = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code >= 0xdc00 && code <= 0xdfff && at > 0 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800) continue
    bytes[length++] = code < 0x80 ? code : (SINGLE_BYTES.get(code) ?? 0x3f)
  }
  return bytes.subarray(0, length)
}

export function encodeUtf8(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text)
  const pieces: Uint8Array[] = []
  let start = 0
  for (const { 0: lone, index } of text.matchAll(/\p{Surrogate}/gu)) {
    pieces.push(encoder.encode(text.slice(start, index)))
    const code = lone.charCodeAt(0)
    const isEscape = code >= ESCAPE + 0x80 && code <= ESCAPE + 0xff
    pieces.push(isEscape ? Uint8Array.of(code - ESCAPE) : encoder.encode('\ufffd'))
    start = index + 1
  }
  pieces.push(encoder.encode(text.slice(start)))
  return join(...pieces)
}

function encodeUtf16(text: string, isLittle: boolean): Uint8Array {
  const bytes = new Uint8Array(2 * text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    bytes[2 * at] = isLittle ? code & 0xff : code >> 8
    bytes[2 * at + 1] = isLittle ? code >> 8 : code & 0xff
  }
  return bytes
}

export const BOMS: Record<WrittenEncoding, Uint8Array> = {
  'utf-8': Uint8Array.of(0xef, 0xbb, 0xbf),
  'utf-16le': Uint8Array.of(0xff, 0xfe),
  'utf-16be': Uint8Array.of(0xfe, 0xff),
  'windows-1252': NO_BYTES,
  'latin-1': NO_BYTES,
}

const SINGLE_BYTES = new Map(
  Array.from(
    new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 128 }, (_, at) => 128 + at)),
    (letter, at) => [letter.charCodeAt(0), 128 + at],
  ),
)

const UNITS_AT_A_TIME = 8192

/** Uses `apply`, which accepts the array directly; spreading would iterate over it. */
function fromUnits(units: Uint16Array): string {
  let text = ''
  for (let at = 0; at < units.length; at += UNITS_AT_A_TIME)
    text += String.fromCharCode.apply(undefined, units.subarray(at, at + UNITS_AT_A_TIME) as unknown as number[])
  return text
}

export function join(...pieces: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    joined.set(piece, at)
    at += piece.length
  }
  return joined
}
