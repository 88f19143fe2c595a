/** Two names with a period between them and nothing else, of which the data has one, or neither with much weight. */

import { KIND_DIGIT, KIND_PERIOD, type Words } from '../local-part/words.ts'
import { surpriseOf } from '../text/letter-model.ts'
import { familyOf, givenOf, isWellKnown, type NameData } from './weights.ts'

const SHORTEST = 3
const KNOWN_GIVEN = 9
const SURE_GIVEN = 11
const SURE_FAMILY = 11
/** An unknown word after a given name is a family name if it has this many letters, and likely ones. */
const SHORTEST_UNKNOWN = 6
const MOST_BITS = 4

/**
 * `josh.hillmann`, `abylay.smith`: one known name identifies the other. Companies name nearly all mailboxes this way,
 * given name first; at free mail the second word may be an occupation or a place, so more evidence is needed.
 */
export function isWrittenInFull(
  data: NameData,
  words: Words,
  headWeights: number,
  tailWeights: number,
  isFreeMail: boolean,
): boolean {
  if ((words.kinds & ~KIND_DIGIT) !== KIND_PERIOD || words.separators !== 1) return false
  const { starts, ends } = words
  if (ends[0]! - starts[0]! < SHORTEST || ends[1]! - starts[1]! < SHORTEST) return false
  const isSureFamily = familyOf(tailWeights) >= SURE_FAMILY && givenOf(tailWeights) < KNOWN_GIVEN
  const isRareHead = headWeights >= 0 && !isWellKnown(headWeights)
  // A number after two names belongs to a name that somebody chose; only a certain family name is distinguished from a
  // word then.
  if (words.digits > 0) return isRareHead && isSureFamily
  const isRareTail = tailWeights >= 0 && !isWellKnown(tailWeights)
  const isGiven =
    isWellKnown(headWeights) &&
    givenOf(headWeights) >= KNOWN_GIVEN &&
    (!isFreeMail || familyOf(headWeights) <= givenOf(headWeights))
  if (!isFreeMail) {
    if (isGiven || (isRareHead && tailWeights < 0 && givenOf(headWeights) > 0 && familyOf(headWeights) === 0))
      return true
    // A rare word that is a given rather than a family name: the family name may be first.
    const isPerhapsGiven = givenOf(tailWeights) > familyOf(tailWeights)
    return !isWellKnown(headWeights) && ((isRareTail && !isPerhapsGiven) || isSureFamily)
  }
  if (isRareHead) return isSureFamily
  if (!isGiven) return false
  // `adrian.chira`: two given names, the first much better known and in no list of family names.
  if (givenOf(tailWeights) >= KNOWN_GIVEN) {
    return givenOf(headWeights) >= SURE_GIVEN && familyOf(headWeights) === 0 && givenOf(tailWeights) < SURE_GIVEN
  }
  if (tailWeights >= 0) return isRareTail || familyOf(tailWeights) > 0
  return givenOf(headWeights) >= SURE_GIVEN && isLikelyFamily(data, words)
}

function isLikelyFamily({ model }: NameData, { letters, starts, ends }: Words): boolean {
  if (ends[1]! - starts[1]! < SHORTEST_UNKNOWN) return false
  return surpriseOf(model, letters.bytes, starts[1]!, ends[1]!) < MOST_BITS
}
