// GET /metrics, for those who watch the service and no others: on the API's own address, or on one apart from it.
import { createHash, timingSafeEqual } from 'node:crypto'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { WATCHING } from './health.ts'
import { createAsset, forAWhile, sendAsset } from './http/asset.ts'
import type { Http } from './http.ts'
import { explainListenError, type ListenAddress } from './listening.ts'
import type { Metrics } from './metrics.ts'
import { AppError } from './problem.ts'

/** Without a token, all who reach the route may read. */
export type MetricsRouteDeps = { metrics: Metrics; token?: string }

/** Collecting them asks the database, however many ask for them. */
const LIFE_MS = 1_000

export function registerMetrics(app: Http, deps: MetricsRouteDeps): void {
  const send = sender(deps)
  app.get('/metrics', WATCHING, async (request, reply) => {
    if (!isReader(request, deps))
      throw new AppError('unauthenticated', 'Send METRICS_TOKEN as a bearer token.', { headers: CHALLENGE })
    return send(request, reply)
  })
}

export type MetricsListener = { stop(): Promise<void> }

/** Answers nothing but the metrics. */
export async function listenForMetrics(address: ListenAddress, deps: MetricsRouteDeps): Promise<MetricsListener> {
  const app = fastify({ forceCloseConnections: true })
  const send = sender(deps)
  app.get('/metrics', async (request, reply) =>
    isReader(request, deps) ? send(request, reply) : reply.code(401).headers(CHALLENGE).send(),
  )
  try {
    await app.listen(address)
  } catch (error) {
    throw explainListenError(error as NodeJS.ErrnoException, address, 'METRICS_LISTEN')
  }
  return { stop: () => app.close() }
}

const CHALLENGE = { 'www-authenticate': 'Bearer' }

function sender({ metrics }: MetricsRouteDeps) {
  const read = forAWhile(LIFE_MS, async () => createAsset(await metrics.metrics(), { type: metrics.contentType }))
  return async (request: FastifyRequest, reply: FastifyReply) => sendAsset(request, reply, await read())
}

function isReader({ headers }: FastifyRequest, { token }: MetricsRouteDeps): boolean {
  return !token || timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
