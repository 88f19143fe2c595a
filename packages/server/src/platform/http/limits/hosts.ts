import { isIP } from 'node:net'

/** Host headers that were judged before: few in practice, any in an attack. */
const KEPT_MAX = 1_000

/**
 * Whether a Host header names some other service. A page of another site can have its own name lead to this machine (DNS
 * rebinding), and would then be taken for a page of ours; so only our names are answered, and addresses, which no site can
 * give itself. Programs that send no Host are not browsers.
 */
export function foreignHosts(names: readonly string[]): (header: string | undefined) => boolean {
  const own = new Set(names.map((name) => name.toLowerCase()))
  const judged = new Map<string, boolean>()
  return (header) => {
    if (header === undefined) return false
    const known = judged.get(header)
    if (known !== undefined) return known
    const foreign = !isOurs(nameIn(header), own)
    if (judged.size < KEPT_MAX) judged.set(header, foreign)
    return foreign
  }
}

function isOurs(name: string, own: ReadonlySet<string>): boolean {
  return own.has(name) || isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost')
}

/** Without port, brackets and the dot of the root. */
function nameIn(header: string): string {
  return header
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}
