// The HTTP side: every route is registered here.
import { ensureFirstAccount } from './accounts/first-account.ts'
import { createParts, type Parts } from './app.ts'
import { type Config, publicOrigin } from './config.ts'
import { StartupError } from './platform/fatal.ts'
import { registerHealth } from './platform/health.ts'
import { createHttp, drain, type Http } from './platform/http.ts'
import type { Log } from './platform/log.ts'
import { registerReference } from './platform/reference.ts'

export type RunningApi = { http: Http; address: string; firstToken(): Promise<string>; stop(): Promise<void> }

export async function startApi(config: Config, log: Log): Promise<RunningApi> {
  const parts = await createParts(config, log)
  let stopping = false
  const http = createHttpOf(parts)
  registerRoutes(http, parts, () => stopping)
  const address = await listen(http, config)
  log.info({ address }, 'listening')
  return {
    http,
    address,
    firstToken: () => ensureFirstAccount(parts.database.db, config.dataDir),
    async stop() {
      stopping = true
      await drain(http)
      await parts.close()
    },
  }
}

export function createHttpOf({ config, log, metrics }: Parts): Http {
  const origin = publicOrigin(config)
  return createHttp({
    log,
    metrics,
    docsUrl: `${origin}/docs`,
    trustProxy: config.trustProxy.length ? config.trustProxy.join(',') : false,
    https: origin.startsWith('https:'),
    eventLoopDelayMaxMs: config.eventLoopDelayMaxMs,
  })
}

/** Every route of the service; also called to describe them all in openapi.json. */
export function registerRoutes(http: Http, { config, metrics, database }: Parts, isStopping: () => boolean): void {
  registerHealth(http, { db: database.db, metrics, isStopping })
  registerReference(http, { origin: publicOrigin(config) })
}

async function listen(http: Http, { host, port }: Config): Promise<string> {
  try {
    return await http.listen({ host, port, backlog: 1024 })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${port} is in use. Stop the program that uses it, or set PORT to another one.`)
    if (code === 'EACCES')
      throw new StartupError(`Port ${port} is not allowed for this user. Set PORT to one above 1023.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`HOST ${host} is not an address of this machine.`)
    throw error
  }
}
