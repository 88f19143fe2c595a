import { BillingLink, CheckoutBody } from '@mailsift/contract'
import type { FastifyRequest } from 'fastify'
import { type Access, callerOf } from '../access/caller.ts'
import type { Plans } from '../accounts/plans/plans.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { AppError } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { ensureCustomer, findCustomer } from './customers.ts'
import type { BillingProvider } from './provider.ts'
import { StripeError } from './stripe/client.ts'
import { receiveEvent } from './sync.ts'

export type BillingRoutesDeps = {
  db: Db
  plans: Plans
  /** Undefined: billing is off, and its routes say so. */
  provider: BillingProvider | undefined
  /** Where the usage page of the console is. */
  returnUrl: string
}

/** Who pays decides. A subscription that has lapsed is renewed here. */
const PAYER = {
  permission: 'write',
  subscription: false,
  kinds: ['session', 'bearer'],
  role: 'owner',
} satisfies Access

const TAGS = ['Account']
const BODY_MAX_BYTES = 1024
const EVENT_MAX_BYTES = 512 * 1024
const RETRY_SECONDS = 10

export function registerBillingRoutes(app: Http, deps: BillingRoutesDeps): void {
  const { db, plans, returnUrl } = deps

  app.post(
    '/account/billing/checkout',
    {
      config: { access: PAYER },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'startCheckout',
        summary: 'Get a link to buy a plan',
        description:
          'The link opens a page of the payment provider. Only owners can pay. An account that has a subscription gets the page to manage it, so that it does not pay twice.',
        body: CheckoutBody,
        response: { 200: BillingLink },
      },
    },
    async (request) => {
      const provider = requireProvider(deps)
      const { plan: name } = request.body
      const plan = plans.all.find((each) => each.name === name && each.stripePrices.length > 0)
      if (!plan) throw new AppError('not_found', 'There is no plan of this name to buy.')
      return orUnavailable(async () => {
        const customer = await ensureCustomer({ db, provider }, callerOf(request).accountId)
        // The provider knows of a purchase before its event arrives here. A second one would be charged beside it.
        const bought = await provider.readSubscription(customer)
        if (bought && bought.status !== 'canceled') return { url: await provider.portalLink(customer, returnUrl) }
        return { url: await provider.checkoutLink(customer, plan.stripePrices, returnUrl) }
      })
    },
  )

  app.post(
    '/account/billing/portal',
    {
      config: { access: PAYER },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'openBillingPortal',
        summary: 'Get a link to manage the subscription',
        description:
          'The link opens a page of the payment provider: invoices, the card, and the end of the subscription.',
        response: { 200: BillingLink },
      },
    },
    async (request) => {
      const provider = requireProvider(deps)
      const customer = await findCustomer(db, callerOf(request).accountId)
      if (!customer) throw new AppError('not_found', 'The account has bought nothing yet.')
      return orUnavailable(async () => ({ url: await provider.portalLink(customer, returnUrl) }))
    },
  )

  registerWebhook(app, deps)
}

/** The bytes are signed as they are, so they are read as they are. */
function registerWebhook(app: Http, { db, provider }: BillingRoutesDeps): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: EVENT_MAX_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(
      '/billing/stripe',
      { config: { access: 'public' }, bodyLimit: EVENT_MAX_BYTES, schema: { hide: true } },
      async (request: FastifyRequest, reply) => {
        if (!provider) throw new AppError('not_found', 'Billing is off.')
        const signature = request.headers['stripe-signature']
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const event = provider.readEvent(body, String(signature ?? ''), systemClock.now())
        if (!event) throw new AppError('unauthenticated', 'The signature is missing, wrong or too old.')
        await receiveEvent(db, event)
        return reply.code(204).send(null)
      },
    )
  })
}

function requireProvider({ provider }: BillingRoutesDeps): BillingProvider {
  if (!provider) throw new AppError('not_found', 'Billing is off.')
  return provider
}

async function orUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof StripeError)) throw error
    throw new AppError('unavailable', 'The payment provider did not answer as expected.', {
      retryAfterSeconds: RETRY_SECONDS,
    })
  }
}
