// The tokens of `mailsift login`, one per service, in a file that only its owner can read.
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { usageError } from './exit.ts'

export type Credentials = {
  /** The service of the last login. */
  server: string
  /** Tokens by service. */
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
    // Reported below.
  }
  throw usageError(`Cannot read ${path}. Delete it and run \`mailsift login\` again.`)
}

export async function storeToken(env: NodeJS.ProcessEnv, server: string, token: string): Promise<string> {
  const before = await readCredentials(env)
  return storeCredentials(env, { server, tokens: { ...before?.tokens, [server]: token } })
}

/** Removes the token of this service, or of the last login. Returns the service, or undefined if no token was stored. */
export async function removeToken(env: NodeJS.ProcessEnv, given: string | undefined): Promise<string | undefined> {
  const before = await readCredentials(env)
  const server = given ?? before?.server
  if (!before || server === undefined || !Object.hasOwn(before.tokens, server)) return undefined
  const { [server]: _removed, ...tokens } = before.tokens
  const [next] = Object.keys(tokens)
  if (next === undefined) await rm(credentialsPath(env))
  else await storeCredentials(env, { server: server === before.server ? next : before.server, tokens })
  return server
}

/** Writes atomically; the file is never readable by others, not even while it is being written. */
async function storeCredentials(env: NodeJS.ProcessEnv, credentials: Credentials): Promise<string> {
  const path = credentialsPath(env)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const written = `${path}.${process.pid}`
  await writeFile(written, `${JSON.stringify(credentials, null, 2)}\n`, { mode: 0o600 })
  await chmod(written, 0o600)
  await rename(written, path)
  return path
}
