import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { releaseNotes } from './release-notes.ts'

type Manifest = { version: string; keywords?: string[]; engines?: { node?: string }; repository?: unknown }
const readManifest = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest
const manifests = globSync(['package.json', '{packages,examples,ci}/{,*/,*/build/}package.json'])
const { version } = readManifest('package.json')

test('the changelog describes the version that the manifests name', () => {
  expect(releaseNotes(readFileSync('CHANGELOG.md', 'utf8'), version)).toMatch(/\S/)
  expect(() => releaseNotes('# Changelog\n\n## 0.1.0\n\nText.\n', '0.2.0')).toThrow('no section "## 0.2.0"')
  expect(releaseNotes('# Changelog\n\n## 0.2.0\n\nNew.\n\n## 0.1.0\n\nOld.\n', '0.2.0')).toBe('New.\n')
})

/** Python's manifest refers to its version, the others state it. */
const INTEGRATIONS = {
  'integrations/python/src/mailsift/_version.py': /__version__ = "(.*)"/,
  'integrations/n8n/package.json': /"version": "(.*)"/,
  'integrations/wordpress/mailsift/mailsift.php': /^ \* Version: +(.*)$/m,
  'integrations/wordpress/mailsift/readme.txt': /^Stable tag: (.*)$/m,
  'integrations/php/composer.json': /"version": "(.*)"/,
  'integrations/php/src/Mailsift.php': /VERSION = '(.*)'/,
}

test.each(Object.entries(INTEGRATIONS))('%s has the version of the product', (path, pattern) => {
  expect(pattern.exec(readFileSync(path, 'utf8'))?.[1]).toBe(version)
})

test.each(manifests)(
  '%s has the common version, keywords and engines, and leaves the repository to the release',
  (path) => {
    const manifest = readManifest(path)
    expect(manifest.version).toBe(version)
    expect(manifest.keywords?.length).toBeGreaterThan(0)
    expect(manifest.engines?.node).toMatch(/^>=\d/)
    expect(manifest.repository).toBeUndefined()
  },
)

const documents = globSync(['*.md', 'docs/**/*.md', 'packages/*/*.md', 'examples/**/*.md', 'integrations/*/*.md'], {
  exclude: ['**/node_modules/**'],
})

test.each(documents)(
  '%s does not install our packages from the registry, where a stranger could own their names',
  (path) => {
    const commands =
      /\bnpx (?:-y |--yes )?@?mailsift|\b(?:npm (?:i|install|add)|pnpm add|yarn add|bun add|deno add)\b[^\n`]* (?:npm:)?@?mailsift\b(?!-)/
    expect(readFileSync(path, 'utf8')).not.toMatch(commands)
  },
)
