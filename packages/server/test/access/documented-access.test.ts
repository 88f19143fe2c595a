// The table of routes in docs/contract.md against what the routes demand; what else it says is compared in packages/contract.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Access } from '../../src/access/access.ts'
import { routesOfApi } from './routes-of-api.ts'

const document = readFileSync(new URL('../../../../docs/contract.md', import.meta.url), 'utf8')

/** Who may come, as the table says it: permission, scope, subscription. */
function demandsOf(access: Access | undefined): string[] {
  if (access === 'public' || access === undefined) return ['', '', '']
  const isForTokens = !access.kinds || access.kinds.includes('token')
  const permission = access.operator ? 'operator' : isForTokens ? access.permission : 'session'
  return [permission, access.scope ?? '', access.subscription ? 'yes' : 'no']
}

async function readRoutes(): Promise<string[][]> {
  const routes = await routesOfApi()
  return routes
    .filter(({ schema, constraints }) => schema?.operationId && !constraints?.playgroundTicket)
    .map(({ method, url, config }) => [`${method} ${url.replace(/:(\w+)/g, '{$1}')}`, ...demandsOf(config?.access)])
}

test('permission, scope and subscription of every route are those that the contract names', async () => {
  const rows = [...document.matchAll(/^\| [\d.]+ \| `([A-Z]+ [^`]+)` \|(.*)\|$/gm)]
  const documented = rows.map(([, route, rest]) => [
    route!,
    ...rest!
      .split('|')
      .slice(-3)
      .map((cell) => cell.trim()),
  ])
  // A site key is no credential of the server's: the route reads it, and its account, on its own.
  const guard = documented.find(([route]) => route === 'GET /guard/emails/validate')!
  expect(guard.splice(1, 3, '', '', '')).toEqual(['site key', '', 'yes'])
  expect(documented.toSorted()).toEqual((await readRoutes()).toSorted())
})
