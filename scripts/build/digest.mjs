// Digests of what a build is made from. Plain JavaScript: a start reads no TypeScript.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'

export const sourcesOf = (...names) => names.map((name) => `packages/${name}/src`)

/** Inputs are folders and single files. Builds share some of them: `known` has the digests of those that were read. */
export function digestOfInputs(root, inputs, known = new Map()) {
  const hash = createHash('sha256')
  for (const input of inputs) {
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
