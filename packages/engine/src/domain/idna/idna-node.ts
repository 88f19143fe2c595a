/**
 * Like `idna.ts`, but loads tr46 and its tables only for the first name that needs them, which few do. A program
 * bundled into one file does not have them; the runtime's URL parser returns the same.
 */
import { createRequire } from 'node:module'
import * as web from './idna-web.ts'
import { UTS46 } from './uts46.ts'

type Tr46 = typeof import('tr46')

/** A lazy import, not state of a verdict. */
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
