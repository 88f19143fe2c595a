import { randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdir, readFile, realpath, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { StartupError } from '../fatal.ts'

/** Creates the folder (0700) if needed, lets no other user change what is in it, and answers its real path. */
export async function openDataFolder(folder: string): Promise<string> {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
    await keepOthersOut(folder)
    return await realpath(folder)
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} is not writable (${(error as NodeJS.ErrnoException).code}). Give this user write access, or set DATA_DIR to another folder.`,
    )
  }
}

const WRITABLE_BY_OTHERS = 0o022

/** Where others may write, they could put their own secret in the place of ours. A folder of another user stays as that one made it. */
async function keepOthersOut(folder: string): Promise<void> {
  const { mode, uid } = await stat(folder)
  if ((mode & WRITABLE_BY_OTHERS) === 0 || uid !== process.getuid?.()) return
  // Some file systems keep no permissions.
  await chmod(folder, mode & ~WRITABLE_BY_OTHERS & 0o7777).catch(() => undefined)
}

/** Folder by folder, because Node's own recursive way never returns below /proc. */
export async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return
    if (code !== 'ENOENT' || (await exists(dirname(folder)))) throw error
    await makeFolder(dirname(folder))
    await mkdir(folder, { mode: 0o700 })
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Reads a secret of the data folder; the first call makes it. Only the owner can read it. */
export async function readOrCreateSecret(folder: string, name: string): Promise<string> {
  return readOrCreatePrivateFile(folder, name, () => randomBytes(32).toString('base64url'))
}

export async function readOrCreatePrivateFile(
  folder: string,
  name: string,
  create: () => string | Promise<string>,
): Promise<string> {
  const path = join(folder, name)
  const existing = await readPrivateFile(folder, name)
  if (existing) return existing
  const value = await create()
  await writeFile(path, `${value}\n`, { mode: 0o600, flush: true })
  await chmod(path, 0o600)
  return value
}

/** Renamed into place: what stood there under this name, a link included, is replaced and not written to. */
export async function writePublicFile(folder: string, name: string, text: string): Promise<void> {
  const draft = join(folder, `${name}.${randomBytes(8).toString('hex')}`)
  await writeFile(draft, text, { flag: 'wx', mode: 0o644 })
  await rename(draft, join(folder, name))
}

export async function readPrivateFile(folder: string, name: string): Promise<string | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() || undefined
}
