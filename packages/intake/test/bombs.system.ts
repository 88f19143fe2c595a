import { expect, test } from 'vitest'
import { BOMBS, SLOW_BOMBS } from './make-bombs.ts'
import { expectRefusal } from './read-bomb.ts'

test('the slow workbooks are among all', () => {
  expect(SLOW_BOMBS.filter((name) => !(name in BOMBS))).toEqual([])
})

test.for(SLOW_BOMBS)('a workbook of %s is refused, with what to do', (what) => expectRefusal(BOMBS[what]!()))
