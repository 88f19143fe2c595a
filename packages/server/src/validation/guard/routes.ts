// The route of the form guard: one address, by the site key of the page. Pages of other origins ask here, so that the answers say
// which origin may read them; no cookie and no token is looked at.
import { ANSWERS_PER_SITE_KEY, ANSWERS_PER_VISITOR, GuardAnswer, GuardQuery } from '@mailsift/contract'
import { type Accepted, type Engine, flag, isFlagged, type Policy, tier } from '@mailsift/engine'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PlanCache, requireFeature } from '../../accounts/plans/plans.ts'
import type { PackValidated } from '../../calibration/calibration.ts'
import { findSiteKey } from '../../credentials/site-keys/site-keys.ts'
import type { Db } from '../../platform/database/database.ts'
import type { CreateRateLimiter } from '../../platform/http/limits/rate-limit.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { uuidv7 } from '../../platform/ids.ts'
import { siteNetworkOf } from '../../platform/network.ts'
import { readRules } from '../../rules/rules.ts'
import type { Quotas, UsageRecorder } from '../../usage/usage.ts'
import { createFlagReader, validate } from '../validate.ts'

export type GuardDeps = {
  db: Db
  engine: Engine
  usage: UsageRecorder
  quotas?: Pick<Quotas, 'take'> | undefined
  plans?: PlanCache | undefined
  packValidated?: PackValidated | undefined
  createRateLimiter: CreateRateLimiter
}

export function registerGuardRoutes(
  app: Http,
  { db, engine, usage, quotas, plans, packValidated, createRateLimiter }: GuardDeps,
): void {
  const perKey = createRateLimiter(ANSWERS_PER_SITE_KEY)
  const perNetwork = createRateLimiter(ANSWERS_PER_VISITOR)
  const flagsOf = createFlagReader()

  app.get(
    '/guard/emails/validate',
    {
      // The handler checks the plan: the account is known only from the site key.
      config: { access: 'public', feature: 'guard' },
      // A HEAD request would be billed for an answer without a body.
      exposeHeadRoute: false,
      schema: {
        tags: ['Site keys'],
        operationId: 'guardEmail',
        summary: 'Validate the address typed into a web form',
        description:
          'Used by the guard on pages of an allowed origin. Each validation uses one credit of the account of the site key. ' +
          'The response has fewer details than a validation, and no contact is saved.',
        querystring: GuardQuery,
        response: { 200: GuardAnswer },
      },
    },
    async (request, reply) => {
      const { email, site_key, policy: name } = request.query
      const key = await findSiteKey(db, site_key)
      const { origin } = request.headers
      if (origin !== undefined && key?.origins.includes(origin)) letRead(reply, origin)
      if (!key) throw new AppError('unauthenticated', 'The site key does not exist or was revoked.')
      requireOrigin(request, key.origins)
      if (!key.subscribed) throw new AppError('subscription_required', 'The account has no active subscription.')
      if (plans) requireFeature(await plans.of(key.accountId), 'guard')
      await perNetwork.use(`${key.id} ${siteNetworkOf(request.ip)}`, reply)
      await perKey.use(key.id, reply)
      const verdict = validate(engine, email)
      const policy = await readRules({ db, engine }, key.accountId, { email, policy: name })
      // A visitor must not be able to fill the contacts of the account.
      const { socket: connection } = request.raw
      const credits = await quotas?.take(key.accountId, 1)
      const validated = packValidated?.([{ verdict }], [{ verdict }])
      const unit = { resultId: uuidv7(), accountId: key.accountId, flags: flagsOf(verdict), validated }
      await usage.record({ ...unit, credits, connection })
      return answerOf(engine, verdict, policy)
    },
  )
}

function requireOrigin({ headers }: FastifyRequest, origins: readonly string[]): void {
  if (headers.origin === undefined || !origins.includes(headers.origin))
    throw new AppError('forbidden_origin', 'The site key does not allow this origin.')
}

function letRead(reply: FastifyReply, origin: string): void {
  reply.headers({ 'access-control-allow-origin': origin, vary: 'origin' })
}

function answerOf(engine: Engine, verdict: Accepted, policy: Policy): GuardAnswer {
  const { tier: decided, code } = tier(verdict, policy)
  const suggestion = engine.suggest(verdict.inbound)?.address ?? null
  return { tier: decided, reason: code, suggestion, is_disposable: isFlagged(verdict, flag.IS_DISPOSABLE) }
}
