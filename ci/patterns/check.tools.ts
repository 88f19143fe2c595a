import { expect, test } from 'vitest'
import { findPatterns, findSchemaPatterns } from './find.ts'
import { validatePattern } from './validate.ts'

const validate = ({ source, flags }: RegExp) => validatePattern({ source, flags })

test('an expression whose time grows faster than its text is refused, and one that reads its text once is not', () => {
  for (const slow of [/(a*)*b/, /\s+$/, /(?:\/\/)?\s*\]\]>/, /^[^?]*.*$/])
    expect(validate(slow)).toMatch(/takes .* time/)
  for (const linear of [/^[a-z]+$/, /^\s+/, /[0-9a-f]{8}-/, /\p{L}/u]) expect(validate(linear)).toBeUndefined()
})

test('an expression that cannot be validated is refused', () => {
  expect(validatePattern({ source: '(', flags: '' })).toContain('could not be validated')
})

test('every expression of a file is found, wherever it stands, and none in a text or a comment', () => {
  const { patterns } = findPatterns(`
    // /comment/
    const text: string = '/text/'
    const half = 4 / 2 / 1
    export function read(value: string): boolean {
      return /first/.test(value) || value.replace(/sec[/]ond/gi, \`\${value.match(/third/)}\`) === ''
    }`)
  expect(patterns).toEqual([
    { source: 'first', flags: '', line: 6 },
    { source: 'sec[/]ond', flags: 'gi', line: 6 },
    { source: 'third', flags: '', line: 6 },
  ])
})

test('an expression that is put together while the program runs is found', () => {
  const { assembled } = findPatterns(`const name = 'a+'\nconst one = new RegExp(name)\nconst two = RegExp(name)`)
  expect(assembled).toEqual([2, 3])
})

test('the patterns of schemas are found at any depth', () => {
  const document = { paths: { '/x': { schema: { properties: { pattern: { type: 'string', pattern: '^a$' } } } } } }
  expect([...findSchemaPatterns(document)]).toEqual(['^a$'])
})
