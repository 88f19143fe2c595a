import { expect, test } from 'vitest'
import { findUnitTests } from './unit-tests.ts'

test.each([
  ['scripts/testing/unit-tests.test.ts', 'imports nothing but its subject'],
  ['packages/contract/test/ids.test.ts', 'imports a package of the workspace'],
  ['packages/server/test/domains/dns.test.ts', 'has a name server on loopback in its own process'],
])('%s is a unit test: it %s', (file) => {
  expect(findUnitTests([file])).toEqual([file])
})

test.each([
  ['packages/cli/test/clean.test.ts', 'starts a program'],
  ['packages/console/test/keys.browser.ts', 'opens a browser through another file'],
  ['packages/server/test/bulk/work.test.ts', 'needs PostgreSQL'],
])('%s is no unit test: it %s', (file) => {
  expect(findUnitTests([file])).toEqual([])
})
