import { describe, expect, test } from 'vitest'
import { type Consequence, classifyFailure } from '../../../src/bulk/work/failure.ts'
import { BlobsUnavailableError } from '../../../src/platform/blobs/blobs.ts'
import { openDatabase } from '../../../src/platform/database/database.ts'
import { silentLog } from '../../support/database.ts'

const GIVE_UP: Consequence = { kind: 'fail' }

function delayOf(consequence: Consequence): number {
  if (consequence.kind === 'fail') throw new Error('failed for good')
  return consequence.delaySeconds
}

/** The error that a query really meets when there is no server. */
async function databaseError(): Promise<unknown> {
  const away = openDatabase('postgres://nobody@127.0.0.1:1/nothing', { log: silentLog, connectionCount: 1 })
  const error = await away.db
    .selectFrom('bulk_jobs')
    .select('id')
    .execute()
    .catch((failure) => failure)
  await away.close()
  return error
}

describe('what cannot be reached', () => {
  test.each([
    ['a store', async () => new BlobsUnavailableError(new Error('no space'))],
    ['a database', databaseError],
  ])('%s is waited for without end, and no failure is counted', async (_what, make) => {
    const error = await make()
    for (const failures of [0, 4, 1_000]) {
      const consequence = classifyFailure(error, failures)
      expect(consequence).toMatchObject({ kind: 'again', failures })
      expect(delayOf(consequence)).toBeGreaterThanOrEqual(1.5)
      expect(delayOf(consequence)).toBeLessThanOrEqual(4.5)
    }
  })
})

describe('any other failure', () => {
  test('is retried four times, counted, and then fails', () => {
    let failures = 0
    for (let attempt = 1; attempt <= 4; attempt++) {
      const consequence = classifyFailure(new Error('broken'), failures)
      expect(consequence).toMatchObject({ kind: 'again', failures: attempt })
      failures = attempt
    }
    expect(classifyFailure(new Error('broken'), failures)).toEqual(GIVE_UP)
  })

  test('pauses twice as long each time, spread so that what failed together comes back apart', () => {
    for (const [failures, seconds] of [
      [0, 1],
      [1, 2],
      [2, 4],
      [3, 8],
    ] as const) {
      const delays = Array.from({ length: 200 }, () => delayOf(classifyFailure('no error object', failures)))
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(seconds * 0.5)
      expect(Math.max(...delays)).toBeLessThanOrEqual(seconds * 1.5)
      expect(new Set(delays).size).toBeGreaterThan(100)
    }
  })
})
