// Domains that spell the owner's name by parts: `ayto-villaluz` is "Ayuntamiento de Villaluz", `hmr-legal` "Holm Meyer Reuter".
// Every part of the domain must be found in the name, one of them for certain.

/** Words that a domain adds to a name. */
const ADDITIONS = new Set(
  `legal law lawyers group gruppe online shop store web net gmbh ag kg ltd inc immobilien consulting partner partners beratung kanzlei
  architekten bau service services studio tech digital media design hq app official team verein ev dr info home hotel the`.split(
    /\s+/,
  ),
)
/** Long enough not to be in a name by chance. */
const CERTAIN_MIN_CHARACTERS = 4
const ABBREVIATION_MAX_CHARACTERS = 5
const INITIALS_MIN_COUNT = 3

type Match = 'certain' | 'likely' | undefined

/** Expects folded words, and the labels of the domain between its hyphens. */
export function isSpelledByParts(words: readonly string[], parts: readonly string[]): boolean {
  if (parts.length < 2) return false
  const matches = parts.map((part) => matchPart(words, part))
  return matches.every((match) => match !== undefined) && matches.includes('certain')
}

function matchPart(words: readonly string[], part: string): Match {
  if (isRunOf(words, part)) return part.length >= CERTAIN_MIN_CHARACTERS && !ADDITIONS.has(part) ? 'certain' : 'likely'
  if (part.length >= INITIALS_MIN_COUNT && hasInitials(words, part)) return 'certain'
  if (ADDITIONS.has(part)) return 'likely'
  if (part.length >= 2 && part.length <= ABBREVIATION_MAX_CHARACTERS && hasInitials(words, part)) return 'likely'
  const isPartOf = (word: string) =>
    (part.length >= CERTAIN_MIN_CHARACTERS && word.endsWith(part)) || isAbbreviationOf(part, word)
  return words.some(isPartOf) || isAbbreviationOf(part, words.join('')) ? 'likely' : undefined
}

/** One word, or several written together. */
function isRunOf(words: readonly string[], part: string): boolean {
  return words.some((_, from) => {
    let joined = ''
    for (let at = from; at < words.length && joined.length < part.length; at++) joined += words[at]
    return joined === part
  })
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => word[0]).join('')
}

/** Words that abbreviations leave out. */
const PARTICLES = new Set(
  'de di du da do dos das del della la le les of the und and et y e van der den von für for'.split(' '),
)

function hasInitials(words: readonly string[], part: string): boolean {
  return initialsOf(words).includes(part) || initialsOf(words.filter((word) => !PARTICLES.has(word))).includes(part)
}

/** The same first letter, and the others in their order: `ayto` of "ayuntamiento", `ffw` of "freiwillige feuerwehr". */
function isAbbreviationOf(part: string, word: string): boolean {
  if (part.length < 2 || part.length > ABBREVIATION_MAX_CHARACTERS || part[0] !== word[0]) return false
  let at = 0
  for (const letter of word) if (letter === part[at]) at++
  return at >= part.length
}

/** The least of a word that stands for it. */
const BEGINNING_MIN_CHARACTERS = 3
/** So much of a word is as good as the whole word. */
const CERTAIN_BEGINNING_MIN_CHARACTERS = 8
const WORDS_MAX_COUNT = 8

/**
 * Whether a label is made of words of the name in their order, whole or by their beginnings: `brookfieldchoir` of "Brookfield Community
 * Choir", `coopagricola` of "Cooperativa Agricola". At least two of them, one of them whole.
 */
export function isMadeOfWords(words: readonly string[], label: string): boolean {
  if (isInitialsAndWord(words, label)) return true
  // How much of the label is spelled so far, by how many words (2: or more), and whether one of them is whole.
  let reached = new Set(['0 0 false'])
  for (const word of words.slice(0, WORDS_MAX_COUNT)) {
    const next = new Set(reached)
    for (const state of reached) {
      const [at = '', used = '', whole] = state.split(' ')
      for (let length = word.length; length >= BEGINNING_MIN_CHARACTERS; length--) {
        if (!label.startsWith(word.slice(0, length), Number(at))) continue
        const isCertain = length >= (length === word.length ? CERTAIN_MIN_CHARACTERS : CERTAIN_BEGINNING_MIN_CHARACTERS)
        const isWhole = whole === 'true' || isCertain
        next.add(`${Number(at) + length} ${Math.min(2, Number(used) + 1)} ${isWhole}`)
      }
    }
    reached = next
  }
  return reached.has(`${label.length} 2 true`)
}

/** `svcollege` of "Sri Venkata College". */
function isInitialsAndWord(words: readonly string[], label: string): boolean {
  const last = words.at(-1) ?? ''
  return words.length >= 3 && last.length > CERTAIN_MIN_CHARACTERS && initialsOf(words.slice(0, -1)) + last === label
}
