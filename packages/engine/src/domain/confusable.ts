/**
 * Names in another script's letters that look like Latin ones: `аррӏе.com` has five Cyrillic letters. They do not mix scripts
 * (UTS #39 §4, whole-script confusables), so there are two checks: the name looks like a known one, or all of its letters look
 * Latin below a suffix whose country does not use that script.
 */

import { isAscii } from '../text/ascii.ts'
import { foldMarks } from '../text/fold.ts'

/** Suffixes of countries and languages that write Cyrillic or Greek: words of look-alikes alone are ordinary there. */
const AT_HOME = new Set('ru su by ua kz kg uz tj bg rs mk me mn ba gr cy am ge eu'.split(' '))
const SHORTEST_DISGUISE = 4

export type ConfusableData = {
  /** Letter → the ASCII text it looks like. */
  readonly letters: ReadonlyMap<string, string>
  /** Whether a domain (ASCII) is a known provider's or brand's. */
  readonly isWellKnown: (ascii: string) => boolean
  /** Whether it is one of those that are imitated most: small providers have namesakes with marks (`café.fr`). */
  readonly isImitated: (ascii: string) => boolean
}

/** `unicode` is a domain in its Unicode form, with at least one non-ASCII label. */
export function isConfusable({ letters, isWellKnown, isImitated }: ConfusableData, unicode: string): boolean {
  const skeleton = skeletonOf(letters, unicode)
  if (skeleton !== unicode && isAscii(skeleton) && variantsOf(skeleton).some(isWellKnown)) return true
  if (variantsOf(foldMarks(skeleton)).some(isImitated)) return true
  const suffix = unicode.slice(unicode.lastIndexOf('.') + 1)
  if (AT_HOME.has(suffix) || !isAscii(suffix)) return false
  return unicode
    .split('.')
    .some(
      (label) =>
        label.length >= SHORTEST_DISGUISE && !/[\0-\x7f]/.test(label.replace(/-/g, '')) && isWholly(letters, label),
    )
}

function isWholly(letters: ReadonlyMap<string, string>, label: string): boolean {
  for (const letter of label) if (letter !== '-' && !letters.has(letter)) return false
  return true
}

function skeletonOf(letters: ReadonlyMap<string, string>, text: string): string {
  let skeleton = ''
  for (const letter of text) skeleton += letters.get(letter) ?? letter
  return skeleton
}

/** In the data `l`, `i` and `1` look the same, and `o` and `0`: each name has a few spellings. */
function variantsOf(skeleton: string): string[] {
  const places = [...skeleton].flatMap((letter, at) => (letter === 'i' || letter === 'l' ? [at] : []))
  let variants = [skeleton.replaceAll('0', 'o').replaceAll('1', 'l')]
  for (const at of places.slice(0, MOST_AMBIGUOUS)) {
    variants = variants.flatMap((text) =>
      ['i', 'l'].map((letter) => `${text.slice(0, at)}${letter}${text.slice(at + 1)}`),
    )
  }
  return variants
}

const MOST_AMBIGUOUS = 6
