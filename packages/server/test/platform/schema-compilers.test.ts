// The start compiles every schema, but does not check it against the schema of schemas.
import type { FastifySchema } from 'fastify'
import { expect, test } from 'vitest'
import { createApi } from '../../src/api.ts'
import { createParts } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'
import { createCompilers } from '../../src/platform/http/schema-compilers.ts'
import { silentLog } from '../support/database.ts'

const PARTS = ['body', 'querystring', 'params', 'headers'] as const

/** Nothing listens and no database is used: the routes are only registered. */
async function schemasOfRoutes(): Promise<{ method: string; url: string; schema: FastifySchema }[]> {
  const config = readConfig({
    ROLE: 'api',
    DATABASE_URL: 'postgres://localhost/none',
    SECRET: 'signs nothing while routes are compiled',
    EVENT_LOOP_DELAY_MAX_MS: '0',
    MEMORY_MAX_MB: '0',
  })
  const parts = await createParts(config, silentLog)
  const { http, registerRoutes, stop } = createApi(parts)
  const found: { method: string; url: string; schema: FastifySchema }[] = []
  http.addHook(
    'onRoute',
    ({ method, url, schema }) => void (schema && found.push({ method: String(method), url, schema })),
  )
  registerRoutes()
  await stop()
  await parts.close()
  return found
}

test('the schemas of every route compile, for requests and for answers', async () => {
  const { check, write } = createCompilers({ validateSchema: true })
  let checks = 0
  let writers = 0
  for (const { method, url, schema } of await schemasOfRoutes()) {
    for (const httpPart of PARTS) {
      if (schema[httpPart] === undefined) continue
      expect(check({ schema: schema[httpPart], method, url, httpPart }), `${method} ${url} ${httpPart}`).toBeTypeOf(
        'function',
      )
      checks++
    }
    for (const [httpStatus, answer] of Object.entries((schema.response ?? {}) as Record<string, object>)) {
      const schemas =
        'content' in answer
          ? Object.values(answer.content as Record<string, { schema: object }>).map(({ schema }) => schema)
          : [answer]
      for (const each of schemas) {
        expect(write({ schema: each, method, url, httpStatus }), `${method} ${url} ${httpStatus}`).toBeTypeOf(
          'function',
        )
        writers++
      }
    }
  }
  expect(checks).toBeGreaterThan(40)
  expect(writers).toBeGreaterThan(40)
})
