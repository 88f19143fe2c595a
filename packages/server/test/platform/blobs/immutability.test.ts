import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type BlobStore, BlobsUnavailableError } from '../../../src/platform/blobs/blobs.ts'
import { proveImmutability } from '../../../src/platform/blobs/immutability.ts'
import { silentLog } from '../../support/database.ts'

type Outcome = Awaited<ReturnType<BlobStore['write']>>

/** A store of which only what the probe asks for exists. */
function storeThat(write: () => Promise<Outcome>): BlobStore {
  return { write, delete: async () => undefined } as unknown as BlobStore
}
const stored: Outcome = { outcome: 'stored', size: 5, sha256: '' } as Outcome

async function provenOf(store: BlobStore): Promise<boolean> {
  const immutability = proveImmutability(store, silentLog)
  onTestFinished(() => immutability.stop())
  await sleep(20)
  return immutability.isProven()
}

test('a store that refuses the second write is trusted', async () => {
  const outcomes: Outcome[] = [stored, { outcome: 'exists' }]
  expect(await provenOf(storeThat(async () => outcomes.shift()!))).toBe(true)
})

test('a store that overwrites is not trusted', async () => {
  expect(await provenOf(storeThat(async () => stored))).toBe(false)
})

test('a store that cannot be reached is not trusted yet', async () => {
  const down = storeThat(async () => {
    throw new BlobsUnavailableError('down')
  })
  expect(await provenOf(down)).toBe(false)
})
