import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EARLIER_SNAPSHOT, SOURCE_PACKAGES } from '../packages/engine/build/packages.ts'

const text = readFileSync('.github/dependabot.yml', 'utf8')

test('the packages of the engine’s data are updated together, and the earlier snapshot never', () => {
  const grouped = [...text.matchAll(/^ {10}- "([^"]+)"$/gm)].map(([, name]) => name!)
  const ignored = [...text.matchAll(/^ {6}- dependency-name: "([^"]+)"$/gm)].map(([, name]) => name!)
  expect(ignored).toEqual([EARLIER_SNAPSHOT])
  expect([...grouped, ...ignored].toSorted()).toEqual([...SOURCE_PACKAGES].toSorted())
})
