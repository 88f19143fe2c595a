// Trains the letter model of src/text/letter-model.ts: four letters in a row, each order smoothed by the next lower one.
import { ALPHABET_SIZE, SIXTEENTHS } from '../src/text/letter-model.ts'
import { magnitude, type NameSources } from './names.ts'

const ORDER = 4
/** How much the lower order counts against what was seen, per distinct letter that was seen to follow. */
const SMOOTHING = 4
/** Only even sixteenths are kept: the same words are distinguished and the file is smaller. */
const EIGHTHS = 8

/** Word → weight. Integers, so that sums do not depend on the order of additions. */
export function trainingWords({ births, locales, undivided, words }: NameSources): Map<string, number> {
  const weights = new Map<string, number>()
  const add = (word: string, weight: number) => {
    if (/^[a-z]{2,}$/.test(word)) weights.set(word, Math.max(weights.get(word) ?? 0, weight))
  }
  for (const [name, count] of births) add(name, 4 + 4 * magnitude(count))
  for (const name of undivided) add(name, 6)
  for (const [word, count] of words) if (count > 2) add(word, 2 + magnitude(count))
  for (const { given, family } of locales.values()) for (const name of [...given, ...family]) add(name, 24)
  return weights
}

export function trainLetterModel(weights: ReadonlyMap<string, number>): Uint8Array {
  const counts = Array.from({ length: ORDER }, (_, order) => new Float64Array(ALPHABET_SIZE ** (order + 1)))
  for (const [word, weight] of weights) countLetters(counts, word, weight)

  const total = counts[0]!.reduce((sum, count) => sum + count, 0)
  let probabilities: Float64Array = counts[0]!.map((count) => (count + 1) / (total + ALPHABET_SIZE))
  for (const seen of counts.slice(1)) probabilities = smooth(seen, probabilities)
  return Uint8Array.from(probabilities, (probability) => Math.min(255, sixteenthsOfSurprise(probability)))
}

function countLetters(counts: readonly Float64Array[], word: string, weight: number): void {
  let history = 0
  for (let i = 0; i <= word.length; i++) {
    const letter = i < word.length ? word.charCodeAt(i) - 0x60 : 0
    const full = history * ALPHABET_SIZE + letter
    for (const count of counts) count[full % count.length]! += weight
    history = full % ALPHABET_SIZE ** (ORDER - 1)
  }
}

/** Witten-Bell smoothing: the more distinct letters follow a history, the more weight the shorter history has. */
function smooth(seen: Float64Array, lower: Float64Array): Float64Array {
  const result = new Float64Array(seen.length)
  for (let start = 0; start < seen.length; start += ALPHABET_SIZE) {
    const following = seen.subarray(start, start + ALPHABET_SIZE)
    const sum = following.reduce((a, b) => a + b, 0)
    const left = Math.max(1, SMOOTHING * following.reduce((kinds, count) => kinds + (count > 0 ? 1 : 0), 0))
    for (let letter = 0; letter < ALPHABET_SIZE; letter++) {
      const at = start + letter
      result[at] = (seen[at]! + left * lower[at % lower.length]!) / (sum + left)
    }
  }
  return result
}

/**
 * -16 · log2(p), rounded to an even number. Uses multiplications only: the last bit of `Math.log2` may differ between
 * engines or processors, and the same packages must give the same bytes everywhere.
 */
function sixteenthsOfSurprise(probability: number): number {
  let halvings = 0
  let rest = probability
  while (rest < 1) {
    rest *= 2
    halvings++
  }
  let fraction = 0
  for (let bit = 0.5; bit > 1 / 1024; bit /= 2) {
    rest *= rest
    if (rest < 2) continue
    rest /= 2
    fraction += bit
  }
  return Math.round((halvings - fraction) * EIGHTHS) * (SIXTEENTHS / EIGHTHS)
}
