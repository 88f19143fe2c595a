// Which tests are unit tests: decided by what a test imports, directly or through other files, so that there is no list to keep.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const ROOT = dirname(dirname(import.meta.dirname))
/** A browser, another process, a database, or what the whole run shares: `inject` returns the addresses of its PostgreSQL and its browser. */
const NEEDS_MORE = /^(?:playwright-core|node:child_process|node:cluster|node:worker_threads|pg)$/
const INJECTS = /\binject\(/
/** Type imports are erased and load nothing. */
const IMPORT =
  /^[ \t]*(?:import|export)\s(?!type\b)(?:[^'"`;]*?\sfrom\s)?\s*['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

/** Paths of the tests among those that the patterns name which run in their own process alone. */
export function findUnitTests(patterns: readonly string[]): string[] {
  const known = new Map<string, boolean>()
  return globSync(patterns, { cwd: ROOT, exclude: ['**/node_modules/**'] }).filter((path) =>
    isSelfContained(join(ROOT, path), known),
  )
}

function isSelfContained(file: string, known: Map<string, boolean>): boolean {
  const before = known.get(file)
  if (before !== undefined) return before
  // Imports form no cycle (npm run check); this only ends the recursion if one is being written.
  known.set(file, true)
  const text = readFileSync(file, 'utf8')
  const targets = [...text.matchAll(IMPORT)].map(([, from, called]) => from ?? called ?? '')
  const result =
    !(INJECTS.test(text) || targets.some((target) => NEEDS_MORE.test(target))) &&
    targets.every((target) => {
      const imported = fileOf(target, file)
      return imported === undefined || isSelfContained(imported, known)
    })
  known.set(file, result)
  return result
}

/** The source file of ours that an import names; undefined for packages and data. */
function fileOf(target: string, importer: string): string | undefined {
  const file = target.startsWith('.') ? resolve(dirname(importer), target) : workspaceFile(target)
  return file && /\.[cm]?[jt]sx?$/.test(file) && existsSync(file) ? file : undefined
}

function workspaceFile(target: string): string | undefined {
  const [, name, path] = /^@mailsift\/([^/]+)(?:\/(.+))?$/.exec(target) ?? []
  if (name === undefined) return undefined
  const folder = join(ROOT, 'packages', name)
  const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    exports: Record<string, string>
  }
  const entry = exports[path ? `./${path}` : '.'] ?? exports['./*']?.replace('*', path ?? '')
  return entry && join(folder, entry)
}
