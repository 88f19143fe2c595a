// GET /metrics on the API's own address, for those who watch the service and no others.
import { WATCHING } from './health.ts'
import { createAsset, forAWhile, sendAsset } from './http/asset.ts'
import type { Http } from './http.ts'
import { METRICS_TYPE } from './metrics-text.ts'
import { METRICS_CHALLENGE, mayReadMetrics } from './metrics-token.ts'
import { AppError } from './problem.ts'

export type MetricsRouteDeps = { read: () => Promise<string>; token: string }

/** Collecting them asks the database, however many ask for them. */
const METRICS_LIFE_MS = 1_000

export function registerMetrics(app: Http, { read, token }: MetricsRouteDeps): void {
  const current = forAWhile(METRICS_LIFE_MS, async () => createAsset(await read(), { type: METRICS_TYPE }))
  // Open to this machine, they are not to be read by a page of another site that has its name lead here.
  const config = { ...WATCHING.config, underAnyHost: token !== '' }
  app.get('/metrics', { ...WATCHING, config }, async (request, reply) => {
    if (!mayReadMetrics(request.headers.authorization, token))
      throw new AppError('unauthenticated', 'Send METRICS_TOKEN as a bearer token.', { headers: METRICS_CHALLENGE })
    return sendAsset(request, reply, await current())
  })
}
