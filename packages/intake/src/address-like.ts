// Whether a text contains something like an address. Scans character by character: a cell may have a megabyte, and a
// pattern with two open ends would take quadratic time.

/** An @ between letters, followed by a dot between letters, without a space. */
export function holdsAddress(text: string): boolean {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    if (at === 0 || isBreak(text.charCodeAt(at - 1))) continue
    let hasDot = false
    for (let next = at + 1; next < text.length; next++) {
      const code = text.charCodeAt(next)
      if (isBreak(code) || code === AT) break
      if (hasDot) return true
      hasDot = code === DOT && next > at + 1
    }
  }
  return false
}

/** An address and nothing else, except one pair of quotes or angle brackets. */
export function isOnlyAddress(text: string): boolean {
  const trimmed = text.trim()
  const bare = /^["'<]/.test(trimmed) ? trimmed.slice(1, -1) : trimmed
  if (bare.length > 320 || bare.indexOf('@') !== bare.lastIndexOf('@')) return false
  for (let at = 0; at < bare.length; at++) if (isBreak(bare.charCodeAt(at))) return false
  return holdsAddress(bare)
}

const AT = 0x40
const DOT = 0x2e

/** White space, brackets and separators of addresses. */
function isBreak(code: number): boolean {
  return code <= 0x20 || BREAKS.has(code)
}

const BREAKS = new Set(Array.from('<>(),;:|"\u00a0\u2028\u2029\u3000', (letter) => letter.charCodeAt(0)))
