import { readdirSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const DIST = fileURLToPath(new URL('../dist/', import.meta.url))
const assets = readdirSync(`${DIST}assets`)
const sizeOf = (name: string) => statSync(`${DIST}assets/${name}.br`).size
const sum = (names: readonly string[]) => names.reduce((bytes, name) => bytes + sizeOf(name), 0)
const KB = 1000

/** Everything that a script loads before it runs. */
function withImports(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  const text = readFileSync(`${DIST}assets/${name}`, 'utf8')
  for (const [, imported] of text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)) withImports(imported!, seen)
  return seen
}

test('the first page is at most 120 KB of scripts, compressed', () => {
  const [entry] = [...readFileSync(`${DIST}index.html`, 'utf8').matchAll(/src="\.\/assets\/([^"]+\.js)"/g)].map(
    ([, name]) => name!,
  )
  const check = assets.find(
    (name) => name.endsWith('.js') && readFileSync(`${DIST}assets/${name}`, 'utf8').includes('id:`address`'),
  )
  const first = new Set([...withImports(entry!), ...(check ? withImports(check) : [])])
  const bytes = sum([...first])
  console.log(`first page: ${(bytes / KB).toFixed(1)} KB of scripts`)
  expect(check).toBeDefined()
  expect(bytes).toBeLessThanOrEqual(120 * KB)
})

test('all scripts are at most 220 KB, the reader of workbooks aside; styles are at most 10 KB', () => {
  const scripts = assets.filter((name) => name.endsWith('.js'))
  const workbooks = scripts.filter((name) => name.startsWith('book-'))
  console.log(
    `scripts: ${(sum(scripts) / KB).toFixed(1)} KB, of these for workbooks ${(sum(workbooks) / KB).toFixed(1)} KB`,
  )
  expect(workbooks).toHaveLength(1)
  expect(sum(scripts) - sum(workbooks)).toBeLessThanOrEqual(220 * KB)
  expect(sum(assets.filter((name) => name.endsWith('.css')))).toBeLessThanOrEqual(10 * KB)
})
