// Counts every script of the build, including those of the worker and of the workbook reader.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { builtFile } from '../../server/src/platform/built-file.ts'
import { openBuiltFiles } from '../../server/src/platform/http/pages/built-files.ts'

const DIST = fileURLToPath(builtFile('console', './'))
const files = await openBuiltFiles(builtFile('console', './'), () => '')
const assets = readdirSync(`${DIST}assets`).filter((name) => !name.endsWith('.br'))
const scripts = assets.filter((name) => name.endsWith('.js'))
/** Compressed like the service does. */
const sent = await Promise.all(
  assets.map(async (name) => [name, (await (await files(`assets/${name}`))!.encoded('br')).length] as const),
)
const sizes = new Map(sent)
const sum = (names: Iterable<string>) => [...names].reduce((bytes, name) => bytes + sizes.get(name)!, 0)
const KB = 1000

const textOf = (name: string) => readFileSync(`${DIST}assets/${name}`, 'utf8')

/** A script and all of its static imports. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const [, imported] of textOf(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    withImports(imported!, seen)
  return seen
}

/** The script that contains this text. */
function scriptWith(text: string): string {
  const found = scripts.filter((name) => textOf(name).includes(text))
  expect(found, text).toHaveLength(1)
  return found[0]!
}

test('the first page, its worker and the engine have at most 126 KB of compressed scripts', () => {
  const [, entry] = /src="\.\/assets\/([^"]+\.js)"/.exec(readFileSync(`${DIST}index.html`, 'utf8'))!
  const page = scriptWith('id:`address`')
  const worker = scripts.find((name) => name.startsWith('worker-'))!
  const engine = scripts.find((name) => name.startsWith('trace-'))!
  const first = new Set([entry!, page, worker, engine].flatMap((name) => [...withImports(name)]))
  console.log(`first page: ${(sum(first) / KB).toFixed(1)} KB of scripts`)
  expect(sum(first)).toBeLessThanOrEqual(126 * KB)
})

test('all scripts have at most 300 KB, all styles at most 10 KB', () => {
  const styles = assets.filter((name) => name.endsWith('.css'))
  console.log(`scripts: ${(sum(scripts) / KB).toFixed(1)} KB, styles: ${(sum(styles) / KB).toFixed(1)} KB`)
  expect(sum(scripts)).toBeLessThanOrEqual(300 * KB)
  expect(sum(styles)).toBeLessThanOrEqual(10 * KB)
})
