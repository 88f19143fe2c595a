import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { fields, table } from '../src/table.ts'

test('columns are aligned whatever the width of their characters', async () => {
  const names = ['Ann', '山田太郎', 'Zoë', '👍', '']
  const lines = await table(
    ['NAME', 'N'],
    names.map((name, at) => [name, 10 ** at]),
  )
  expect(new Set(lines.map((line) => stringWidth(line))).size).toBe(1)
  expect(lines.at(-1)).toBe('–         10,000')
})

test('third-party text cannot control the terminal', async () => {
  expect((await table(['NAME'], [['a\u001b[2Jb\u202ec\n']]))[1]).toBe('a\\u{1b}[2Jb\\u{202e}c\\u{a}')
  expect(fields({ name: '\u001b]0;x' })[0]).not.toContain('\u001b')
})
