import { test } from 'vitest'
import { expectRefusal, SAMPLES } from './check-samples.ts'

test.for(Object.entries(SAMPLES).filter(([, { slow }]) => slow))(
  '%s refuses what breaks its rules',
  { timeout: 120_000 },
  ([step, sample]) => expectRefusal(step, sample),
)
