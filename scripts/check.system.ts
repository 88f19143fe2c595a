import { test } from 'vitest'
import { expectRefusal, SAMPLES } from './check-samples.ts'

test.for(Object.entries(SAMPLES).filter(([, { slow }]) => slow))('%s refuses what breaks its rules', ([step, sample]) =>
  expectRefusal(step, sample),
)
