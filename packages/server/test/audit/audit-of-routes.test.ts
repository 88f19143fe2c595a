// The table of docs/guides/audit-log.md against the routes, so that no state-changing route is without an event or a reason.
import { readFileSync } from 'node:fs'
import { AUDIT_ACTIONS } from '@mailsift/contract'
import { expect, test } from 'vitest'
import { routesOfApi } from '../access/routes-of-api.ts'

const guide = readFileSync(new URL('../../../../docs/guides/audit-log.md', import.meta.url), 'utf8')
const rows = [...guide.matchAll(/^\| `([A-Z]+ \/[^`]*)` \| (.+) \|$/gm)].map(
  ([, route, event]) => [route!, event!] as const,
)

test('the audit log names the event of every route that changes something or exports, or why it has none', async () => {
  const routes = (await routesOfApi()).filter(
    ({ schema, constraints }) => schema?.operationId && !constraints?.playgroundTicket,
  )
  const changing = routes
    .filter(({ method, url }) => method !== 'GET' || url.endsWith('/export'))
    .map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`)
  expect(rows.map(([route]) => route).toSorted()).toEqual(changing.toSorted())
})

test('every event that the table names exists', () => {
  for (const [route, event] of rows) {
    const named = [...event.matchAll(/`([a-z_]+)`/g)].map(([, action]) => action)
    expect([route, event.startsWith('none: ') || named.length > 0]).toEqual([route, true])
    for (const action of named) expect([route, AUDIT_ACTIONS]).toEqual([route, expect.arrayContaining([action])])
  }
})
