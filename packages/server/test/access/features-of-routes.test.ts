import { PLAN_FEATURES, type PlanFeature } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { featureOf } from '../../src/accounts/plans/plans.ts'
import { routesOfApi } from './routes-of-api.ts'

type Part = PlanFeature | 'every plan'

/** By the first line that fits. A route that fits none is new: say here what it belongs to. */
const PARTS: readonly [RegExp, Part][] = [
  [/^POST \/mcp$/, 'assistants'],
  [/^POST \/warehouse\//, 'warehouses'],
  [/^GET \/guard\/emails\//, 'guard'],
  // Stored results stay readable under a smaller plan.
  [/^GET \/v1\/(?:emails\/bulk|contacts)\b/, 'every plan'],
  [/^POST \/v1\/emails\/bulk\b/, 'bulk'],
  [/^PATCH \/v1\/contacts\b/, 'contacts'],
  [/^GET \/(?:v1|insight)\//, 'every plan'],
  [/^GET \/account\b/, 'every plan'],
  [/^\w+ \/account\/(?:lists|uploads)\b/, 'bulk'],
  [/^\w+ \/account\/contacts\b/, 'contacts'],
  [
    /^\w+ \/account(?:\/(?:sign-|session|password|second-factor|passkeys|identities|single-sign-on|address)|$)/,
    'every plan',
  ],
  [/^\w+ \/account\/(?:tokens|site-keys|members|invitations|switch|notifications|test-mail|audit)\b/, 'every plan'],
  [/^\w+ \/account\/(?:contact-saving|billing|rules|policies|list-entries)\b/, 'every plan'],
  // An account that sends mail must be able to undo a false bounce.
  [/^\w+ \/account\/(?:bounces|bounce-sources|suppressions|mailboxes)\b/, 'every plan'],
  [/^\w+ \/(?:operator|playground)\//, 'every plan'],
]

test('every route belongs to one part of the service that a plan can leave out, or to every plan', async () => {
  const routes = await routesOfApi()
  // The others are pages, assets, signed links and calls of other services.
  const listed = routes.filter(
    ({ schema, url, method }) => schema?.operationId || (url === '/mcp' && method === 'POST'),
  )
  const declared = listed.map(({ method, url, config }): [string, Part] => [
    `${method} ${url}`,
    featureOf(config!) ?? 'every plan',
  ])
  const expected = declared.map(([route]) => [route, PARTS.find(([pattern]) => pattern.test(route))?.[1]])
  expect(declared).toEqual(expected)
  expect(new Set(declared.map(([, part]) => part))).toEqual(new Set([...PLAN_FEATURES, 'every plan']))
})
