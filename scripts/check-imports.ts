// Holds the import rules of ARCHITECTURE.md: who may import whom.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import process from 'node:process'

/** A feature of the server is entered only through these files; inside its own folder everything is open. */
const FEATURE_DOORS = [
  'accounts/caller.ts',
  'accounts/privacy.ts',
  'accounts/users.ts',
  'accounts/audit/trail.ts',
  'accounts/first-account.ts',
  'config/config.ts',
  'domains/facts.ts',
  'outbox/outbox.ts',
  'outbox/privacy.ts',
  'usage/usage.ts',
  'bulk/bulk.ts',
  'bulk/privacy.ts',
  'contacts/contacts.ts',
  'contacts/privacy.ts',
  'privacy/address-search.ts',
  'privacy/delete-account.ts',
  'privacy/export.ts',
  'privacy/forget-address.ts',
]
/** Feature-free folders that any feature may use freely. */
const OPEN_FOLDERS = ['platform']
/** Looks behind every door, and nobody imports it. */
const OBSERVER = 'verify'
/** The files that wire the parts; they may import anything of the server. */
const WIRING = /^packages\/server\/src\/(?:[a-z-]+|process\/run)\.ts$/

const ALLOWED_PACKAGES: Record<string, readonly string[]> = {
  engine: [],
  contract: [],
  csv: ['contract', 'engine'],
  sdk: ['contract'],
  command: [],
  intake: [],
  cli: ['sdk', 'engine', 'contract', 'csv', 'command', 'intake'],
  server: ['engine', 'contract', 'csv', 'command'],
}

const problems: string[] = []
for (const file of globSync('packages/*/src/**/*.ts')) {
  const text = readFileSync(file, 'utf8')
  for (const match of text.matchAll(/(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+'([^']+)'|import\('([^']+)'\)/g)) {
    const target = match[1] ?? match[2] ?? ''
    const complaint = complain(normalize(file), target, match[0])
    if (complaint) problems.push(`${file}: ${complaint}`)
  }
}

function complain(file: string, target: string, statement: string): string | undefined {
  const owner = file.split('/')[1] ?? ''
  if (target.startsWith('@mailsift/')) {
    const name = target.split('/')[1] ?? ''
    if (!ALLOWED_PACKAGES[owner]?.includes(name)) return `packages/${owner} may not import ${target}`
    if (owner === 'sdk' && !/^\s*(import|export) type\s/.test(statement))
      return 'the SDK imports only types of the contract'
    return undefined
  }
  if (!target.startsWith('.')) return undefined
  const path = join(dirname(file), target)
  if (!path.startsWith(`packages/${owner}/`)) return `${target} leaves its package; import it by name`
  if (owner !== 'server' || WIRING.test(file)) return undefined
  const [from, to] = [folderOf(file), folderOf(path)]
  if (from === to || (to && OPEN_FOLDERS.includes(to) && from !== 'platform')) return undefined
  if (from === OBSERVER) return undefined
  if (from === 'platform') return `platform knows no feature, but imports ${target}`
  if (FEATURE_DOORS.some((door) => path === `packages/server/src/${door}`)) return undefined
  return `${target} is inside another feature; its doors are ${FEATURE_DOORS.filter((door) => door.startsWith(`${to}/`)).join(', ') || 'none'}`
}

function folderOf(path: string): string | undefined {
  const parts = path.split('/')
  return parts.length > 4 ? parts[3] : undefined
}

if (problems.length) {
  console.error(problems.join('\n'))
  process.exit(1)
}
