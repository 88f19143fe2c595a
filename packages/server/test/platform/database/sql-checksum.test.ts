import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checksumOf } from '../../../src/platform/database/sql-checksum.ts'

/** Each is one token of SQL, with content that looks like a comment where a literal can have it. */
const TOKENS = [
  ...['CREATE', 'x', '_y$1', 'é', '42', '(', ')', ',', ';', '.', '::', '<>', '->>', '|| ', '[', ']'],
  ...["'plain'", "'it''s -- no comment'", "'/* none */'", "E'a\\'b -- none'", "'two\n  lines'"],
  ...['"quoted -- name"', '"a""b"', '$$ body -- kept\n  as it is $$', '$f$ $$ /* kept */ $f$'],
]
const GAPS = [
  ' ',
  '\n',
  '\t  ',
  ' -- a comment\n',
  '/* a /* nested */ comment */',
  "-- it's one\n",
  '/* $$ */',
  "/* ' */",
]

const token = fc.constantFrom(...TOKENS)
const gap = fc.array(fc.constantFrom(...GAPS), { minLength: 1, maxLength: 3 }).map((parts) => parts.join(''))

test('comments and white space between tokens do not change the checksum', () => {
  const written = fc.array(fc.tuple(token, gap, gap), { maxLength: 30 })
  fc.assert(
    fc.property(written, (parts) => {
      const one = parts.map(([text, first]) => text + first).join('')
      const other = parts.map(([text, , second]) => second + text).join('')
      expect(checksumOf(`${other}\n`)).toBe(checksumOf(one))
    }),
  )
})

test('different tokens have different checksums', () => {
  const list = fc.array(token, { maxLength: 10 })
  const join = (tokens: string[]) => tokens.map((text) => text.trim()).join(' ')
  fc.assert(
    fc.property(list, list, (one, other) => {
      fc.pre(join(one) !== join(other))
      expect(checksumOf(join(one))).not.toBe(checksumOf(join(other)))
    }),
  )
})

test.each([
  ['white space in a literal', "SELECT 'a b'", "SELECT 'a  b'"],
  ['two hyphens in a literal', "SELECT 'a -- b'", "SELECT 'a -- c'"],
  ['a literal with an escaped quote', "SELECT E'\\' -- b'", "SELECT E'\\' -- c'"],
  ['a quoted identifier', 'SELECT "a -- b"', 'SELECT "a -- c"'],
  ['a body', 'DO $$ BEGIN NULL; END $$', 'DO $$ BEGIN  NULL; END $$'],
  ['a comment in a body, which the catalog keeps', 'DO $a$ -- b\n$a$', 'DO $a$ -- c\n$a$'],
  ['upper and lower case', 'SELECT a', 'select a'],
])('%s counts', (_what, one, other) => {
  expect(checksumOf(one)).not.toBe(checksumOf(other))
})

test('spaces around operators and parentheses do not count', () => {
  expect(checksumOf('SELECT(a<>1)')).toBe(checksumOf('SELECT ( a <> 1 )'))
})
