import { expect, test } from 'vitest'
import { BOMBS, SLOW_BOMBS } from './make-bombs.ts'
import { expectRefusal } from './read-bomb.ts'

test('the slow bombs are among all bombs', () => {
  expect(SLOW_BOMBS.filter((name) => !(name in BOMBS))).toEqual([])
})

test.for(SLOW_BOMBS)('a workbook of %s is refused, with the next step', (what) => expectRefusal(BOMBS[what]!()))
