// Describes every route as OpenAPI 3.1, from the schemas that the routes themselves use.
import swagger from '@fastify/swagger'
import type { Engine } from '@mailsift/engine'
import type { FastifyContextConfig, FastifySchema } from 'fastify'
import type { CallerKind } from './access/access.ts'
import { sessionCookieFor } from './access/session-cookie.ts'
import { createApi } from './api.ts'
import { createParts } from './app.ts'
import { readConfig } from './config/config.ts'
import { type Document, operationsOf } from './openapi/document.ts'
import { errorAnswers, errorExamples, errorsOf } from './openapi/errors.ts'
import { addExamples } from './openapi/examples.ts'
import { INTRODUCTION, TAGS } from './openapi/introduction.ts'
import { nameSchemas } from './openapi/names.ts'
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

/** Nothing listens and no database is used: the routes are only registered. */
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
        description: INTRODUCTION,
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: 'http://127.0.0.1:3000' }],
      tags: [...TAGS],
      components: {
        securitySchemes: {
          token: { type: 'apiKey', in: 'header', name: 'SERVICE-EMAIL-API-TOKEN', description: 'An API token.' },
          session: cookieScheme('http://x'),
          httpsSession: cookieScheme('https://x'),
          bearer: {
            type: 'http',
            scheme: 'bearer',
            description: 'The bearer token of a session, or an API token.',
          },
          playgroundTicket: { type: 'apiKey', in: 'header', name: 'Playground-Ticket' },
        },
      },
    },
    transform: ({ schema, url, route }) => ({
      url,
      schema: { ...withErrors(schema, route.config), ...securityOf(route.config) } as never,
    }),
  })
  registerRoutes()
  await http.ready()
  const document = finish(http.swagger() as never, parts.engine)
  await stop()
  await parts.close()
  return document
}

const DONE: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted. Validation continues in the background.',
  204: 'Done. The response has no body.',
}

function withErrors(schema: FastifySchema | undefined, config: FastifyContextConfig | undefined): FastifySchema {
  if (!schema || schema.hide) return { hide: true }
  return {
    ...schema,
    response: { ...(schema.response as object), ...errorAnswers(errorsOf(schema, config), config?.failure) },
  }
}

/** In the order of use, with examples, and with every resource named. */
function finish(document: Document, engine: Engine): Document {
  const rankOf = ([, methods]: [string, Document['paths'][string]]) =>
    TAGS.findIndex(({ name }) => name === Object.values(methods)[0]!.tags[0])
  const paths = Object.fromEntries(Object.entries(document.paths).toSorted((one, other) => rankOf(one) - rankOf(other)))
  for (const { parameters = [], responses } of operationsOf({ paths })) {
    for (const [status, answer] of Object.entries(responses)) answer.description = DONE[status] ?? answer.description
    // Forms and generated clients look for it at the parameter, not in its schema.
    for (const parameter of parameters) if (parameter.schema.deprecated) parameter.deprecated = true
  }
  const components = { ...document.components, examples: errorExamples(operationsOf({ paths })) }
  return nameSchemas(addExamples({ ...document, paths, components }, engine))
}

function securityOf(config: FastifyContextConfig | undefined): Pick<FastifySchema, 'security'> {
  const access = config?.access
  if (access === undefined || access === 'public') return { security: [] }
  const schemes = (access.kinds ?? CALLER_KINDS).flatMap((kind) => SCHEMES_OF[kind])
  return { security: config?.takesPlaygroundTicket ? [...schemes, { playgroundTicket: [] }] : schemes }
}
