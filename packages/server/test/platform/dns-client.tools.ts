import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { execFile } from '../../../../scripts/testing/programs.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { withoutNetwork } from '../support/namespaces.ts'

const LOST_ROUTE = fileURLToPath(new URL('lost-route-program.ts', import.meta.url))
const FOUND = { known: true, exists: true, records: [{ preference: 10, exchange: 'mx.test' }], ttlSeconds: 300 }

test('a route that disappears at run time ends no process, the other resolver answers, and the route is used again once it is back', async () => {
  const [command = '', ...args] = [...withoutNetwork(), process.execPath, LOST_ROUTE]
  const { stdout } = await promisify(execFile)(command, args, { env: CHILD_ENV })
  const unreachable = { known: false, reason: 'unreachable' }
  expect(JSON.parse(stdout)).toEqual({
    before: FOUND,
    underWay: unreachable,
    lost: unreachable,
    other: FOUND,
    back: FOUND,
  })
})
