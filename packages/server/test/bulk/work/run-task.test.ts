import { expect, test } from 'vitest'
import { runTask } from '../../../src/bulk/work/run-task.ts'
import { BlobsUnavailableError } from '../../../src/platform/blobs/blobs.ts'
import { silentLog } from '../../support/database.ts'

/** What became of a run of a task. */
async function outcomeOf(work: () => Promise<void>, failures?: number, isQuarantined = false): Promise<string[]> {
  const calls: string[] = []
  await runTask({
    log: silentLog,
    subject: {},
    complaint: 'it failed',
    failures,
    isQuarantined,
    async work() {
      calls.push('work')
      await work()
    },
    again: async (failed) => void calls.push(`again after ${failed}`),
    fail: async () => void calls.push('fail'),
  })
  return calls
}

const fail = async () => {
  throw new Error('broken')
}

test('work that succeeds is neither repeated nor failed', async () => {
  expect(await outcomeOf(async () => undefined)).toEqual(['work'])
})

test('a failure is counted and tried again; the fifth is the last', async () => {
  expect(await outcomeOf(fail)).toEqual(['work', 'again after 1'])
  expect(await outcomeOf(fail, 3)).toEqual(['work', 'again after 4'])
  expect(await outcomeOf(fail, 4)).toEqual(['work', 'fail'])
})

test('a store that is away is waited for without counting', async () => {
  const away = async () => {
    throw new BlobsUnavailableError('away')
  }
  expect(await outcomeOf(away, 4)).toEqual(['work', 'again after 4'])
})

test('quarantined work fails without another run', async () => {
  expect(await outcomeOf(async () => undefined, 0, true)).toEqual(['fail'])
})
