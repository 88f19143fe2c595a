// Where a program of ours stands in its bundled form: a few files instead of some two thousand. Plain JavaScript, because a start that
// finds its bundle reads no TypeScript at all.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'

/** Programs that people and the system start. */
export const PROGRAMS = [
  'packages/server/src/main.ts',
  'packages/server/src/admin.ts',
  'packages/server/src/verify.ts',
  'packages/cli/src/main.ts',
]

const BUILD = fileURLToPath(new URL('build.mjs', import.meta.url))

/** In the package that brings what stays outside the bundle, so that it is found from there. */
export function bundlesFolder(root) {
  return join(root, 'packages', 'server', 'dist')
}

/** All in one folder, under names that tell the sources. */
export function entryName(source) {
  return source.replace(/\.ts$/, '').replaceAll('/', '.')
}

/** The bundled form of a program, made anew if its sources have changed. Undefined: it runs from its sources. */
export function bundledForm(root, file) {
  const source = relative(root, file).replaceAll(sep, '/')
  if (!PROGRAMS.includes(source)) return undefined
  const name = currentBundle(root) ?? rebuild(root)
  return name && join(bundlesFolder(root), name, `${entryName(source)}.js`)
}

/** The name of the bundle that the present sources give, if it is there. */
export function currentBundle(root) {
  const { name, files } = readStamp(root) ?? {}
  if (!name || !existsSync(join(bundlesFolder(root), name))) return undefined
  const paths = Object.keys(files)
  const states = statesOf(root, paths)
  if (paths.every((path) => states[path] === files[path])) return name
  // Copied or checked out anew: other times, and perhaps the same bytes.
  if (digestOf(root, paths) !== name) return undefined
  writeStamp(root, name, states)
  return name
}

/** The name of the bundle that was made last, whatever the sources are now. */
export function formerBundle(root) {
  return readStamp(root)?.name
}

/** A bundle is named after what it was made from. Undefined if a file is not there. */
export function digestOf(root, paths) {
  try {
    return digest(paths.map((path) => [path, readFileSync(join(root, path))]))
  } catch {
    return undefined
  }
}

export function digest(files) {
  const hash = createHash('sha256')
  for (const [path, bytes] of files) hash.update(path).update('\0').update(bytes).update('\0')
  return hash.digest('hex').slice(0, 16)
}

/** Sizes and times, by which a start knows the sources without reading them. To be taken before their bytes are compared. */
export function statesOf(root, paths) {
  return Object.fromEntries(paths.map((path) => [path, stateOf(join(root, path))]))
}

function stateOf(path) {
  const found = statSync(path, { throwIfNoEntry: false })
  return found && `${found.size} ${found.mtimeMs}`
}

/** Where the folder cannot be written, each start reads the sources. */
export function writeStamp(root, name, files) {
  const written = join(bundlesFolder(root), `.stamp-${process.pid}`)
  try {
    writeFileSync(written, JSON.stringify({ name, files }))
    renameSync(written, stampFile(root))
  } catch {
    rmSync(written, { force: true })
  }
}

function stampFile(root) {
  return join(bundlesFolder(root), 'built-from.json')
}

function readStamp(root) {
  try {
    return JSON.parse(readFileSync(stampFile(root), 'utf8'))
  } catch {
    return undefined
  }
}

/** In a process of its own, whose memory ends with it. */
function rebuild(root) {
  const { status, stderr } = spawnSync(process.execPath, [BUILD], {
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status === 0) return formerBundle(root)
  const reason = stderr.split('\n').find((line) => /error/i.test(line)) ?? ''
  console.error(
    `The program could not be bundled, so it runs from its sources and starts more slowly. ${reason.trim()}`,
  )
  return undefined
}
