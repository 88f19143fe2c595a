// The tokens of `mailsift login`, one for each service, in a file that only its owner can read.
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { usageError } from './exit.ts'

export type Credentials = {
  /** The service that was logged in to last. */
  server: string
  /** Token by service. */
  tokens: Record<string, string>
}

function credentialsPath({ XDG_CONFIG_HOME, APPDATA }: NodeJS.ProcessEnv): string {
  const folder = XDG_CONFIG_HOME || (process.platform === 'win32' && APPDATA) || join(homedir(), '.config')
  return join(folder, 'mailsift', 'credentials.json')
}

export async function readCredentials(env: NodeJS.ProcessEnv): Promise<Credentials | undefined> {
  const path = credentialsPath(env)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  try {
    const { server, tokens } = JSON.parse(text)
    if (typeof server === 'string' && typeof tokens === 'object' && tokens !== null) return { server, tokens }
  } catch {
    // Told below.
  }
  throw usageError(`${path} is not readable. Delete it and log in again.`)
}

/** Never visible to others, not even while it is being written, and never half written. */
export async function storeToken(env: NodeJS.ProcessEnv, server: string, token: string): Promise<string> {
  const path = credentialsPath(env)
  const before = await readCredentials(env)
  const credentials: Credentials = { server, tokens: { ...before?.tokens, [server]: token } }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const written = `${path}.${process.pid}`
  await writeFile(written, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await chmod(written, 0o600)
  await rename(written, path)
  return path
}
