import { codeAt } from '../text/code-at.ts'

/** Unicode White_Space. `String.prototype.trim` differs: it removes U+FEFF and keeps U+0085. */
export function trimWhiteSpace(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isWhiteSpace(codeAt(text, start))) start++
  while (end > start && isWhiteSpace(codeAt(text, end - 1))) end--
  return end - start === text.length ? text : text.slice(start, end)
}

export function isWhiteSpace(code: number): boolean {
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
