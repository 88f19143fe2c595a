// The parts that a plan leaves out, and its limit of requests: checked for each request, after the caller is known and before the body is read.
import type { PlanFeature, TokenScope } from '@mailsift/contract'
import type { FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import type { TokenLimits } from '../../credentials/tokens/token-limits.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import type { Plan } from './plan.ts'
import type { PlanCache } from './plan-cache.ts'

const WINDOW_SECONDS = 60

/** Routes outside these scopes belong to every plan, unless they declare a feature. */
const FEATURE_OF_SCOPE: Readonly<Partial<Record<TokenScope, PlanFeature>>> = { bulk: 'bulk', contacts: 'contacts' }

/** The part of the service that a route belongs to, by its declaration or by the scope of its access; undefined for every plan. */
export function featureOf({ access, feature }: FastifyContextConfig): PlanFeature | undefined {
  if (feature !== undefined || access === undefined || access === 'public' || !access.scope) return feature ?? undefined
  // Stored results stay readable under a smaller plan.
  return access.subscription || access.permission === 'write' ? FEATURE_OF_SCOPE[access.scope] : undefined
}

/** To be called after registerAccess and before routes are added, and only where plans are configured. */
export function registerPlanRules(app: Http, deps: { plans: PlanCache; limits: TokenLimits }): void {
  app.addHook('onRoute', (route) => {
    const access = route.config?.access
    if (access === undefined || access === 'public') return
    const feature = featureOf(route.config!)
    const check = async (request: FastifyRequest, reply: FastifyReply) => {
      const { accountId } = request.caller!
      const plan = await deps.plans.of(accountId)
      if (feature) requireFeature(plan, feature)
      const { requestsPerMinute: requests } = plan
      if (requests !== null) await deps.limits.use(accountId, { requests, window_seconds: WINDOW_SECONDS }, reply)
    }
    route.onRequest = [...[route.onRequest ?? []].flat(), check]
  })
}

export function requireFeature({ name, features }: Plan, feature: PlanFeature): void {
  if (!features.includes(feature))
    throw new AppError('plan_limit', `The plan ${name} does not include ${FEATURE_NAMES[feature]}.`)
}

const FEATURE_NAMES: Record<PlanFeature, string> = {
  bulk: 'lists',
  contacts: 'changes to contacts',
  guard: 'the form guard',
  warehouses: 'warehouses',
  assistants: 'assistants',
}
