// npm run build: builds the console, the guard and the documentation into packages/*/dist, which are committed.
//   npm run build -- guard           only that part
//   npm run build:check              builds them elsewhere and compares every file with what is committed
//   … build.ts --fresh console       a build of changed sources for this machine, into packages/console/.fresh
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'
import process from 'node:process'
import { brotliDecompressSync } from 'node:zlib'
import { installExtra } from '../extra-packages.mjs'
import { committedFolder, digestOf, freshFolder, PARTS, type Part, stampFile } from './parts.mjs'

const ROOT = dirname(dirname(import.meta.dirname))
/** Checked with their own configurations, because their packages may not be installed. */
const CONSOLE_BUILD = '../../packages/console/build/build-console.ts'
const HELP_BUILD = '../../packages/help/build/build-help.ts'
/** Packages are installed by the first build that needs them: a start after an edit makes one, too. */
const BUILDERS: Record<Part, () => Promise<(folder: string) => Promise<void>>> = {
  async console() {
    installExtra(['packages/console'])
    return (await import(CONSOLE_BUILD)).buildConsole
  },
  async help() {
    installExtra(['packages/help'])
    return (await import(HELP_BUILD)).buildHelp
  },
  guard: async () => (await import('../../packages/guard/build/build-guard.ts')).buildGuard,
}

const [mode, ...rest] = process.argv.slice(2)
const isOption = mode?.startsWith('--')
const named = (isOption ? rest : process.argv.slice(2)) as Part[]
// Another value, set for other programs of the machine, would build React with all its checks.
process.env.NODE_ENV = 'production'

for (const part of named.length > 0 ? named : PARTS) {
  const made = await buildPart(part)
  if (mode === '--check') compare(part, made)
  else replace(mode === '--fresh' ? freshFolder(ROOT, part) : committedFolder(ROOT, part), made)
  // A newer build than the committed one would be taken instead of it.
  if (!isOption) rmSync(freshFolder(ROOT, part), { recursive: true, force: true })
}

/** Beside its final place, so that it can be renamed and resolves the same packages. */
async function buildPart(part: Part): Promise<string> {
  const folder = mkdtempSync(join(ROOT, 'packages', part, '.build-'))
  // A service often runs as another user than the one who built it.
  chmodSync(folder, 0o755)
  const digest = digestOf(ROOT, part)
  try {
    await (await BUILDERS[part]())(folder)
    if (digestOf(ROOT, part) !== digest) throw new Error(`The sources of the ${part} changed during the build.`)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  writeFileSync(stampFile(folder), `${digest}\n`)
  return folder
}

function replace(place: string, made: string): void {
  mkdirSync(dirname(place), { recursive: true })
  rmSync(place, { recursive: true, force: true })
  renameSync(made, place)
}

function compare(part: Part, made: string): void {
  const committed = committedFolder(ROOT, part)
  const [before, now] = [filesOf(committed), filesOf(made)]
  const differing = [...new Set([...before, ...now])].filter(
    (path) =>
      !(before.has(path) && now.has(path)) || !contentOf(join(committed, path)).equals(contentOf(join(made, path))),
  )
  rmSync(made, { recursive: true, force: true })
  if (differing.length === 0) {
    console.log(`The ${part} is what its sources give: ${now.size} files.`)
    return
  }
  console.error(`packages/${part}/dist is not what its sources give; run npm run build. These differ:`)
  console.error(differing.toSorted().join('\n'))
  process.exitCode = 1
}

/** Brotli calculates with fractions, which kinds of processors round differently: its content counts. */
function contentOf(path: string): Buffer {
  const bytes = readFileSync(path)
  return path.endsWith('.br') ? brotliDecompressSync(bytes) : bytes
}

function filesOf(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Set(entries.map(({ parentPath, name }) => relative(folder, join(parentPath, name))))
}
