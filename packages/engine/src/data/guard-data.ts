/** The data of the guard, which every visitor of a form loads: what fits into a quarter of a megabyte. */

import { openScriptTable, type ScriptTable } from '../text/scripts.ts'
import { type Filter, openFilter } from './filter.ts'
import type { RoleWords } from './role-words.ts'
import { openSections } from './sections.ts'
import { ANY_START, type StartIndex } from './start-index.ts'
import { openStringTable, type StringTable } from './string-table.ts'

export type GuardTableName = 'disposable' | 'providers' | 'typos' | 'freeSuffixes' | 'terms' | 'topLevels' | 'scripts'

export type GuardHeader = RoleWords & {
  readonly profile: 'guard'
  readonly version: string
  readonly providerNames: readonly string[]
  readonly suggestedDomains: readonly string[]
  readonly ownWords: readonly string[]
}

/** As in `EngineData`, less what is too large for a page. */
export type GuardData = GuardHeader & {
  /** Disposable domains; one other domain in 256 matches, too. */
  readonly disposable: Filter
  readonly providers: StringTable
  readonly typos: StringTable
  readonly freeSuffixes: StringTable
  readonly terms: StringTable
  readonly termStarts: StartIndex
  /** All top-level domains. */
  readonly topLevels: StringTable
  readonly scripts: ScriptTable
}

export function openGuardData(file: Uint8Array): GuardData {
  const { header, table } = openSections<GuardHeader, GuardTableName>(file)
  if (header.profile !== 'guard') throw new Error('This is not the data of the guard: createEngine reads it.')
  return {
    ...header,
    termStarts: ANY_START,
    disposable: openFilter(table('disposable')),
    providers: openStringTable(table('providers')),
    typos: openStringTable(table('typos')),
    freeSuffixes: openStringTable(table('freeSuffixes')),
    terms: openStringTable(table('terms')),
    topLevels: openStringTable(table('topLevels')),
    scripts: openScriptTable(table('scripts')),
  }
}
