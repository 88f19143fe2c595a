/**
 * Keyboard walks: sequences of neighboring keys (`qwerty`, `1qaz2wsx`, `фывапролд`) carry no meaning. Letters of other
 * scripts count as the Latin keys at the same positions.
 */
import { codeAt } from '../text/code-at.ts'

/** The length of a run of keys in one row that is a whole word ("asdf"). */
export const SHORTEST_RUN = 4
/** A walk has at least this many keys, and this share of its steps reaches a neighboring key. */
export const SHORTEST_WALK = 6
export const WALK_SHARE = 0.8

const CODES = 128
/** Key code → row number. */
const ROW_OF = new Uint8Array(CODES)
/** Key → position: its row and its horizontal offset, including the stagger of the rows. */
const PLACES = new Map<string, readonly [row: number, column: number]>()
const ROWS = ['1234567890', 'qwertyuiop[]', "asdfghjkl;'", 'zxcvbnm,./'] as const
const STAGGER = [0, 0.5, 0.75, 1.25]
ROWS.forEach((keys, row) => {
  ;[...keys].forEach((key, i) => {
    PLACES.set(key, [row, i + STAGGER[row]!])
    ROW_OF[key.charCodeAt(0)] = row
  })
})

/** The letters on the keys of `ROWS[1]`, `ROWS[2]` and `ROWS[3]`; a space where a key has no letter. */
const LAYOUTS = [
  // Russian, Ukrainian, Bulgarian (phonetic layouts follow the Latin letters).
  ['йцукенгшщзхъ', 'фывапролджэ', 'ячсмитьбю'],
  ['йцукенгшщзхї', 'фівапролджє', 'ячсмитьбю'],
  [' ςερτυθιοπ', 'ασδφγηξκλ', 'ζχψωβνμ'],
  ['  קראטוןםפ', 'שדגכעיחלךף', 'זסבהנמצתץ'],
  ['ضصثقفغعهخحجد', 'شسيبلاتنمكط', 'ئءؤر ىةوزظ'],
  ['ضصثقفغعهخحجچ', 'شسیبلاتنمکگ', 'ظطزرذدپو'],
]

/** Letter code → code of the Latin key at its position; 0 for all others. Arabic is the last of these scripts. */
const LATIN_KEYS = new Uint8Array(0x700)
for (const layout of LAYOUTS) {
  layout.forEach((letters, row) => {
    ;[...letters].forEach((letter, i) => {
      const key = ROWS[row + 1]![i]
      const code = letter.charCodeAt(0)
      if (letter !== ' ' && key !== undefined && LATIN_KEYS[code] === 0) LATIN_KEYS[code] = key.charCodeAt(0)
    })
  })
}

const NEAR = new Uint8Array(CODES * CODES)
for (const [a, [rowA, columnA]] of PLACES) {
  for (const [b, [rowB, columnB]] of PLACES) {
    const isNear = Math.abs(rowA - rowB) <= 1 && Math.abs(columnA - columnB) <= 1
    if (a !== b && isNear) NEAR[a.charCodeAt(0) * CODES + b.charCodeAt(0)] = 1
  }
}

export function areNeighbors(a: number, b: number): boolean {
  return a < CODES && b < CODES && NEAR[a * CODES + b] === 1
}

/** How many steps of the text in [start, end) reach a neighboring key. */
export function countNeighbors(codes: ArrayLike<number>, start: number, end: number): number {
  let steps = 0
  for (let i = start + 1; i < end; i++) if (areNeighbors(codes[i - 1]!, codes[i]!)) steps++
  return steps
}

/** Letters of another script as the codes of the Latin keys at their positions; letters without a position are omitted. */
export function keysOf(text: string): number[] {
  const keys: number[] = []
  for (let i = 0; i < text.length; i++) {
    const key = LATIN_KEYS[codeAt(text, i)]
    if (key !== undefined && key !== 0) keys.push(key)
  }
  return keys
}

export function isOneRow(keys: readonly number[]): boolean {
  return keys.every((key) => ROW_OF[key] === ROW_OF[keys[0]!])
}
