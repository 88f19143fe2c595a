/**
 * How likely one name is a typo of another: the lowest total cost of typos that turns one into the other. Frequent
 * typos (a neighboring key, two letters swapped, a letter doubled or its double lost) cost less than a whole letter.
 */
const LIGHT = 0.6
const WHOLE = 1
/** A key that is not adjacent: probably a different name. */
const FAR = 1.5

const KEY_ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** Letters that look or sound similar. */
const LOOK_ALIKES = 'mn 0o 1l 1i il vw ck sz uv ea ei yi'.split(' ')

const NEIGHBORS = new Set<string>()
for (let row = 0; row < KEY_ROWS.length; row++) {
  for (let key = 0; key < KEY_ROWS[row]!.length; key++) {
    const letter = KEY_ROWS[row]![key]!
    // Rows are staggered: the keys below a key are at its index and the index before.
    for (const near of [KEY_ROWS[row]![key + 1], KEY_ROWS[row + 1]?.[key], KEY_ROWS[row + 1]?.[key - 1]]) {
      if (near !== undefined) NEIGHBORS.add(letter + near).add(near + letter)
    }
  }
}
for (const pair of LOOK_ALIKES) NEIGHBORS.add(pair).add(pair[1]! + pair[0]!)

/** The cost of typing `typed` for `meant`; a cost above `most` may be returned as infinity. */
export function editCost(typed: string, meant: string, most: number): number {
  if (typed === meant) return 0
  if (Math.abs(typed.length - meant.length) * LIGHT > most) return Number.POSITIVE_INFINITY
  if (leastTypos(typed, meant) * LIGHT > most) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, k) => (k === 0 ? 0 : k * WHOLE))
  for (let i = 1; i <= typed.length; i++) {
    const row = [last[0]! + WHOLE]
    for (let k = 1; k <= meant.length; k++) {
      const a = typed[i - 1]!
      const b = meant[k - 1]!
      const swapped = i > 1 && k > 1 && a !== b && a === meant[k - 2] && b === typed[i - 2]
      row[k] = Math.min(
        last[k - 1]! + (a === b ? 0 : NEIGHBORS.has(a + b) ? LIGHT : FAR),
        last[k]! + (a === typed[i - 2] || a === typed[i] ? LIGHT : WHOLE),
        row[k - 1]! + (b === meant[k - 2] || b === meant[k] ? LIGHT : WHOLE),
        swapped ? beforeLast[k - 2]! + LIGHT : Number.POSITIVE_INFINITY,
      )
    }
    if (Math.min(...row) > most) return Number.POSITIVE_INFINITY
    beforeLast = last
    last = row
  }
  return last[meant.length]!
}

/**
 * A typo adds, removes or replaces one letter, so the number of letters that only one of the two names has is a lower
 * bound.
 */
function leastTypos(typed: string, meant: string): number {
  /** By ASCII code: how much more often the letter is in one name than in the other. */
  const surplus = new Int8Array(128)
  for (let at = 0; at < typed.length; at++) surplus[typed.charCodeAt(at) & 127]!++
  for (let at = 0; at < meant.length; at++) surplus[meant.charCodeAt(at) & 127]!--
  let added = 0
  let lost = 0
  for (const name of [typed, meant]) {
    for (let at = 0; at < name.length; at++) {
      const code = name.charCodeAt(at) & 127
      const count = surplus[code]!
      surplus[code] = 0
      if (count > 0) added += count
      else lost -= count
    }
  }
  return Math.max(added, lost)
}
