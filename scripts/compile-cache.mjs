// Where compiled code is kept between starts. An account that can write there runs code as this one, so Node's own choice, a fixed name
// in the shared temporary folder, will not do.
import { createHash } from 'node:crypto'
import { lstatSync, mkdirSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { homedir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'

/** Keeps compiled code in the first of these folders that is ours alone, and otherwise nowhere: the start is then slower. */
export function keepCompiledCode(...folders) {
  const folder = folders.find((each) => isPrivateFolder(each))
  if (folder) module.enableCompileCache(folder)
}

/** One folder for each user: an installation may be made by one and run by another. Where the clone cannot be written, the user's cache. */
export function compiledCodeFolders(root) {
  const inClone = join(root, 'node_modules', '.cache', `compiled-${process.getuid?.() ?? 'code'}`)
  return [inClone, join(cacheFolderOf(root), 'compiled')]
}

/** The folder for this clone in the cache of the user, who alone can write there. Undefined: there is none. */
export function userCacheFolder(root) {
  const folder = cacheFolderOf(root)
  return isPrivateFolder(folder) ? realpathSync(folder) : undefined
}

function cacheFolderOf(root) {
  const clone = createHash('sha256').update(root).digest('hex').slice(0, 16)
  return join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'mailsift', clone)
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
