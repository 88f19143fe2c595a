import { expect, test } from 'vitest'
import { stepOfCode } from '../../../src/identity/second-factor/totp.ts'

const SECRET = '12345678901234567890'

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %d s the code is that of RFC 6238, Appendix B', (seconds, code) => {
  expect(stepOfCode(SECRET, code, seconds * 1000)).toBe(Math.floor(seconds / 30))
})

test('a code is accepted for half a minute before and after its own, and no longer', () => {
  const step = 41_152_263
  const accepted = [-2, -1, 0, 1, 2].map((off) => stepOfCode(SECRET, '005924', (step + off) * 30_000))
  expect(accepted).toEqual([undefined, step, step, step, undefined])
})

test.each(['', '05924', '0059240', ' 005924', '00592４'])('%j is no code', (code) => {
  expect(stepOfCode(SECRET, code, 1_234_567_890_000)).toBeUndefined()
})
