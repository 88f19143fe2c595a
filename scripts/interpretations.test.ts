import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const document = readFileSync('docs/interpretations.md', 'utf8')
const rows = [...document.matchAll(/^\| (?!open point).*\|$/gm)]
const proofs = [...document.matchAll(/`([a-z]+\/test\/[^`]+)` "([^|]+)" \|$/gm)].map(([, file, name]) => [file!, name!])

/** The quoted texts of a source, as the program has them. Names of tests are among them. */
function literalsOf(source: string): Set<string> {
  const quoted = [/'((?:[^'\\\n]|\\.)*)'/g, /"((?:[^"\\\n]|\\.)*)"/g, /`((?:[^`\\]|\\.)*)`/g]
  const found = quoted.flatMap((pattern) => [...source.matchAll(pattern)].map(([, text]) => text!))
  return new Set(found.map((text) => text.replace(/\\(.)/g, '$1')))
}

test('every row of the interpretations names its proof', () => {
  expect(rows.length).toBeGreaterThan(0)
  expect(proofs.length).toBe(rows.length)
})

test.each(proofs)('%s still has the test "%s", word for word', (file, name) => {
  expect(literalsOf(readFileSync(`packages/${file}`, 'utf8')), name).toContain(name)
})

describe('a cited name', () => {
  const names = literalsOf(`test('it is so', f); test("it's \\"so\\"", f); test(\`%s times\`, f)`)
  test.each(['it is so', `it's "so"`, '%s times'])('is found whole: %s', (name) => expect(names).toContain(name))
  test.each(['it is', 'so', 'it is so '])('is not found in part: %j', (name) => expect(names).not.toContain(name))
})
