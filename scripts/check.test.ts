import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectRefusal, SAMPLES } from './check-samples.ts'

test('every step of npm run check has a tree here that it must refuse', () => {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  const { scripts } = JSON.parse(manifest) as { scripts: { check: string } }
  expect(scripts.check.split(' && ')).toEqual(Object.keys(SAMPLES))
})

test.for(Object.entries(SAMPLES).filter(([, { slow }]) => !slow))(
  '%s refuses what breaks its rules',
  { timeout: 120_000 },
  ([step, sample]) => expectRefusal(step, sample),
)
