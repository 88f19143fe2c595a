import { closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { StartupError } from '../fatal.ts'

export type FileLock = {
  /** Handed to a child, the lock lives as long as the child does, and as whatever inherits it from there. */
  descriptor: number
  /** Releases our own share; the file is free once all shares are released. */
  release(): void
}

type Binding = { tryLock(descriptor: number, offset: number, length: number, exclusive: boolean): void }

/**
 * Takes the file for us, or answers undefined while another has it. The kernel keeps the lock by inode and open file (OFD
 * locks on Linux, flock on macOS): it holds across containers and namespaces, and ends with its last process.
 */
export function tryLockFile(path: string): FileLock | undefined {
  const { tryLock } = loadBinding()
  const descriptor = openSync(path, 'a', 0o600)
  try {
    tryLock(descriptor, 0, 0, true)
  } catch (error) {
    closeSync(descriptor)
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EAGAIN' || code === 'EBUSY') return undefined
    throw new StartupError(
      `The file ${path} cannot be locked (${code}). Move the data folder to a file system that supports file locks.`,
    )
  }
  return { descriptor, release: () => closeSync(descriptor) }
}

let binding: Binding | undefined

/** Without the package's own loader, which takes twenty times as long to find the same file. */
function loadBinding(): Binding {
  if (binding) return binding
  const platform = `${process.platform}-${process.arch}`
  try {
    const loaded = createRequire(import.meta.url)(
      `fs-native-extensions/prebuilds/${platform}/fs-native-extensions.node`,
    ) as Binding
    binding = loaded
    return loaded
  } catch (error) {
    throw new StartupError(
      `File locks are not available on ${platform} (${(error as NodeJS.ErrnoException).code}). Run npm ci again, or run ROLE=api and ROLE=worker with DATABASE_URL.`,
    )
  }
}
