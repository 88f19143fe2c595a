// The built parts of the program and whether they match their sources. Each is committed under packages/<part>/dist; while sources differ
// from that, packages/<part>/.fresh holds a newer build, which is never committed. Plain JavaScript: a start reads no TypeScript.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, relative, sep } from 'node:path'
import process from 'node:process'

const sourcesOf = (...names) => names.map((name) => `packages/${name}/src`)
const SHARED = sourcesOf('clean', 'contract', 'csv', 'engine', 'intake', 'sdk')

/** All inputs of a build: the files of folders, and single files, among them the lock files with the versions of packages. */
export const INPUTS = {
  server: [
    ...[...sourcesOf('cli', 'command', 'mcp', 'server'), ...SHARED, 'package-lock.json'],
    ...['server.ts', 'stacks.ts', 'licenses.ts'].map((name) => `scripts/build/${name}`),
  ],
  console: [
    ...['packages/console/src', 'packages/console/build', 'packages/console/package-lock.json'],
    ...[...SHARED, 'package-lock.json', 'packages/engine/data/manifest.json', 'scripts/build/licenses.ts'],
  ],
  help: [
    ...['build', 'site', 'pages.ts', 'package-lock.json'].map((name) => `packages/help/${name}`),
    ...['tutorials', 'guides', 'explanation', 'console'].map((name) => `docs/${name}`),
    ...['index', 'console', 'mcp', 'contract', 'configuration', 'errors', 'registries', 'interpretations'].map(
      (name) => `docs/${name}.md`,
    ),
    ...['domain-reports', 'glossary', 'privacy', 'invariants', 'scale'].map((name) => `docs/${name}.md`),
    ...['cli', 'sdk', 'engine', 'guard'].map((name) => `packages/${name}/README.md`),
    'packages/server/src/admin/sizing.ts',
    'packages/engine/QUALITY.md',
  ],
  guard: ['packages/guard/src', 'packages/guard/build', 'packages/engine/src', 'package-lock.json'],
}
export const PARTS = Object.keys(INPUTS)
/** The parts that starts and tests bring up to date. An older build of the documentation is served: building it takes half a minute. */
export const START_PARTS = PARTS.filter((part) => part !== 'help')

/** Programs that people and the system start. */
export const PROGRAMS = [
  'packages/server/src/main.ts',
  'packages/server/src/admin.ts',
  'packages/server/src/verify.ts',
  'packages/cli/src/main.ts',
]

export const committedFolder = (root, part) => join(root, 'packages', part, 'dist')
export const freshFolder = (root, part) => join(root, 'packages', part, '.fresh')
export const stampFile = (folder) => join(folder, 'built-from')

/** All in one folder, under names that tell the sources. */
export function entryName(source) {
  return source.replace(/\.ts$/, '').replaceAll('/', '.')
}

/** The built form of a program. Undefined: it runs from its sources. */
export function builtProgram(root, file) {
  const source = relative(root, file).replaceAll(sep, '/')
  if (!PROGRAMS.includes(source)) return undefined
  const needed = source === PROGRAMS[0] ? START_PARTS : ['server']
  const known = new Map()
  const folders = needed.map((part) => currentFolder(root, part, known) ?? rebuild(root, part))
  return folders[0] && join(folders[0], `${entryName(source)}.js`)
}

/** The folder that was built from its current sources. Parts share sources: `known` has the digests of those that were read. */
export function currentFolder(root, part, known) {
  const digest = digestOf(root, part, known)
  const [committed, fresh] = [committedFolder(root, part), freshFolder(root, part)]
  const isCurrent = (folder) => readStamp(folder) === digest
  if (!isCurrent(committed)) return isCurrent(fresh) ? fresh : undefined
  // The server takes a fresh build where there is one.
  if (existsSync(fresh)) rmSync(fresh, { recursive: true, force: true })
  return committed
}

export function digestOf(root, part, known = new Map()) {
  const hash = createHash('sha256')
  for (const input of INPUTS[part]) {
    if (!known.has(input)) known.set(input, digestOfFiles(root, filesOf(root, input)))
    hash.update(known.get(input))
  }
  return hash.digest('hex')
}

function digestOfFiles(root, paths) {
  const hash = createHash('sha256')
  for (const path of paths.sort())
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

function filesOf(root, input) {
  if (/\.\w+$/.test(input)) return existsSync(join(root, input)) ? [input] : []
  const found = readdirSync(join(root, input), { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
  return files.map(({ parentPath, name }) => relative(root, join(parentPath, name)).replaceAll(sep, '/'))
}

function readStamp(folder) {
  try {
    return readFileSync(stampFile(folder), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** In another process, whose memory ends with it. */
function rebuild(root, part) {
  const committed = committedFolder(root, part)
  // A production install has no bundler, nor the libraries that the sources import: the built server contains them.
  if (!hasBundler(root) && existsSync(stampFile(committed))) {
    console.error(
      `The sources of the ${part} are newer than its build in ${relative(root, committed)}, and this install cannot build them. ` +
        'The older build runs. To run the sources: npm ci',
    )
    return committed
  }
  const build = [join(root, 'scripts', 'run.mjs'), join(root, 'scripts', 'build', 'build.ts'), '--fresh', part]
  const { status, stderr } = spawnSync(process.execPath, build, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status === 0) return freshFolder(root, part)
  const reason = stderr.split('\n').find((line) => /^\S*error/i.test(line)) ?? ''
  const instead = part === 'server' ? 'The program runs from its sources' : 'An older build is served'
  console.error(`The ${part} could not be built from its current sources. ${instead}. ${reason.trim()}`)
  return undefined
}

function hasBundler(root) {
  try {
    createRequire(join(root, 'package.json')).resolve('rolldown')
    return true
  } catch {
    return false
  }
}
