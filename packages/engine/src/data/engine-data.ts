/** The tables of the engine, opened in place: loading costs one read. */

import { openScriptTable, type ScriptTable } from '../text/scripts.ts'
import { type NameTable, openNameTable } from './name-table.ts'
import type { RoleWords } from './role-words.ts'
import { openSections, type Profile } from './sections.ts'
import { openStartIndex, type StartIndex } from './start-index.ts'
import { openStringTable, type StringTable } from './string-table.ts'

export const TABLE_NAMES = [
  'disposable',
  'providers',
  'typos',
  'freeSuffixes',
  'terms',
  'termStarts',
  'names',
  'nameStarts',
  'rareNames',
  'model',
  'scripts',
] as const
export type TableName = (typeof TABLE_NAMES)[number]

export type DataHeader = RoleWords & {
  readonly profile: Profile
  /** Changes whenever any table does; all profiles of a build have the same. */
  readonly version: string
  /** The lists a disposable domain can come from; a table's value is a bit mask over them. */
  readonly disposableSources: readonly string[]
  readonly providerNames: readonly string[]
  /** The domains that a suggestion can lead to, the larger first. */
  readonly suggestedDomains: readonly string[]
  /** Words and names that come close to the name of one of them. */
  readonly ownWords: readonly string[]
  /** Domains that confusable names imitate, besides those of providers. */
  readonly brandDomains: readonly string[]
  /** Non-ASCII letters, each with the ASCII text it looks like. */
  readonly confusables: Readonly<Record<string, string>>
}

export type EngineData = DataHeader & {
  /** Domain → mask of `disposableSources`. */
  readonly disposable: StringTable
  /** Mail domain → index into `providerNames`, and traits, see `mail-provider.ts`. */
  readonly providers: StringTable
  /** Known misspelling → index into `suggestedDomains`. */
  readonly typos: StringTable
  /** Suffix below which names are free → a FREE constant of `free-suffixes.ts`. */
  readonly freeSuffixes: StringTable
  /** Role word or phrase → a mask of the TERM constants of `roles/vocabulary.ts`. */
  readonly terms: StringTable
  readonly termStarts: StartIndex
  /** Weights of given and family names, see `names/weights.ts`: those that are well known … */
  readonly names: NameTable
  readonly nameStarts: StartIndex
  /** … and the many others, in a separate table: the first one stays small enough for the processor's cache. */
  readonly rareNames: NameTable
  /** Surprise of each letter after three others, see `letter-model.ts`. */
  readonly model: Uint8Array
  readonly scripts: ScriptTable
}

export function openData(file: Uint8Array): EngineData {
  const { header, table } = openSections<DataHeader, TableName>(file)
  if (header.profile !== 'full' && header.profile !== 'console')
    throw new Error('This is the data of the guard: createGuardEngine reads it.')
  return {
    ...header,
    disposable: openStringTable(table('disposable')),
    providers: openStringTable(table('providers')),
    typos: openStringTable(table('typos')),
    freeSuffixes: openStringTable(table('freeSuffixes')),
    terms: openStringTable(table('terms')),
    termStarts: openStartIndex(table('termStarts')),
    names: openNameTable(table('names')),
    nameStarts: openStartIndex(table('nameStarts')),
    rareNames: openNameTable(table('rareNames')),
    model: table('model'),
    scripts: openScriptTable(table('scripts')),
  }
}
