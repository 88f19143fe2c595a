// GET /metrics on the API's own address, for those who watch the service and no others.

import { METRICS_TYPE } from '../../metrics/text.ts'
import { METRICS_CHALLENGE, mayReadMetrics } from '../../metrics/token.ts'
import { AppError } from '../problem.ts'
import type { Http } from '../server.ts'
import { createAsset, sendAsset } from './asset.ts'
import { WATCHING } from './health.ts'

export type MetricsRouteDeps = { read: () => Promise<string>; token: string }

export function registerMetrics(app: Http, { read, token }: MetricsRouteDeps): void {
  // Open to this machine, they are not to be read by a page of another site that has its name lead here.
  const config = { ...WATCHING.config, underAnyHost: token !== '' }
  app.get('/metrics', { ...WATCHING, config }, async (request, reply) => {
    if (!mayReadMetrics(request.headers.authorization, token))
      throw new AppError('unauthenticated', 'Send METRICS_TOKEN as a bearer token.', { headers: METRICS_CHALLENGE })
    return sendAsset(request, reply, createAsset(await read(), { type: METRICS_TYPE }))
  })
}
