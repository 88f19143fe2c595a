/** Keyboard rows, keyboard walks and repetitions in a word of a–z. */
import type { IrregularRule } from '../verdict/flags.ts'
import { areNeighbors, countNeighbors, SHORTEST_RUN, SHORTEST_WALK, WALK_SHARE } from './keyboard.ts'

/** A row of keys inside a word: names contain up to five (`albertyu`, `niteshijkl`). */
const KEY_RUN_INSIDE = 6
/** Up to this length every step must reach a neighboring key: parts of names and words also do (`drewsq`). */
export const SHORT_WALK = 6
const SAME_LETTER_RUN = 5
/** A word with this many other letters is an elongated word: `hellooooo`. */
const LETTERS_OF_A_DRAWN_OUT_WORD = 4
/** How often a group of letters must occur. */
const PERIODS = 3

export function findRunRule(bytes: Uint8Array, start: number, end: number): IrregularRule {
  if (end - start < SHORTEST_RUN) return 'none'
  let same = 1
  let rightwards = 1
  let leftwards = 1
  let alphabet = 1
  let longest = 1
  let longestSame = 1
  let steps = 0
  for (let i = start + 1; i < end; i++) {
    const marks = PAIRS[(bytes[i - 1]! & 31) * 32 + (bytes[i]! & 31)]!
    steps += marks >>> STEP_SHIFT
    const pair = marks & RUNS
    if (pair === 0) {
      same = rightwards = leftwards = alphabet = 1
      continue
    }
    same = (pair & SAME) !== 0 ? same + 1 : 1
    rightwards = (pair & RIGHTWARDS) !== 0 ? rightwards + 1 : 1
    leftwards = (pair & LEFTWARDS) !== 0 ? leftwards + 1 : 1
    alphabet = (pair & ALPHABET) !== 0 ? alphabet + 1 : 1
    longestSame = Math.max(longestSame, same)
    longest = Math.max(longest, rightwards, leftwards, alphabet)
  }
  if (longestSame >= SAME_LETTER_RUN && end - start - longestSame < LETTERS_OF_A_DRAWN_OUT_WORD) return 'repetition'
  if (longest >= KEY_RUN_INSIDE || longest === end - start) return 'keyboard_row'
  const target = end - start <= SHORT_WALK ? end - start - 1 : WALK_SHARE * (end - start - 1)
  if (end - start >= SHORTEST_WALK && steps >= target) return 'keyboard_walk'
  return isPeriodic(bytes, start, end) || isWalkedTwice(bytes, start, end) ? 'repetition' : 'none'
}

/** `qweqwe`: the same three keys twice. With four keys it may be a name (`fred`). */
function isWalkedTwice(bytes: Uint8Array, start: number, end: number): boolean {
  const middle = start + KEYS_OF_A_SHORT_WALK
  if (end - middle !== KEYS_OF_A_SHORT_WALK || !isWholeWalk(bytes, start, middle)) return false
  return bytes.subarray(start, middle).every((key, i) => key === bytes[middle + i])
}

const KEYS_OF_A_SHORT_WALK = 3

/**
 * One group of letters repeated, unless it is a syllable or a short name, which people repeat (`lalala`,
 * `terateratera`).
 */
function isPeriodic(bytes: Uint8Array, start: number, end: number): boolean {
  for (let period = 2; period * PERIODS <= end - start; period++) {
    let i = start + period
    while (i < end && bytes[i] === bytes[i - period]) i++
    if (i === end) return !hasVowelAndConsonant(bytes, start, start + period)
  }
  return false
}

function hasVowelAndConsonant(bytes: Uint8Array, start: number, end: number): boolean {
  let vowels = 0
  for (let i = start; i < end; i++) if (VOWELS.has(bytes[i]!)) vowels++
  return vowels > 0 && vowels < end - start && end - start <= SYLLABLE_LETTERS && !isWholeWalk(bytes, start, end)
}

/** `asd` is not a syllable. */
function isWholeWalk(bytes: Uint8Array, start: number, end: number): boolean {
  return end - start > 2 && countNeighbors(bytes, start, end) === end - start - 1
}

const SYLLABLE_LETTERS = 4
const VOWELS = new Set(Array.from('aeiouy', (letter) => letter.charCodeAt(0)))

/** Relations between two consecutive letters: `PAIRS` has a mask of these for each pair. */
const SAME = 1
const RIGHTWARDS = 2
const LEFTWARDS = 4
const ALPHABET = 8
const RUNS = SAME | RIGHTWARDS | LEFTWARDS | ALPHABET
/** The next bit: the two keys are neighbors. */
const STEP_SHIFT = 4
const PAIRS = new Uint8Array(32 * 32)
for (let letter = 1; letter <= 26; letter++) {
  for (let next = 1; next <= 26; next++) {
    if (areNeighbors(letter | 0x60, next | 0x60)) PAIRS[letter * 32 + next] = 1 << STEP_SHIFT
  }
  PAIRS[letter * 32 + letter] = SAME
}
markRow('abcdefghijklmnopqrstuvwxyz', ALPHABET, 0)
for (const row of 'qwertyuiop asdfghjkl zxcvbnm qwertzuiop yxcvbnm azertyuiop qsdfghjklm wxcvbn'.split(' ')) {
  markRow(row, RIGHTWARDS, LEFTWARDS)
}

function markRow(row: string, forward: number, backward: number): void {
  for (let i = 1; i < row.length; i++) {
    const before = row.charCodeAt(i - 1) & 31
    const letter = row.charCodeAt(i) & 31
    PAIRS[before * 32 + letter]! |= forward
    PAIRS[letter * 32 + before]! |= backward
  }
}
