// Trying the service without an account: a ticket for one limited validation (§4.8). Nothing is stored or billed.
import {
  PLAYGROUND_TICKET_HEADER,
  PlaygroundTicket,
  TICKETS_PER_NETWORK,
  ValidateQuery,
  ValidationResult,
} from '@mailsift/contract'
import type { Engine } from '@mailsift/engine'
import type { FastifyRequest } from 'fastify'
import { readCredential } from '../../access/caller.ts'
import type { CreateRateLimiter } from '../../platform/http/limits/rate-limit.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { siteNetworkOf } from '../../platform/network.ts'
import { wantsDomainChecks } from '../domain-checks.ts'
import { validate } from '../validate.ts'
import { type AllowanceDeps, issueTicket, useTicket } from './allowance.ts'
import { limitedResult } from './limited-result.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Another route serves this one where a ticket is sent; documented in openapi.json. */
    takesPlaygroundTicket?: boolean
  }
}

export type PlaygroundDeps = AllowanceDeps & {
  engine: Engine
  sessionCookieName: string
  createRateLimiter: CreateRateLimiter
}

/** The router's way to tell a request with a ticket from the others at the same address. */
const WITH_TICKET = 'playgroundTicket'

export function registerPlaygroundRoutes(app: Http, deps: PlaygroundDeps): void {
  const ticketRate = deps.createRateLimiter(TICKETS_PER_NETWORK)
  app.addConstraintStrategy({
    name: WITH_TICKET,
    storage: () => new Map() as never,
    deriveConstraint: (request) => PLAYGROUND_TICKET_HEADER in request.headers || undefined,
  })

  app.post(
    '/playground/tickets',
    {
      config: { access: 'public' },
      bodyLimit: 1024,
      schema: {
        tags: ['Playground'],
        operationId: 'issuePlaygroundTicket',
        summary: 'Get a ticket for one validation without an account',
        description:
          'A ticket is valid for one minute and one request, from the network that requested it. Send it in the ' +
          'Playground-Ticket header. The number of tickets per network and day is limited.',
        response: { 201: PlaygroundTicket },
      },
    },
    async (request, reply) => {
      const network = siteNetworkOf(request.ip)
      await ticketRate.use(network, reply)
      const { text, expiresAt } = await issueTicket(deps, network)
      return reply.code(201).send({ ticket: text, expires_at: expiresAt.toISOString() })
    },
  )

  app.get(
    '/v1/emails/validate',
    {
      config: { access: 'public' },
      constraints: { [WITH_TICKET]: true },
      exposeHeadRoute: false,
      // Described with the operation that it serves.
      schema: { hide: true, querystring: ValidateQuery, response: { 200: ValidationResult } },
    },
    async (request, reply) => {
      refuseOtherCredentials(request, deps.sessionCookieName)
      if (wantsDomainChecks(request.query, reply))
        throw new AppError('invalid_request', 'The playground does not support domain checks. Remove validate_domain.')
      await useTicket(deps, siteNetworkOf(request.ip), request.headers[PLAYGROUND_TICKET_HEADER] as string)
      return limitedResult(validate(deps.engine, request.query.email), uuidv7())
    },
  )
}

/** Two kinds of credential in one request are refused, as everywhere: which one was meant is not guessed. */
function refuseOtherCredentials({ headers }: FastifyRequest, sessionCookieName: string): void {
  if (readCredential(headers, sessionCookieName))
    throw new AppError('multiple_credentials', 'Send either a playground ticket or an account credential, not both.')
}
