import { invalidValue } from './problem.ts'

/** Names are shown in terminals and tables, and PostgreSQL cannot store U+0000. */
export function refuseControlCharacters(path: string, name: string): void {
  if (/\p{Cc}/u.test(name)) throw invalidValue(path, 'must not contain control characters')
}
