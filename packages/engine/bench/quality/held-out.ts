/**
 * Engines that have not seen their test data: each is compiled without one half of the locales, without one list of
 * disposable domains (and without is-burner-email, which aggregates the others), and without the list of roles.
 */
import { compile, type Sources } from '../../build/compile.ts'
import type { LocaleNames } from '../../build/name-lists/read.ts'
import type { DisposableSource } from '../../build/packages.ts'
import { createEngine, type Engine } from '../../src/engine.ts'

/** Related locales share names, so they stay together. */
const HALVES: readonly (readonly string[])[] = [
  [
    'af_ZA nl nl_BE',
    'az tr uz_UZ_latin',
    'cs_CZ sk',
    'da nb_NO sv',
    'es es_MX',
    'hu',
    'id_ID',
    'ka_GE',
    'ru uk',
    'yo_NG en_NG',
  ],
  [
    'de de_AT de_CH',
    'el',
    'en_IN en_NP',
    'en_GH zu_ZA',
    'fi',
    'fr fr_BE fr_CH fr_SN',
    'hr sr_RS_latin sl_SI mk',
    'hy',
    'it',
    'ku_kmr_latin',
    'lv',
    'pl',
    'pt_BR pt_PT',
    'ro ro_MD',
    'vi',
  ],
].map((groups) => groups.flatMap((group) => group.split(' ')))

const HELD_OUT_LISTS: readonly DisposableSource[] = ['disposable-email-domains-js', 'fakefilter']
const GATHERING_LIST: DisposableSource = 'is-burner-email'

export type HeldOut = {
  readonly engine: Engine
  readonly locales: ReadonlyMap<string, LocaleNames>
  readonly list: DisposableSource
  /** Whether any of the data that the engine was compiled from contains the name. */
  readonly hasSeen: (name: string) => boolean
}

export function createHeldOut(sources: Sources): HeldOut[] {
  return HALVES.map((half, i) => {
    const isHeldOut = (locale: string) => half.includes(locale)
    const list = HELD_OUT_LISTS[i]!
    const seenLocales = new Map([...sources.names.locales].filter(([locale]) => !isHeldOut(locale)))
    const { file } = compile({
      disposable: {
        lists: { ...sources.disposable.lists, [list]: [], [GATHERING_LIST]: [] },
        allowed: [],
      },
      freeMail: [],
      roles: [],
      names: { ...sources.names, locales: seenLocales },
      topLevels: [],
      sites: sources.sites,
    })
    const seen = new Set([
      ...sources.names.births.keys(),
      ...sources.names.undivided,
      ...[...seenLocales.values()].flatMap(({ given, family }) => [...given, ...family]),
    ])
    return {
      engine: createEngine(file),
      locales: new Map([...sources.names.locales].filter(([locale]) => isHeldOut(locale))),
      list,
      hasSeen: (name) => seen.has(name),
    }
  })
}
