import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const document = readFileSync('docs/interpretations.md', 'utf8')
const proofs = [...document.matchAll(/`([a-z]+\/test\/[^`]+)` "([^|]+)" \|$/gm)]
const rows = [...document.matchAll(/^\| (?!silent point).*\|$/gm)]

test('every row of the interpretations names its proof', () => {
  expect(rows.length).toBeGreaterThan(0)
  expect(proofs.length).toBe(rows.length)
})

test.each(proofs.map(([, file, name]) => [file!, name!]))('%s still proves "%s"', (file, name) => {
  expect(existsSync(`packages/${file}`)).toBe(true)
  // A name may be cut where the file's own quoting would need an escape.
  expect(readFileSync(`packages/${file}`, 'utf8')).toContain(name)
})
