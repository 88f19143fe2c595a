// Which service to use, and with which token. A token is only sent to its own service.
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ConnectionError, Mailsift } from '@mailsift/sdk'
import type { Context } from './context.ts'
import { readCredentials } from './credentials.ts'
import { EXIT, Failure, readFailure, usageError } from './exit.ts'

/** The sources are shown in error messages. */
export type Service = {
  server: string
  serverFrom: string
  token: string | undefined
  tokenFrom: string
  /** The data folder of the service, if it runs in this clone. */
  dataFolder?: string | undefined
}

const LOCAL_SERVER = 'http://127.0.0.1:3000'
const DEFAULT_FROM = 'the default address'
/** Undefined for the compiled package that npm installs. */
const CLONE = import.meta.url.endsWith('.ts') ? fileURLToPath(new URL('../../../', import.meta.url)) : undefined

/**
 * The server: `--server`, MAILSIFT_SERVER, the one running in this clone, the last login, the default address.
 * The token: MAILSIFT_TOKEN, the token of the clone's server, the one from `login`.
 */
export async function findService(
  { env }: Pick<Context, 'env'>,
  { server: given }: { server?: string },
): Promise<Service> {
  // Relative to the clone's root, where npm starts the server.
  const folder = CLONE === undefined ? undefined : resolve(CLONE, env.DATA_DIR || 'data')
  const readInFolder = async (name: string) => (folder === undefined ? undefined : readLine(join(folder, name)))
  const address = await readInFolder('address')
  const login = await readCredentials(env)

  const choices = [
    { server: given, serverFrom: '--server' },
    { server: env.MAILSIFT_SERVER, serverFrom: 'MAILSIFT_SERVER' },
    { server: address, serverFrom: `running in ${folder}` },
    { server: login?.server, serverFrom: '`mailsift login`' },
  ]
  const choice = choices.find(({ server }) => server) ?? { server: LOCAL_SERVER, serverFrom: DEFAULT_FROM }
  const server = normalizeServer(choice.server!)
  const isOfClone = server === normalizeServer(address ?? LOCAL_SERVER)
  const tokens = [
    { token: env.MAILSIFT_TOKEN, tokenFrom: 'MAILSIFT_TOKEN' },
    { token: isOfClone ? await readInFolder('token') : undefined, tokenFrom: join(folder ?? '', 'token') },
    { token: login?.tokens[server], tokenFrom: '`mailsift login`' },
  ]
  const { token, tokenFrom } = tokens.find(({ token }) => token) ?? { token: undefined, tokenFrom: 'nowhere' }
  const isHere = address !== undefined && isOfClone
  return { server, serverFrom: choice.serverFrom, token, tokenFrom, dataFolder: isHere ? folder : undefined }
}

/** The alternative for commands that work without a service. */
const LOCAL_OFFER = 'Add --local to check addresses on this computer without a server.'

export function offerLocal(error: ConnectionError): Failure {
  const { exitCode, message } = readFailure(error)
  return new Failure(exitCode, `${message}\n  ${LOCAL_OFFER}`)
}

/** Like `connect`, for a command with --local. */
export async function connectUnlessLocal(
  context: Pick<Context, 'env'>,
  values: { server?: string; domain: boolean },
): Promise<Mailsift> {
  const service = await findService(context, values)
  if (service.token || service.serverFrom !== DEFAULT_FROM || values.domain) return openClient(service)
  throw new Failure(
    EXIT.credentials,
    `No server is configured.\n  ${LOCAL_OFFER}\n  Or connect to a server with \`mailsift login --server <url>\`.`,
  )
}

/** A client for the service, or an explanation of what is missing. */
export async function connect(context: Pick<Context, 'env'>, values: { server?: string }): Promise<Mailsift> {
  return openClient(await findService(context, values))
}

export function openClient({ server, token, tokenFrom }: Pick<Service, 'server' | 'token' | 'tokenFrom'>): Mailsift {
  if (!token)
    throw new Failure(
      EXIT.credentials,
      `No token for ${server}. Store one with \`mailsift login\`, or set MAILSIFT_TOKEN.`,
    )
  try {
    return new Mailsift({ token, baseUrl: server })
  } catch (error) {
    // Contains characters that no token has: no service would accept it.
    throw new Failure(EXIT.credentials, `${(error as Error).message} (from ${tokenFrom}).`)
  }
}

/** The address without trailing slash and version, so that each service has one name. */
export function normalizeServer(server: string): string {
  if (!URL.canParse(server) || !/^https?:/i.test(server)) throw usageError(`${server} is not an http or https URL.`)
  const { href } = new URL(server)
  let end = href.length
  while (href[end - 1] === '/') end--
  return href.slice(0, end).replace(/\/v1$/, '')
}

async function readLine(path: string): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.trim() || undefined
}
