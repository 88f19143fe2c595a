/**
 * As `idna.ts`, but tr46 and its tables are loaded only for the first name that needs them: few do. A program that was bundled into one
 * file has lost them; what the runtime brings along answers the same.
 */
import { createRequire } from 'node:module'
import * as web from './idna-web.ts'
import { UTS46 } from './uts46.ts'

type Tr46 = typeof import('tr46')

let loaded: Tr46 | 'missing' | undefined

function tr46(): Tr46 | undefined {
  loaded ??= load()
  return loaded === 'missing' ? undefined : loaded
}

function load(): Tr46 | 'missing' {
  try {
    return createRequire(import.meta.url)('tr46') as Tr46
  } catch {
    return 'missing'
  }
}

export function toAscii(domain: string): string | null {
  const library = tr46()
  return library ? library.toASCII(domain, UTS46) : web.toAscii(domain)
}

export function toUnicode(ascii: string): string {
  return tr46()?.toUnicode(ascii, UTS46).domain ?? web.toUnicode(ascii)
}
