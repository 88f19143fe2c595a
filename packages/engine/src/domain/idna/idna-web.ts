/**
 * Like `idna.ts`, using the URL parser of browsers and workers, which parses host names by UTS #46. It is more lenient
 * in two points (hyphens, and ASCII other than letters and digits), which are checked here.
 */
const HOST_NAME = /^[a-z0-9.-]*$/
const PREFIX = 'xn--'

export function toAscii(domain: string): string | null {
  let ascii: string
  try {
    ascii = new URL(`http://${domain}/`).hostname
  } catch {
    return null
  }
  if (!HOST_NAME.test(ascii)) return null
  return ascii.split('.').every(hasSoundHyphens) ? ascii : null
}

/** Expects a name that `toAscii` returned. */
export function toUnicode(ascii: string): string {
  return ascii
    .split('.')
    .map((label) => (label.startsWith(PREFIX) ? decode(label.slice(PREFIX.length)) : label))
    .join('.')
}

function hasSoundHyphens(label: string): boolean {
  const unicode = label.startsWith(PREFIX) ? decode(label.slice(PREFIX.length)) : label
  return !unicode.startsWith('-') && !unicode.endsWith('-') && !unicode.startsWith('--', 2)
}

/** Punycode, RFC 3492 §6.2, with its own names for the constants. */
const BASE = 36
const T_MIN = 1
const T_MAX = 26
const SKEW = 38
const DAMP = 700
const INITIAL_BIAS = 72
const INITIAL_N = 128

function decode(label: string): string {
  const delimiter = label.lastIndexOf('-')
  const points = Array.from(label.slice(0, Math.max(0, delimiter)), (letter) => letter.charCodeAt(0))
  let n = INITIAL_N
  let i = 0
  let bias = INITIAL_BIAS
  for (let at = delimiter + 1; at < label.length; ) {
    const before = i
    let weight = 1
    for (let k = BASE; ; k += BASE) {
      const digit = Number.parseInt(label[at++]!, BASE)
      const value = digit < 10 ? digit + 26 : digit - 10
      i += value * weight
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias))
      if (value < threshold || at >= label.length) break
      weight *= BASE - threshold
    }
    const count = points.length + 1
    bias = adapt(i - before, count, before === 0)
    n += Math.floor(i / count)
    i %= count
    points.splice(i++, 0, n)
  }
  return String.fromCodePoint(...points)
}

function adapt(distance: number, count: number, isFirst: boolean): number {
  let delta = Math.floor(distance / (isFirst ? DAMP : 2))
  delta += Math.floor(delta / count)
  let k = 0
  for (; delta > ((BASE - T_MIN) * T_MAX) / 2; k += BASE) delta = Math.floor(delta / (BASE - T_MIN))
  return k + Math.floor(((BASE - T_MIN + 1) * delta) / (delta + SKEW))
}
