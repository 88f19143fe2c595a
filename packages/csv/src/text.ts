// Checks text before it is parsed: complete UTF-8 characters and no NUL.
import { wholeCharactersLength } from '@mailsift/intake/utf8'
import { allocate, type Bytes, concatBytes, copyOf, isUtf8, latin1Of, viewOf } from '#bytes'

export type TextProblem = 'not_utf8' | 'nul_byte'
/** Valid text. If a problem follows, the text ends before the line with the problem. */
export type TextPiece = { bytes: Bytes; problem?: TextProblem }

const LF = 0x0a
const CR = 0x0d

/** Passes valid text on; a piece with a problem is the last one. */
export async function* readText(source: AsyncIterable<Uint8Array>): AsyncGenerator<TextPiece, void> {
  let carry: Bytes = allocate(0)
  for await (const chunk of source) {
    const view = viewOf(chunk)
    const joined = carry.length === 0 ? view : concatBytes([carry, view])
    const whole = wholeCharactersLength(joined)
    const bytes = joined.subarray(0, whole)
    carry = copyOf(joined.subarray(whole))
    if (bytes.includes(0) || !isUtf8(bytes)) {
      yield beforeProblem(bytes)
      return
    }
    if (bytes.length > 0) yield { bytes }
  }
  if (carry.length > 0) yield { bytes: allocate(0), problem: 'not_utf8' }
}

/** \r\n, \n and \r each end one line. */
export function countLineEnds(bytes: Bytes): number {
  return latin1Of(bytes).match(/\r\n?|\n/g)?.length ?? 0
}

/** The text before the first problem. No UTF-8 character contains a line end, so each line can be checked separately. */
function beforeProblem(bytes: Bytes): TextPiece {
  let start = 0
  for (let at = 0; at <= bytes.length; at++) {
    if (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) continue
    const line = bytes.subarray(start, at)
    const nul = line.indexOf(0)
    if (nul >= 0 && isUtf8(line.subarray(0, nul))) return { bytes: bytes.subarray(0, start), problem: 'nul_byte' }
    if (!isUtf8(line)) return { bytes: bytes.subarray(0, start), problem: 'not_utf8' }
    start = at + 1
  }
  throw new Error('Text was refused, but none of its lines has a problem.')
}
