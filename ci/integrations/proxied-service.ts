// The real service behind a proxy that fails on demand, with an account for each run of a test program.
import { type Service, startService } from '../../packages/server/test/bulk/service.ts'
import { startFaultyProxy } from './faulty-proxy.ts'

export type ProxiedService = {
  service: Service
  /** The URL of the proxy. */
  origin: string
  /** What the environment of a program says of the service and of its new account. */
  newCaller(): Promise<{ MAILSIFT_SERVER: string; MAILSIFT_TOKEN: string; MAILSIFT_READ_TOKEN: string }>
  stop(): Promise<void>
}

export async function startProxiedService(): Promise<ProxiedService> {
  const proxy = await startFaultyProxy()
  // Links, too, lead through the proxy.
  const service = await startService({ BASE_URL: `${proxy.origin}/v1` })
  proxy.leadTo(service.origin)
  return {
    service,
    origin: proxy.origin,
    async newCaller() {
      const { token, readToken } = await service.newCaller()
      return { MAILSIFT_SERVER: proxy.origin, MAILSIFT_TOKEN: token, MAILSIFT_READ_TOKEN: readToken }
    },
    async stop() {
      await proxy.close()
      await service.stop()
    },
  }
}
