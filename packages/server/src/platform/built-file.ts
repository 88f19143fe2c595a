import { existsSync } from 'node:fs'

/** A file of packages/<part>/dist, or of the newer build that scripts/build made from changed sources. */
export function builtFile(part: 'console' | 'guard' | 'help', path: string): URL {
  const fresh = new URL(`../../../${part}/.fresh/`, import.meta.url)
  return new URL(path, existsSync(fresh) ? fresh : new URL(`../../../${part}/dist/`, import.meta.url))
}
