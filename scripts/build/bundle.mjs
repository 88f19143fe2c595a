// The bundle of the programs, which Git ignores. The first start after an install or an edit makes it in packages/server/.bundles, or in the
// user's cache folder where the clone cannot be written. Plain JavaScript: a start reads no TypeScript.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import process from 'node:process'
import { userCacheFolder } from '../compile-cache.mjs'
import { digestOfInputs, sourcesOf } from './digest.mjs'

/** Programs that people and the system start. */
export const PROGRAMS = [
  'packages/server/src/main.ts',
  'packages/server/src/admin.ts',
  'packages/server/src/verify.ts',
  'packages/cli/src/main.ts',
]
const INPUTS = [
  ...sourcesOf('cli', 'command', 'mcp', 'server', 'clean', 'contract', 'csv', 'engine', 'intake', 'sdk'),
  'package-lock.json',
  ...['server.ts', 'stacks.ts', 'licenses.ts'].map((name) => `scripts/build/${name}`),
]
/** One bundle per digest of its inputs: a running service keeps its own, whatever later starts make. */
const BUNDLE = /^[0-9a-f]{64}$/
/** Named after the process that makes or removes it. */
const UNFINISHED = /^\.(?:making|removing)-(\d+)-/
const IN_USE = /^in-use-(\d+)$/

/** All in one folder, under names that tell the sources. */
export function entryName(source) {
  return source.replace(/\.ts$/, '').replaceAll('/', '.')
}

/** The bundled form of a program. Undefined: it runs from its sources. */
export function bundledProgram(root, file, known) {
  const source = relative(root, file).replaceAll(sep, '/')
  if (!PROGRAMS.includes(source)) return undefined
  const folder = currentBundle(root, known)
  if (folder === undefined) return undefined
  markInUse(folder)
  return join(folder, `${entryName(source)}.js`)
}

/** The folder with the bundle of the current sources, made if it is missing. Undefined: it cannot be made. */
export function currentBundle(root, known) {
  const digest = digestOfInputs(root, INPUTS, known)
  for (const place of [placeInClone, placeInCache]) {
    const folder = place(root)
    if (folder && existsSync(join(folder, digest))) return join(folder, digest)
    if (folder && isWritable(folder)) return makeBundle(root, folder, digest)
  }
  console.error('The programs run from their sources, which is slower: no folder can be written to keep their bundle.')
  return undefined
}

export function digestOfBundle(root) {
  return digestOfInputs(root, INPUTS)
}

export function placeInClone(root) {
  return join(root, 'packages', 'server', '.bundles')
}

function placeInCache(root) {
  const folder = userCacheFolder(root)
  return folder && join(folder, 'bundles')
}

function isWritable(place) {
  try {
    mkdirSync(place, { recursive: true })
    accessSync(place, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** In another process, whose memory ends with it. */
function makeBundle(root, place, digest) {
  if (process.stderr.isTTY) console.error('Bundling the programs, once after an install or an edit …')
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts', 'build', 'make-bundle.ts'), place], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
  })
  if (status === 0) return join(place, digest)
  const reason = stderr.split('\n').find((line) => /^\S*error/i.test(line)) ?? ''
  console.error(`The programs could not be bundled. They run from their sources. ${reason.trim()}`)
  return undefined
}

/** A bundle in use is not removed: programs load parts of it later. */
function markInUse(folder) {
  const mark = join(folder, `in-use-${process.pid}`)
  try {
    writeFileSync(mark, '')
    process.on('exit', () => rmSync(mark, { force: true }))
  } catch {
    // Who may not write here does not remove bundles here either.
  }
}

/** Bundles of other sources that no process uses, and what ended processes left. */
export function removeStaleBundles(place, currentDigest) {
  for (const name of readdirSync(place)) {
    const folder = join(place, name)
    const owner = UNFINISHED.exec(name)?.[1]
    if (owner && !isRunning(Number(owner))) rmSync(folder, { recursive: true, force: true })
    if (BUNDLE.test(name) && name !== currentDigest && !isInUse(folder)) remove(place, name)
  }
}

/** Renamed first: a start that looks for a bundle finds a whole one or none. */
function remove(place, name) {
  const removed = join(place, `.removing-${process.pid}-${name}`)
  renameSync(join(place, name), removed)
  rmSync(removed, { recursive: true, force: true })
}

function isInUse(folder) {
  return readdirSync(folder).some((name) => IN_USE.test(name) && isRunning(Number(IN_USE.exec(name)[1])))
}

function isRunning(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}
