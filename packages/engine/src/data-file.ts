/**
 * The compiled data, as one file: a JSON header, then the tables. It is opened in place, so loading costs one read.
 *
 *   u32 length of the header in bytes · header (JSON, ASCII, padded with spaces to 4 bytes) · tables (each 4-byte aligned)
 */
import { type NameTable, openNameTable } from './name-table.ts'
import type { ScriptTable } from './scripts.ts'
import { openScriptTable } from './scripts.ts'
import { openStringTable, type StringTable } from './string-table.ts'

export const TABLE_NAMES = [
  'disposable',
  'providers',
  'typos',
  'freeSuffixes',
  'terms',
  'names',
  'rareNames',
  'model',
  'scripts',
] as const
export type TableName = (typeof TABLE_NAMES)[number]

/** Of the file's layout. It and the program that reads it are always of the same build. */
export const DATA_FORMAT = 6

export type DataHeader = {
  readonly format: number
  /** Changes whenever any table does. */
  readonly version: string
  /** The lists a disposable domain can come from; a table's value is a bit mask over them. */
  readonly disposableSources: readonly string[]
  readonly providerNames: readonly string[]
  /** The domains that a suggestion can lead to, the larger first. */
  readonly suggestedDomains: readonly string[]
  /** Domains that disguises imitate, beside those of providers. */
  readonly brandDomains: readonly string[]
  /** Letters beyond ASCII, each with the ASCII text it looks like. */
  readonly confusables: Readonly<Record<string, string>>
  /** Offset, counted from the end of the header, and length of each table. */
  readonly tables: Readonly<Record<TableName, readonly [offset: number, length: number]>>
}

export type EngineData = Pick<
  DataHeader,
  'version' | 'disposableSources' | 'providerNames' | 'suggestedDomains' | 'brandDomains' | 'confusables'
> & {
  /** Domain → mask of `disposableSources`. */
  readonly disposable: StringTable
  /** Mail domain → index into `providerNames`, and traits, see `mail-provider.ts`. */
  readonly providers: StringTable
  /** Known misspelling → index into `suggestedDomains`. */
  readonly typos: StringTable
  /** Suffix below which names cost nothing → a FREE constant of `free-suffixes.ts`. */
  readonly freeSuffixes: StringTable
  /** Role and no-reply vocabulary, see `terms.ts`. */
  readonly terms: StringTable
  /** Weights of given and family names, see `names.ts`: those that are well known … */
  readonly names: NameTable
  /** … and the many others, apart, so that the first table stays small enough for the processor's cache. */
  readonly rareNames: NameTable
  /** Surprise of each letter after three others, see `letter-model.ts`. */
  readonly model: Uint8Array
  readonly scripts: ScriptTable
}

export function openData(file: Uint8Array): EngineData {
  // Typed arrays need an aligned start; a slice out of someone's larger buffer may not have one.
  const bytes = file.byteOffset % 4 === 0 ? file : file.slice()
  const [headerLength] = new Uint32Array(bytes.buffer, bytes.byteOffset, 1) as unknown as [number]
  let json = ''
  for (let i = 4; i < 4 + headerLength; i++) json += String.fromCharCode(bytes[i]!)
  const header = JSON.parse(json) as DataHeader
  if (header.format !== DATA_FORMAT)
    throw new Error('The data was compiled for another version of the engine: npm run data:build.')
  const table = (name: TableName): Uint8Array => {
    const [offset, length] = header.tables[name]
    return bytes.subarray(4 + headerLength + offset, 4 + headerLength + offset + length)
  }
  return {
    version: header.version,
    disposableSources: header.disposableSources,
    providerNames: header.providerNames,
    suggestedDomains: header.suggestedDomains,
    brandDomains: header.brandDomains,
    confusables: header.confusables,
    disposable: openStringTable(table('disposable')),
    providers: openStringTable(table('providers')),
    typos: openStringTable(table('typos')),
    freeSuffixes: openStringTable(table('freeSuffixes')),
    terms: openStringTable(table('terms')),
    names: openNameTable(table('names')),
    rareNames: openNameTable(table('rareNames')),
    model: table('model'),
    scripts: openScriptTable(table('scripts')),
  }
}
