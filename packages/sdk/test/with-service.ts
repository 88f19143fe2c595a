import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as plainTest } from 'vitest'
import { Mailsift } from '../src/index.ts'
import { type StandIn, startStandIn, TOKEN } from './stand-in.ts'

/** A test with its own service and client, so that tests that wait for retries can run concurrently. */
export const test = plainTest.extend<{ service: StandIn; mailsift: Mailsift; folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the needed fixtures from this pattern
  service: async ({}, use) => {
    const service = await startStandIn()
    await use(service)
    await service.close()
  },
  mailsift: async ({ service }, use) => use(new Mailsift({ token: TOKEN, baseUrl: service.origin })),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  folder: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'sdk-'))
    await use(folder)
    await rm(folder, { recursive: true })
  },
})

export async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}
