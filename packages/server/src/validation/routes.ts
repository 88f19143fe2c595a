import {
  IDEMPOTENCY_REPLAYED_HEADER,
  IdempotencyHeaders,
  Insight,
  InsightQuery,
  type MailboxProbe,
  ValidateQuery,
  ValidationResult,
} from '@mailsift/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Access, callerOf } from '../access/caller.ts'
import { domainToAskAbout } from '../domains/facts.ts'
import type { Known } from '../mailboxes/mailboxes.ts'
import type { Db } from '../platform/database/database.ts'
import { idempotencyKeyOf } from '../platform/http/idempotency-key.ts'
import type { Http } from '../platform/http/server.ts'
import { readRules } from '../rules/rules.ts'
import { addQuotaFields, type Taken } from '../usage/usage.ts'
import { wantsDomainChecks } from './domain-checks.ts'
import { composeInsight, withSwitches } from './insight.ts'
import { hintAtMeantDomain } from './meant-domain.ts'
import { hintAtPlusSign } from './plus-sign.ts'
import { createValidateOne, type Once, type ValidateDeps } from './validate.ts'

/** §4.8; a read token suffices, and every caller needs an active subscription. */
export const SUBSCRIBED_CALLER = { permission: 'read', subscription: true, scope: 'validate' } satisfies Access

export type InsightDeps = ValidateDeps & {
  /** For the saved rules of the account. */
  db: Db
  /** The account's own evidence about the address. */
  readKnown(accountId: string, address: string): Promise<Known>
  /** Null where the account may not probe. */
  requestProbe?: ((accountId: string, address: string) => Promise<MailboxProbe | null>) | undefined
}

export function registerValidationRoutes(app: Http, deps: InsightDeps): void {
  const validateOne = createValidateOne(deps)

  app.get(
    '/v1/emails/validate',
    {
      config: { access: SUBSCRIBED_CALLER, takesPlaygroundTicket: true },
      // A HEAD request would be billed for an answer without a body.
      exposeHeadRoute: false,
      schema: {
        tags: ['Validate'],
        operationId: 'validateEmail',
        summary: 'Validate one address',
        description:
          'Each validation uses one credit. Malformed addresses are rejected and free. ' +
          'With an Idempotency-Key, the same request within an hour returns the same result id and is billed once. ' +
          'Domain fields are present only with validate_domain=1. ' +
          'Without an account, send a playground ticket in the Playground-Ticket header to get a limited result.',
        headers: IdempotencyHeaders,
        querystring: ValidateQuery,
        response: { 200: ValidationResult },
      },
    },
    (request, reply) => {
      const { query } = request
      // Ready-made JSON: serialising an object by its schema would cost a tenth of the throughput.
      reply.type('application/json; charset=utf-8')
      const { socket: connection } = request.raw
      const wantsLookup = wantsDomainChecks(query, reply)
      const once = onceFor(request, reply)
      const answer = validateOne(callerOf(request).accountId, query.email, wantsLookup, {
        once,
        connection,
        onCredits: onCreditsOf(reply),
      })
      return hintAtPlusSign(request, query.email, answer) as Promise<never>
    },
  )

  app.get(
    '/insight/emails/validate',
    {
      config: { access: SUBSCRIBED_CALLER },
      exposeHeadRoute: false,
      schema: {
        tags: ['Validate'],
        operationId: 'validateEmailWithInsight',
        summary: 'Validate one address and get a recommendation',
        description:
          'Returns the result of /v1/emails/validate with a tier for a purpose, reasons with advice, a suggestion, facts, and what bounces say about the mailbox. ' +
          'policy sets the purpose, or names a policy that you saved. Your allow and deny lists always count. allow, caution and refuse override the policy for single reasons (allow=role). ' +
          'Each validation uses one credit. Malformed addresses are rejected and free. ' +
          'With an Idempotency-Key, the same request within an hour returns the same result id and is billed once.',
        headers: IdempotencyHeaders,
        querystring: InsightQuery,
        response: { 200: Insight },
      },
    },
    async (request, reply) => {
      const { query } = request
      const { accountId } = callerOf(request)
      const policy = withSwitches(await readRules(deps, accountId, query), query)
      reply.type('application/json; charset=utf-8')
      const wantsLookup = wantsDomainChecks(query, reply)
      const known = await deps.readKnown(accountId, query.email)
      const probe = query.probe ? { mailbox_probe: await probeFor(deps, accountId, query.email, known) } : {}
      const compose = composeInsight(deps.engine, policy, { ...known, ...probe })
      const { socket: connection } = request.raw
      const once = onceFor(request, reply)
      const answer = validateOne(accountId, query.email, wantsLookup, {
        ...{ compose, once, connection },
        onCredits: onCreditsOf(reply),
      })
      const hinting = hintAtMeantDomain(deps.engine, query.email, answer)
      return hintAtPlusSign(request, query.email, hinting) as Promise<never>
    },
  )
}

const onCreditsOf = (reply: FastifyReply) => (credits: Taken) => addQuotaFields(reply, credits.shown())

const NOT_AVAILABLE: MailboxProbe = { state: 'not_available', reason: null, at: null }

/** Only where nothing cheaper answers. A malformed address is refused later, and probed never. */
async function probeFor(deps: InsightDeps, accountId: string, email: string, known: Known): Promise<MailboxProbe> {
  if (known.mailbox !== 'unknown') return { state: 'not_needed', reason: null, at: null }
  const verdict = deps.engine.validate(email)
  if (!verdict.ok || !deps.requestProbe) return NOT_AVAILABLE
  const address = `${verdict.local}@${domainToAskAbout(verdict.domain)}`
  return (await deps.requestProbe(accountId, address)) ?? NOT_AVAILABLE
}

/** The question is the path and the query as they were read, in their own order. */
function onceFor(request: FastifyRequest, reply: FastifyReply): Once | undefined {
  const key = idempotencyKeyOf(request)
  if (key === undefined) return undefined
  const query = Object.entries(request.query as object).toSorted(([one], [other]) => (one < other ? -1 : 1))
  const question = JSON.stringify([request.routeOptions.url, query])
  return { key, question, onReplay: () => void reply.header(IDEMPOTENCY_REPLAYED_HEADER, 'true') }
}
