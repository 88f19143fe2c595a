import type { RouteOptions } from 'fastify'
import { createApi } from '../../src/api.ts'
import { createParts } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { silentLog } from '../support/database.ts'

export type ApiRoute = Pick<RouteOptions, 'url' | 'schema' | 'config' | 'constraints'> & { method: string }

/** Every route that the API registers, with its declarations; HEAD follows GET. */
export async function routesOfApi(): Promise<ApiRoute[]> {
  const config = readConfig({
    ROLE: 'api',
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    SECRET: 'a secret for tests that is long enough',
    DNS_SERVERS: '127.0.0.1:9',
    LIST_REFRESH: 'off',
    REGISTRY_LOOKUPS: 'off',
  })
  const parts = await createParts(config, silentLog)
  const { http, registerRoutes, stop } = createApi(parts)
  const routes: ApiRoute[] = []
  http.addHook('onRoute', ({ method, url, schema, config, constraints }) => {
    for (const each of [method].flat())
      if (each !== 'HEAD') routes.push({ method: each, url, schema, config, constraints })
  })
  registerRoutes()
  await http.ready()
  await stop()
  await parts.close()
  return routes
}
