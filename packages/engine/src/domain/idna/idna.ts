/** UTS #46 by tr46, wherever there is nothing but the language. `idna-node.ts` and `idna-web.ts` answer the same. */
import tr46 from 'tr46'
import { UTS46 } from './uts46.ts'

/** Null for what is no name. */
export function toAscii(domain: string): string | null {
  return tr46.toASCII(domain, UTS46)
}

export function toUnicode(ascii: string): string {
  return tr46.toUnicode(ascii, UTS46).domain
}
