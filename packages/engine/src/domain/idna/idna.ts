/** UTS #46 by tr46, for runtimes without a URL parser. `idna-node.ts` and `idna-web.ts` return the same. */
import tr46 from 'tr46'
import { UTS46 } from './uts46.ts'

/** Null for an invalid name. */
export function toAscii(domain: string): string | null {
  return tr46.toASCII(domain, UTS46)
}

export function toUnicode(ascii: string): string {
  return tr46.toUnicode(ascii, UTS46).domain
}
