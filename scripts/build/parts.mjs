// The built parts of the program and whether they match their sources. Each is committed under packages/<part>/dist; while sources differ
// from that, packages/<part>/.fresh holds a newer build, which is never committed. Plain JavaScript: a start reads no TypeScript.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { digestOfInputs, sourcesOf } from './digest.mjs'

const SHARED = sourcesOf('clean', 'contract', 'csv', 'engine', 'intake', 'sdk')

/** All inputs of a build: the files of folders, and single files, among them the lock files with the versions of packages. */
export const INPUTS = {
  console: [
    ...['packages/console/src', 'packages/console/build', 'packages/console/package-lock.json'],
    ...[...SHARED, 'package-lock.json', 'packages/engine/data/manifest.json', 'scripts/build/licenses.ts'],
  ],
  help: [
    ...['build', 'site', 'pages.ts', 'package-lock.json'].map((name) => `packages/help/${name}`),
    ...['tutorials', 'guides', 'explanation', 'console', 'wordpress'].map((name) => `docs/${name}`),
    ...['index', 'console', 'mcp', 'contract', 'configuration', 'errors', 'registries', 'interpretations'].map(
      (name) => `docs/${name}.md`,
    ),
    ...['bounce-quality', 'domain-reports', 'glossary', 'privacy', 'invariants', 'scale'].map(
      (name) => `docs/${name}.md`,
    ),
    ...['cli', 'sdk', 'engine', 'guard'].map((name) => `packages/${name}/README.md`),
    ...['python', 'php'].map((name) => `integrations/${name}/README.md`),
    'packages/server/src/admin/commands/sizing.ts',
    'packages/engine/QUALITY.md',
  ],
  guard: ['packages/guard/src', 'packages/guard/build', 'packages/engine/src', 'package-lock.json'],
}
export const PARTS = Object.keys(INPUTS)
/** The parts that starts and tests bring up to date. An older build of the documentation is served: building it takes half a minute. */
export const START_PARTS = PARTS.filter((part) => part !== 'help')

export const committedFolder = (root, part) => join(root, 'packages', part, 'dist')
export const freshFolder = (root, part) => join(root, 'packages', part, '.fresh')
export const stampFile = (folder) => join(folder, 'built-from')

/** The service starts with parts of the current sources. */
export function bringPartsUpToDate(root, known = new Map()) {
  for (const part of START_PARTS) if (!isUpToDate(root, part, known)) rebuild(root, part)
}

/** Whether the committed build or a newer one was built from the current sources. */
export function isUpToDate(root, part, known) {
  const digest = digestOf(root, part, known)
  const [committed, fresh] = [committedFolder(root, part), freshFolder(root, part)]
  const isCurrent = (folder) => readStamp(folder) === digest
  if (!isCurrent(committed)) return isCurrent(fresh)
  // The server takes a fresh build where there is one.
  if (existsSync(fresh)) rmSync(fresh, { recursive: true, force: true })
  return true
}

export function digestOf(root, part, known) {
  return digestOfInputs(root, INPUTS[part], known)
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
  const build = [join(root, 'scripts', 'run.mjs'), join(root, 'scripts', 'build', 'build.ts'), '--fresh', part]
  const { status, stderr } = spawnSync(process.execPath, build, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status === 0) return
  const reason = stderr.split('\n').find((line) => /^\S*error/i.test(line)) ?? ''
  console.error(`The ${part} could not be built from its current sources. An older build is served. ${reason.trim()}`)
}
