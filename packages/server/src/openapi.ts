// Describes every route as OpenAPI 3.1, from the schemas that the routes themselves use.
import swagger from '@fastify/swagger'
import { ERROR_CODES, Problem } from '@mailsift/contract'
import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { CallerKind } from './accounts/access.ts'
import { sessionCookieFor } from './accounts/session-cookie.ts'
import { createApi } from './api.ts'
import { createParts } from './app.ts'
import { readConfig } from './config/config.ts'
import { createLog } from './platform/log.ts'

type Schemes = Record<string, string[]>[]

/** How each kind of caller shows who it is. */
const SCHEMES_OF: Record<CallerKind, Schemes> = {
  token: [{ token: [] }],
  session: [{ session: [] }, { httpsSession: [] }],
  bearer: [{ bearer: [] }],
}
const CALLER_KINDS = Object.keys(SCHEMES_OF) as CallerKind[]

/** The cookie has another name over https than over http. */
function cookieScheme(origin: string) {
  return { type: 'apiKey', in: 'cookie', name: sessionCookieFor(origin).name } as const
}

/** Nothing listens and no database is asked: the routes are only registered. */
export async function describeApi(): Promise<object> {
  const config = readConfig({
    ROLE: 'api',
    DATABASE_URL: 'postgres://localhost/none',
    SECRET: 'signs nothing while routes are described',
    LOG_LEVEL: 'silent',
  })
  const parts = await createParts(config, createLog({ level: 'silent', format: 'json', role: 'api' }))
  const { http, registerRoutes, stop } = createApi(parts)
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Mailsift',
        version: '1',
        description: 'E-mail validation and contacts.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: 'http://127.0.0.1:3000' }],
      components: {
        schemas: { Problem: Problem as never },
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'SERVICE-EMAIL-API-TOKEN' },
          session: cookieScheme('http://x'),
          httpsSession: cookieScheme('https://x'),
          bearer: { type: 'http', scheme: 'bearer' },
          playgroundTicket: { type: 'apiKey', in: 'header', name: 'Playground-Ticket' },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: { ...withProblem(schema), ...securityOf(route.config) } as never,
    }),
  })
  registerRoutes()
  await http.ready()
  const document = http.swagger()
  await stop()
  await parts.close()
  return document
}

const PROBLEM_ANSWER = {
  description: `The request was refused; code is one of ${ERROR_CODES.join(', ')}.`,
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
}

function withProblem(schema: FastifySchema | undefined): FastifySchema {
  if (!schema || schema.hide) return { hide: true }
  return { ...schema, response: { ...(schema.response as object), default: PROBLEM_ANSWER } }
}

function securityOf(config: FastifyContextConfig | undefined): Pick<FastifySchema, 'security'> {
  const access = config?.access
  if (access === undefined || access === 'public') return { security: [] }
  const schemes = (access.kinds ?? CALLER_KINDS).flatMap((kind) => SCHEMES_OF[kind])
  return { security: config?.takesPlaygroundTicket ? [...schemes, { playgroundTicket: [] }] : schemes }
}
