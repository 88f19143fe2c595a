import { createHash, randomBytes } from 'node:crypto'
import { access, chmod, constants, mkdir, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { StartupError } from '../fatal.ts'

/** Creates the folder (0700) if needed and answers its real path. */
export async function openDataFolder(folder: string): Promise<string> {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK | constants.X_OK)
    return await realpath(folder)
  } catch (error) {
    throw new StartupError(
      `The data folder ${folder} cannot be written (${(error as NodeJS.ErrnoException).code}). Make it writable for this user, or set DATA_DIR to another folder.`,
    )
  }
}

/** Folder by folder, because Node's own recursive way never returns below /proc. */
async function makeFolder(folder: string): Promise<void> {
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

export type FolderLock = { release(): Promise<void> }

/**
 * Holds the folder for this process until it ends, however it ends: the kernel closes a listening socket with its
 * process, so nothing stale can be left behind. Linux has socket names without a file; elsewhere a file in the
 * temporary folder is taken over when nobody answers on it.
 */
export async function lockDataFolder(folder: string): Promise<FolderLock> {
  const name = `mailsift-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`
  const path = lockPath(name)
  const holder = await whoHolds(path)
  if (holder) throw alreadyRuns(folder, holder)
  if (process.platform !== 'linux' && process.platform !== 'win32') await rm(path, { force: true })
  const server = createServer((socket) => socket.on('error', () => undefined).end(`${process.pid}\n`))
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? alreadyRuns(folder, '?') : error),
    )
    server.listen(path, resolve)
  })
  server.unref()
  return { release: () => new Promise((resolve) => server.close(() => resolve())) }
}

function lockPath(name: string): string {
  if (process.platform === 'linux') return `\0${name}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(tmpdir(), `${name}.sock`)
}

async function whoHolds(path: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(path)
    socket.setTimeout(1_000, () => socket.destroy(new Error('no answer')))
    socket.setEncoding('utf8').on('data', (text) => {
      answer += text
    })
    socket.on('end', () => resolve(answer.trim()))
    // A holder that listens but does not answer (stopped) still holds; one that is gone refuses the connection.
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.message === 'no answer' ? '?' : undefined))
  })
}

function alreadyRuns(folder: string, pid: string): StartupError {
  return new StartupError(
    `Mailsift already runs on the data folder ${folder} (process ${pid}). Stop that one first, or set DATA_DIR to another folder.`,
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

export async function readPrivateFile(folder: string, name: string): Promise<string | undefined> {
  const text = await readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() || undefined
}
