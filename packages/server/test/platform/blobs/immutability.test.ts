import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type BlobStore, BlobsUnavailableError } from '../../../src/platform/blobs/blobs.ts'
import { proveImmutability } from '../../../src/platform/blobs/immutability.ts'

type Outcome = Awaited<ReturnType<BlobStore['write']>>

/** A store of which only what the probe asks for exists. */
function storeThat(write: () => Promise<Outcome>): BlobStore {
  return { write, delete: async () => undefined } as unknown as BlobStore
}
const stored: Outcome = { outcome: 'stored', size: 5, sha256: '' } as Outcome

async function provenOf(store: BlobStore): Promise<boolean> {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const immutability = proveImmutability(store, log)
  onTestFinished(() => immutability.stop())
  // A store that is not trusted is named in the log.
  await expect.poll(() => immutability.isProven() || lines.length > 0).toBe(true)
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
