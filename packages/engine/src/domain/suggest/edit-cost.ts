/**
 * How likely one name is a slip of the fingers for another: the least sum of slips that turns one into the other. Slips that
 * hands make all the time (a neighbouring key, two letters swapped, a letter doubled or its double lost) count less than a
 * whole letter.
 */
const LIGHT = 0.6
const WHOLE = 1
/** One key for another at the far end of the keyboard: rather another name. */
const FAR = 1.5

const KEY_ROWS = ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']
/** Letters that look or sound alike. */
const LOOK_ALIKES = 'mn 0o 1l 1i il vw ck sz uv ea ei yi'.split(' ')

const NEIGHBOURS = new Set<string>()
for (let row = 0; row < KEY_ROWS.length; row++) {
  for (let key = 0; key < KEY_ROWS[row]!.length; key++) {
    const letter = KEY_ROWS[row]![key]!
    // Rows are staggered: below a key stand the one before it and the one of its own number.
    for (const near of [KEY_ROWS[row]![key + 1], KEY_ROWS[row + 1]?.[key], KEY_ROWS[row + 1]?.[key - 1]]) {
      if (near !== undefined) NEIGHBOURS.add(letter + near).add(near + letter)
    }
  }
}
for (const pair of LOOK_ALIKES) NEIGHBOURS.add(pair).add(pair[1]! + pair[0]!)

/** The cost of typing `typed` for `meant`; anything above `most` may come out as infinity. */
export function editCost(typed: string, meant: string, most: number): number {
  if (typed === meant) return 0
  if (Math.abs(typed.length - meant.length) * LIGHT > most) return Number.POSITIVE_INFINITY
  if (slipsAtLeast(typed, meant) * LIGHT > most) return Number.POSITIVE_INFINITY
  let beforeLast: number[] = []
  let last = Array.from({ length: meant.length + 1 }, (_, k) => (k === 0 ? 0 : k * WHOLE))
  for (let i = 1; i <= typed.length; i++) {
    const row = [last[0]! + WHOLE]
    for (let k = 1; k <= meant.length; k++) {
      const a = typed[i - 1]!
      const b = meant[k - 1]!
      const swapped = i > 1 && k > 1 && a !== b && a === meant[k - 2] && b === typed[i - 2]
      row[k] = Math.min(
        last[k - 1]! + (a === b ? 0 : NEIGHBOURS.has(a + b) ? LIGHT : FAR),
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

/** A slip adds, takes away or replaces one letter: letters that only one of the two has are so many slips at least. */
function slipsAtLeast(typed: string, meant: string): number {
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
