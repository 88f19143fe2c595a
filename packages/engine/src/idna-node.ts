/** As `idna.ts`, but tr46 and its tables are loaded only for the first name that needs them: few do. */
import { createRequire } from 'node:module'
import { UTS46 } from './uts46.ts'

type Tr46 = typeof import('tr46')

let loaded: Tr46 | undefined

function tr46(): Tr46 {
  loaded ??= createRequire(import.meta.url)('tr46') as Tr46
  return loaded
}

export function toAscii(domain: string): string | null {
  return tr46().toASCII(domain, UTS46)
}

export function toUnicode(ascii: string): string {
  return tr46().toUnicode(ascii, UTS46).domain
}
