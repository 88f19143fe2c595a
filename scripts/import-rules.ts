// The rules of ARCHITECTURE.md on which file may import which, and on where a status is written. Pure: files in, problems out.
import { dirname, join } from 'node:path'

export type SourceFile = { path: string; text: string }
/** `target` is undefined where the program computes it. */
type Import = { from: string; target: string | undefined; statement: string }

const SERVER = 'packages/server/src/'

/** A feature of the server is entered through the file of its own name and, where one door would be two things, through these. */
const OTHER_DOORS = [
  'access/caller.ts',
  'accounts/first-account.ts',
  'accounts/notices.ts',
  'accounts/plans/plans.ts',
  'config/describe.ts',
  'credentials/site-keys/site-keys.ts',
  'domains/facts.ts',
  'mail/sender-address.ts',
  'mail/smtp-url.ts',
]

/** Features that work on one thing together: each may import any file of those it names. */
export const NEIGHBORS: Readonly<Record<string, readonly string[]>> = {
  access: ['credentials', 'identity'],
  credentials: ['access', 'accounts'],
  identity: ['access', 'accounts', 'credentials'],
  accounts: ['access', 'credentials', 'identity'],
  bounces: ['mailboxes', 'suppressions'],
  suppressions: ['bounces', 'mailboxes'],
  probe: ['bounces', 'mailboxes'],
  mailboxes: ['calibration', 'suppressions'],
  contacts: ['enrichment'],
  enrichment: ['contacts'],
  admin: ['privacy'],
}

/** A feature's stored data about a person, to be exported or deleted. */
const PRIVACY_DOOR = 'privacy.ts'

/** These put the parts together: they may import anything, and only they import one another. */
const WIRING = ['admin.ts', 'api.ts', 'app.ts', 'main.ts', 'openapi.ts', 'process/run.ts', 'verify.ts', 'worker.ts']

/** Looks behind every door; only its own program imports it. */
const OBSERVER = 'verify'

/** The rooms of bulk validation and those below each. A file of bulk/ itself is a door and may enter any room. */
export const BULK_ROOMS: Readonly<Record<string, readonly string[]>> = {
  http: ['submit', 'read', 'lists', 'state', 'format'],
  submit: ['state', 'format'],
  read: ['export', 'state', 'format'],
  work: ['export', 'lists', 'retention', 'state', 'format'],
  lists: ['retention', 'state', 'format'],
  privacy: ['export', 'retention', 'state', 'format'],
  export: ['state', 'format'],
  retention: ['state', 'format'],
  state: ['format'],
  format: [],
}

/** The rooms of the engine in the order of an address: each imports only rooms before it. A file of src/ itself may enter any room. */
export const ENGINE_ROOMS = [
  'text',
  'verdict',
  'data',
  'address',
  'provider',
  'domain',
  'local-part',
  'roles',
  'names',
  'irregular',
  'reasons',
  'render',
]
const ENGINE = 'packages/engine/src/'

export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  engine: [],
  contract: [],
  csv: ['contract', 'engine', 'intake'],
  guard: ['engine'],
  sdk: ['contract', 'intake', 'clean'],
  command: [],
  intake: [],
  clean: ['csv', 'engine', 'intake'],
  mcp: ['contract', 'clean', 'engine'],
  cli: ['sdk', 'engine', 'contract', 'csv', 'command', 'intake', 'clean', 'mcp'],
  duckdb: ['engine', 'clean'],
  console: ['sdk', 'engine', 'contract', 'csv', 'intake', 'clean'],
  server: ['guard', 'engine', 'contract', 'csv', 'command', 'intake', 'mcp', 'clean'],
}

/** Its own entry: what imports the SDK alone gets nothing of it. */
const SDK_LISTS = 'packages/sdk/src/lists/'
const SDK = 'packages/sdk/src/'

/** The programs of packages/x/bin start through it. */
const STARTER = 'scripts/run.mjs'

/** Programs follow every rule; tests, builds and benches look where they need to, but go in no circle either. */
const PROGRAM = /^packages\/[^/]+\/(?:src|bin)\//

export function checkImports(files: readonly SourceFile[]): string[] {
  const imports = files.flatMap(importsOf)
  const ofPrograms = imports.filter(({ from }) => PROGRAM.test(from))
  return [
    ...ofPrograms.flatMap((each) => {
      const problem = problemOf(each)
      return problem ? [`${each.from}: ${problem}`] : []
    }),
    ...files.filter(writesStatus).map(({ path }) => `${path}: a status is written only in bulk/state/`),
    ...findCycles(imports).map((cycle) => `${cycle.join(' → ')}: a cycle`),
  ]
}

/** Matches imports by `from` and for their effect alone; a type's import counts like any other. */
const STATEMENT = /^[ \t]*(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]/gm
/** By a call, as the program of a thread, or to add to its types. A target that is no literal is an import, too. */
const CALL =
  /(?:\bimport\(|\brequire\(|\bnew Worker\(\s*new URL\()\s*(?:(['"`])([^'"`$]+)\1)?|^declare module\s+'([^']+)'/gm

function importsOf({ path, text }: SourceFile): Import[] {
  const code = text.replace(COMMENT_LINE, '')
  return [
    ...[...code.matchAll(STATEMENT)].map(([statement, target]) => ({ from: path, target, statement })),
    ...[...code.matchAll(CALL)].map(([statement, , called, extended]) => ({
      from: path,
      target: called ?? extended,
      statement,
    })),
  ]
}

const COMMENT_LINE = /^[ \t]*(?:\/\/|\/?\*).*$/gm

function problemOf({ from, target, statement }: Import): string | undefined {
  const owner = from.split('/')[1]!
  if (target === undefined) return 'what is imported is written as a literal, so that it can be checked'
  if (target.startsWith('@mailsift/')) {
    if (!PACKAGES[owner]?.includes(target.split('/')[1]!)) return `packages/${owner} may not import ${target}`
    return owner === 'sdk' ? problemInSdk(from, target, statement) : undefined
  }
  if (!target.startsWith('.')) return undefined
  const path = join(dirname(from), target)
  if (path.startsWith(SDK_LISTS) && from.startsWith(SDK) && !from.startsWith(SDK_LISTS))
    return 'what reads lists is its own entry; the rest of the SDK does without it'
  if (path.startsWith(ENGINE) && from.startsWith(ENGINE)) return problemInEngine(from, path)
  if (path.startsWith(`packages/${owner}/`)) return owner === 'server' ? problemInServer(from, path) : undefined
  if (path === STARTER && from.startsWith(`packages/${owner}/bin/`)) return undefined
  return `${target} leaves its package; import it by name`
}

function problemInEngine(from: string, to: string): string | undefined {
  const [room, other] = [folderOf(from.slice(ENGINE.length)), folderOf(to.slice(ENGINE.length))]
  if (room === other || room === '') return undefined
  if (other === '') return `${room}/ may not import a file of src/ itself`
  if (!ENGINE_ROOMS.includes(room)) return `${room}/ is not a known room of the engine`
  return ENGINE_ROOMS.indexOf(other) < ENGINE_ROOMS.indexOf(room) ? undefined : `${room}/ may not import ${other}/`
}

function problemInSdk(from: string, target: string, statement: string): string | undefined {
  const isOfContract = target.split('/')[1] === 'contract'
  if (isOfContract && !/^\s*(import|export) type\s/.test(statement)) return 'the SDK imports only types of the contract'
  return isOfContract || from.startsWith(SDK_LISTS) ? undefined : `only what reads lists imports ${target}`
}

function problemInServer(from: string, to: string): string | undefined {
  if (!from.startsWith(SERVER) || !to.startsWith(SERVER)) return undefined
  const [file, target] = [from.slice(SERVER.length), to.slice(SERVER.length)]
  const [own, other] = [folderOf(file), folderOf(target)]
  const isPrivacyDoor = target === `${other}/${PRIVACY_DOOR}`
  if (isPrivacyDoor && own !== other && own !== 'privacy') return `only privacy/ enters ${target}`
  if (WIRING.includes(target) && !WIRING.includes(file)) return `${target} wires the service; only wiring imports it`
  if (other === OBSERVER && own !== OBSERVER && file !== 'verify.ts') return `only verify.ts imports ${target}`
  if (own === 'bulk' && other === 'bulk') return problemInBulk(file, target)
  if (WIRING.includes(file)) return undefined
  if (own === '') return `${file} is no wiring file; they are named one by one`
  if (own === other) return undefined
  if (own === 'platform') return `platform/ knows no feature, but imports ${target}`
  if (own === OBSERVER || other === 'platform') return undefined
  if (isPrivacyDoor || NEIGHBORS[own]?.includes(other)) return undefined
  const doors = [`${other}/${other}.ts`, ...OTHER_DOORS.filter((door) => door.startsWith(`${other}/`))]
  return doors.includes(target) ? undefined : `${target} is inside another feature; its doors are ${doors.join(', ')}`
}

function problemInBulk(file: string, target: string): string | undefined {
  const [room, other] = [file, target].map((path) => folderOf(path.slice('bulk/'.length))) as [string, string]
  if (room === other || room === '') return undefined
  if (!BULK_ROOMS[room]) return `bulk/${room}/ is not a known room`
  if (BULK_ROOMS[room].includes(other)) return undefined
  return `bulk/${room}/ may not import ${other === '' ? 'a file of bulk/ itself' : `bulk/${other}/`}`
}

/** Empty for a file that lies in no folder. */
function folderOf(path: string): string {
  return path.includes('/') ? path.split('/')[0]! : ''
}

/** In a SET list, in a fragment that is made for one, in kysely's own words, and in a row that begins in another state. */
const WRITES_STATUS = [
  /\bSET\s(?:(?!\b(?:WHERE|FROM)\b)[^`])*?\bstatus\b\s*[=,)]/,
  /`\s*,\s*status\s*=|`\s*status\s*=\s*(?:'\w+'|\$\{[^}]*\})\s*[,`]/,
  /\.(?:set|doUpdateSet)\(\s*['"]status\b/,
  /\.(?:set|doUpdateSet)\((?:[^{}]*=>\s*\(?)?\s*\{(?:[^{}]|\{[^{}]*\})*?\bstatus\b/,
  /\bINSERT\s+INTO\s+bulk_(?:jobs|groups)\s*\([^)]*\bstatus\b/,
  /\.insertInto\('bulk_(?:jobs|groups)'\)\s*\.values\((?:[^{}]*=>\s*\(?)?\s*\{(?:[^{}]|\{[^{}]*\})*?\bstatus\b/,
]

/** A subscription has its own status. */
const OTHER_STATUS = `${SERVER}accounts/subscriptions/subscriptions.ts`

function writesStatus({ path, text }: SourceFile): boolean {
  const isExempt = path.startsWith(`${SERVER}bulk/state/`) || path === OTHER_STATUS
  return path.startsWith(SERVER) && !isExempt && WRITES_STATUS.some((pattern) => pattern.test(text))
}

/** One cycle for each file that is the first to close one. */
function findCycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, Set<string>>()
  for (const { from, target } of imports) {
    if (!target?.startsWith('.')) continue
    const known = targets.get(from) ?? new Set()
    targets.set(from, known.add(join(dirname(from), target)))
  }
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string) => {
    const at = path.indexOf(file)
    if (at >= 0) cycles.push([...path.slice(at), file])
    if (at >= 0 || done.has(file)) return
    path.push(file)
    for (const target of targets.get(file) ?? []) visit(target)
    path.pop()
    done.add(file)
  }
  for (const file of targets.keys()) visit(file)
  return cycles
}
