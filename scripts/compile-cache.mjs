// Where compiled code is kept between starts. An account that can write there runs code as this one, so Node's own choice, a fixed name
// in the shared temporary folder, will not do.
import { lstatSync, mkdirSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'

/** Keeps compiled code in this folder if it is ours alone, and otherwise nowhere: the start is then slower. */
export function keepCompiledCode(folder) {
  if (isPrivateFolder(folder)) module.enableCompileCache(folder)
}

/** One folder for each user: an installation may be made by one and run by another. */
export function compiledCodeFolder(root) {
  return join(root, 'node_modules', '.cache', `compiled-${process.getuid?.() ?? 'code'}`)
}

function isPrivateFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const { uid, mode } = lstatSync(folder)
    const isFolder = (mode & 0o170000) === 0o040000
    if (process.platform === 'win32') return isFolder
    return isFolder && uid === process.getuid() && (mode & 0o077) === 0
  } catch {
    return false
  }
}
