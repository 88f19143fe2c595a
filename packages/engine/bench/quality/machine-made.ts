/** Local parts that a program made. */
import type { Random } from '../random.ts'

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const DIGITS = '0123456789'

export function makeMachineMade(random: Random, count: number): Record<string, string[]> {
  const text = (alphabet: string, length: number) =>
    Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('')
  const length = () => 8 + random.below(9)
  const list = (make: () => string) => Array.from({ length: count }, make)
  return {
    'random letters, 8': list(() => text(LETTERS, 8)),
    'random letters, 8–16': list(() => text(LETTERS, length())),
    'random letters and digits, 8': list(() => text(LETTERS + DIGITS, 8)),
    'random letters and digits, 8–16': list(() => text(LETTERS + DIGITS, length())),
    'hexadecimal, 16–32': list(() => text('0123456789abcdef', 16 + random.below(17))),
    UUIDs: list(
      () =>
        `${text('0123456789abcdef', 8)}-${text('0123456789abcdef', 4)}-4${text('0123456789abcdef', 3)}-a${text('0123456789abcdef', 3)}-${text('0123456789abcdef', 12)}`,
    ),
    'numbers, 9–14 digits': list(() => String(1 + random.below(9)) + text(DIGITS, 8 + random.below(6))),
    'user + 8 digits': list(() => `user${text(DIGITS, 8)}`),
  }
}
