// Compiles all tables and puts them into one data file.
import { createHash } from 'node:crypto'
import { DATA_FORMAT, type DataHeader, TABLE_NAMES, type TableName } from '../src/data-file.ts'
import { BRAND_DOMAINS } from './brands.ts'
import { compileConfusables } from './confusables.ts'
import { compileDisposable, type DisposableSources, readDisposableSources } from './disposable.ts'
import { compileFreeSuffixes } from './free-suffix-table.ts'
import { trainingWords, trainLetterModel } from './letter-model.ts'
import { writeNameTable } from './name-table.ts'
import { compileNames, type NameSources, readNameSources } from './names.ts'
import { DISPOSABLE_SOURCES } from './packages.ts'
import { SUGGESTED_DOMAINS } from './provider-domains.ts'
import { compileProviders, readFreeMail } from './providers.ts'
import { compileScripts } from './scripts.ts'
import { writeStringTable } from './string-table.ts'
import { compileTerms, readListedRoles } from './terms.ts'
import { compileTypos } from './typos.ts'

export type Sources = {
  readonly disposable: DisposableSources
  readonly freeMail: readonly string[]
  readonly roles: readonly string[]
  readonly names: NameSources
}

export type Table = { readonly bytes: Uint8Array; readonly entries: number }

export type Compiled = {
  readonly file: Uint8Array
  readonly version: string
  readonly tables: Readonly<Record<TableName, Table>>
}

export async function readSources(): Promise<Sources> {
  const disposable = readDisposableSources()
  return {
    disposable,
    freeMail: readFreeMail(new Set(Object.values(disposable.lists).flat())),
    roles: readListedRoles(),
    names: await readNameSources(),
  }
}

export function compile(sources: Sources): Compiled {
  const typos = compileTypos(Object.values(sources.disposable.lists).flat())
  const providers = compileProviders(sources.freeMail, (domain) => typos.has(domain))
  const names = compileNames(sources.names)
  const training = trainingWords(sources.names)
  const tables: Record<TableName, Table> = {
    disposable: stringTable(compileDisposable(sources.disposable, [...providers.domains.keys(), ...typos.keys()])),
    providers: stringTable(providers.domains),
    typos: stringTable(new Map([...typos].map(([typo, meant]) => [typo, SUGGESTED_DOMAINS.indexOf(meant)]))),
    freeSuffixes: stringTable(compileFreeSuffixes(sources.disposable)),
    terms: stringTable(compileTerms(sources.roles, sources.names), 3),
    names: nameTable(names.wellKnown),
    rareNames: nameTable(names.rare),
    model: { bytes: trainLetterModel(training), entries: training.size },
    scripts: compileScripts(),
  }
  const hash = createHash('sha256')
  for (const name of TABLE_NAMES) hash.update(tables[name].bytes)
  hash.update(JSON.stringify([SUGGESTED_DOMAINS, BRAND_DOMAINS, compileConfusables()]))
  const version = hash.digest('hex').slice(0, 12)
  return { file: joinTables(version, providers.names, tables), version, tables }
}

function stringTable(map: ReadonlyMap<string, number>, slotsPerEntry?: number): Table {
  return { bytes: writeStringTable(map, slotsPerEntry), entries: map.size }
}

function nameTable(map: ReadonlyMap<string, number>): Table {
  return { bytes: writeNameTable(map), entries: map.size }
}

function joinTables(version: string, providerNames: readonly string[], tables: Record<TableName, Table>): Uint8Array {
  let length = 0
  const places = {} as Record<TableName, [number, number]>
  for (const name of TABLE_NAMES) {
    places[name] = [length, tables[name].bytes.length]
    length += aligned(tables[name].bytes.length)
  }
  const header: DataHeader = {
    format: DATA_FORMAT,
    version,
    disposableSources: DISPOSABLE_SOURCES,
    providerNames,
    suggestedDomains: SUGGESTED_DOMAINS,
    brandDomains: BRAND_DOMAINS,
    confusables: compileConfusables(),
    tables: places,
  }
  const json = JSON.stringify(header).replace(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
  const text = Buffer.from(json.padEnd(aligned(json.length)), 'ascii')
  const file = new Uint8Array(4 + text.length + length)
  new Uint32Array(file.buffer, 0, 1)[0] = text.length
  file.set(text, 4)
  for (const name of TABLE_NAMES) file.set(tables[name].bytes, 4 + text.length + places[name][0])
  return file
}

function aligned(length: number): number {
  return Math.ceil(length / 4) * 4
}
