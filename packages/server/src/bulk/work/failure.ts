// The handling of failed work. A store that is away is waited for, as long as it takes. Any other failure is tried
// again a few times, each time after a longer pause; then the customer is told.

import { LookUpsEnded } from '../../domains/facts.ts'
import { BlobsUnavailableError } from '../../platform/blobs/blobs.ts'
import { isDatabaseUnavailable } from '../../platform/database/errors.ts'

const FAILURES_MAX = 5
const UNAVAILABLE_DELAY_SECONDS = 3
const FIRST_DELAY_SECONDS = 1

export type Consequence = { kind: 'again'; delaySeconds: number; failures: number } | { kind: 'fail' }

export function classifyFailure(error: unknown, failuresBefore: number): Consequence {
  if (error instanceof LookUpsEnded) return { kind: 'again', delaySeconds: 0, failures: failuresBefore }
  if (isDatabaseUnavailable(error) || error instanceof BlobsUnavailableError)
    return { kind: 'again', delaySeconds: jittered(UNAVAILABLE_DELAY_SECONDS), failures: failuresBefore }
  const failures = failuresBefore + 1
  if (failures >= FAILURES_MAX) return { kind: 'fail' }
  return { kind: 'again', delaySeconds: jittered(FIRST_DELAY_SECONDS * 2 ** failuresBefore), failures }
}

/** Half to one and a half times: what failed together does not come back together. */
function jittered(seconds: number): number {
  return seconds * (0.5 + Math.random())
}
