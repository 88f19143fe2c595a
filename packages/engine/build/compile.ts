// Compiles all tables into one data file.
import { createHash } from 'node:crypto'
import { type DataHeader, TABLE_NAMES, type TableName } from '../src/data/engine-data.ts'
import type { GuardHeader, GuardTableName } from '../src/data/guard-data.ts'
import type { RoleWords } from '../src/data/role-words.ts'
import { DATA_FORMAT, type Profile, type SectionsHeader } from '../src/data/sections.ts'
import { BRAND_DOMAINS } from './brands.ts'
import { compileConfusables } from './confusables.ts'
import { compileDisposable, type DisposableSources, readDisposableSources } from './disposable.ts'
import { writeFilter } from './filter.ts'
import { compileFreeSuffixes } from './free-suffix-table.ts'
import { trainingWords, trainLetterModel } from './letter-model.ts'
import { writeNameTable } from './name-table.ts'
import { compileNames, type NameSources, readNameSources } from './names.ts'
import { compileOwnWords } from './own-words.ts'
import { DISPOSABLE_SOURCES } from './packages.ts'
import { SUGGESTED_DOMAINS } from './provider-domains.ts'
import { compileProviders, readFreeMail } from './providers.ts'
import { compileScripts } from './scripts.ts'
import { writeStartIndex } from './start-index.ts'
import { writeSortedTable, writeStringTable } from './string-table.ts'
import { compileTerms, readListedRoles } from './terms.ts'
import { readTopLevels } from './top-levels.ts'
import { compileTypos } from './typos.ts'
import { OTHER_SCRIPT_WORDS } from './vocabulary/other-scripts.ts'
import { ROLE_HEADS, ROLE_STARTS } from './vocabulary/role-parts.ts'
import { readWellKnownSites, type WellKnownSites } from './well-known-sites.ts'

export type Sources = {
  readonly disposable: DisposableSources
  readonly freeMail: readonly string[]
  readonly roles: readonly string[]
  readonly names: NameSources
  readonly topLevels: readonly string[]
  readonly sites: WellKnownSites
}

const TERM_WORDS: RoleWords = { roleHeads: ROLE_HEADS, roleStarts: ROLE_STARTS, otherScripts: OTHER_SCRIPT_WORDS }

/** Profiles for browsers. */
export const SMALL_PROFILES = ['console', 'guard'] as const
export type SmallProfile = (typeof SMALL_PROFILES)[number]

export type Table = { readonly bytes: Uint8Array; readonly entries: number }

export type Compiled = {
  /** The data of the server. */
  readonly file: Uint8Array
  /** Smaller, less complete data. */
  readonly profiles: Readonly<Record<SmallProfile, Uint8Array>>
  readonly version: string
  readonly tables: Readonly<Record<TableName, Table>>
}

export function readSources(): Sources {
  const disposable = readDisposableSources()
  // A sighting in a single list is not enough to call a mailbox service disposable.
  const { 'burner-email': _sightings, ...lists } = disposable.lists
  const sites = readWellKnownSites()
  return {
    disposable,
    sites,
    freeMail: readFreeMail(new Set(Object.values(lists).flat()), sites),
    roles: readListedRoles(),
    names: readNameSources(),
    topLevels: readTopLevels(),
  }
}

export function compile(sources: Sources): Compiled {
  const typoTargets = compileTypos(Object.values(sources.disposable.lists).flat())
  const providers = compileProviders(sources.freeMail, (domain) => typoTargets.has(domain))
  const names = compileNames(sources.names)
  const training = trainingWords(sources.names)
  const strings = {
    disposable: compileDisposable(
      sources.disposable,
      [...providers.domains.keys(), ...typoTargets.keys()],
      [...sources.sites.companies, ...sources.sites.universities],
    ),
    providers: providers.domains,
    typos: new Map([...typoTargets].map(([typo, meant]) => [typo, SUGGESTED_DOMAINS.indexOf(meant)])),
    freeSuffixes: compileFreeSuffixes(sources.disposable),
    terms: compileTerms(sources.roles, sources.names),
  }
  const tables: Record<TableName, Table> = {
    disposable: stringTable(strings.disposable),
    providers: stringTable(strings.providers),
    typos: stringTable(strings.typos),
    freeSuffixes: stringTable(strings.freeSuffixes),
    terms: stringTable(strings.terms, 3),
    termStarts: startIndex(strings.terms),
    names: nameTable(names.wellKnown),
    nameStarts: startIndex(names.wellKnown),
    rareNames: nameTable(names.rare),
    model: { bytes: trainLetterModel(training), entries: training.size },
    scripts: compileScripts(),
  }
  const ownWords = compileOwnWords(sources.names)
  const version = versionOf(tables, ownWords)
  const header = (profile: Profile): DataHeader => ({
    ...TERM_WORDS,
    profile,
    version,
    disposableSources: DISPOSABLE_SOURCES,
    providerNames: providers.names,
    suggestedDomains: SUGGESTED_DOMAINS,
    ownWords,
    brandDomains: BRAND_DOMAINS,
    confusables: compileConfusables(),
  })
  const guardHeader: GuardHeader = {
    ...TERM_WORDS,
    profile: 'guard',
    version,
    providerNames: providers.names,
    suggestedDomains: SUGGESTED_DOMAINS,
    ownWords,
  }
  const sorted = {
    disposable: writeSortedTable(strings.disposable),
    providers: writeSortedTable(strings.providers),
    typos: writeSortedTable(strings.typos),
    freeSuffixes: writeSortedTable(strings.freeSuffixes),
    terms: writeSortedTable(strings.terms),
  }
  const bytes = (name: TableName) => tables[name].bytes
  return {
    file: joinTables(header('full'), mapTables(bytes)),
    profiles: {
      console: joinTables(header('console'), {
        ...mapTables(bytes),
        ...sorted,
        rareNames: writeNameTable(new Map()),
      }),
      guard: joinTables<GuardTableName>(guardHeader, {
        ...sorted,
        disposable: writeFilter(namedBySomeList(strings.disposable)),
        topLevels: writeSortedTable(new Map(sources.topLevels.map((name) => [name, 0]))),
        scripts: bytes('scripts'),
      }),
    },
    version,
    tables,
  }
}

/** Without the known mistakes of lists, which the table stores with an empty mask. */
function namedBySomeList(disposable: ReadonlyMap<string, number>): string[] {
  return [...disposable].filter(([, mask]) => mask !== 0).map(([domain]) => domain)
}

function versionOf(tables: Readonly<Record<TableName, Table>>, ownWords: readonly string[]): string {
  const hash = createHash('sha256')
  for (const name of TABLE_NAMES) hash.update(tables[name].bytes)
  hash.update(JSON.stringify([SUGGESTED_DOMAINS, ownWords, BRAND_DOMAINS, compileConfusables(), TERM_WORDS]))
  return hash.digest('hex').slice(0, 12)
}

function mapTables<T>(of: (name: TableName) => T): Record<TableName, T> {
  return Object.fromEntries(TABLE_NAMES.map((name) => [name, of(name)])) as Record<TableName, T>
}

function stringTable(map: ReadonlyMap<string, number>, slotsPerEntry?: number): Table {
  return { bytes: writeStringTable(map, slotsPerEntry), entries: map.size }
}

function startIndex(map: ReadonlyMap<string, number>): Table {
  return { bytes: writeStartIndex(map.keys()), entries: map.size }
}

function nameTable(map: ReadonlyMap<string, number>): Table {
  return { bytes: writeNameTable(map), entries: map.size }
}

function joinTables<Name extends string>(
  about: DataHeader | GuardHeader,
  tables: Readonly<Record<Name, Uint8Array>>,
): Uint8Array {
  let length = 0
  const places = {} as Record<Name, [number, number]>
  const all = Object.entries(tables) as [Name, Uint8Array][]
  for (const [name, bytes] of all) {
    places[name] = [length, bytes.length]
    length += aligned(bytes.length)
  }
  const header: SectionsHeader<Name> = { format: DATA_FORMAT, ...about, tables: places }
  const json = JSON.stringify(header).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const text = Buffer.from(json.padEnd(aligned(json.length)), 'ascii')
  const file = new Uint8Array(4 + text.length + length)
  new Uint32Array(file.buffer, 0, 1)[0] = text.length
  file.set(text, 4)
  for (const [name, bytes] of all) file.set(bytes, 4 + text.length + places[name][0])
  return file
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4
}
