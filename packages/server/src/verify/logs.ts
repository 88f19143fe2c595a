// 13: logs hold no address and no token.
import { EXAMPLE_ADDRESS } from '../process/welcome.ts'
import type { Violation } from './violation.ts'

const ADDRESS = /[^\s"'\\<>(),;:@]@[a-z0-9-]{1,63}\.[a-z0-9-]/i
const TOKEN = /ms_[rw]_[0-9A-Za-z]{20}/

export function* checkLog(name: string, text: string): Generator<Violation> {
  for (const [index, line] of text.split('\n').entries()) {
    const subject = `${name}, line ${index + 1}`
    if (ADDRESS.test(line.replace(EXAMPLE_ADDRESS, ''))) yield { invariant: 13, subject, what: 'holds an address' }
    if (TOKEN.test(line)) yield { invariant: 13, subject, what: 'holds a token' }
  }
}
