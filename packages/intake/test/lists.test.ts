import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fromBlob } from '../src/list.ts'
import { FOLDER, LISTS } from './make-lists.ts'
import { type ReadList, readList } from './read-list.ts'

const expected: Record<string, ReadList> = JSON.parse(readFileSync(`${FOLDER}expected.json`, 'utf8'))

test('the folder contains at least sixty files, exactly those that its script makes', () => {
  expect(LISTS.length).toBeGreaterThan(60)
  expect(readdirSync(FOLDER).sort()).toEqual(['expected.json', ...LISTS.map(({ name }) => name)].sort())
  for (const { name, bytes } of LISTS) expect(Buffer.compare(readFileSync(FOLDER + name), bytes), name).toBe(0)
})

test.for(LISTS.map(({ name }) => name))('%s is read as a person reads it', async (name) => {
  const { list } = await readList(fromBlob(new Blob([readFileSync(FOLDER + name)])))
  expect(list).toEqual(expected[name])
})

test.for(LISTS.map(({ name }) => name))('%s is read the same byte by byte', async (name) => {
  const bytes = readFileSync(FOLDER + name)
  async function* singly() {
    for (let at = 0; at < bytes.length; at += bytes.length > 10_000 ? 997 : 1)
      yield bytes.subarray(at, at + (bytes.length > 10_000 ? 997 : 1))
  }
  const blob = new Blob([bytes])
  expect(await readList({ read: singly, blob: async () => blob })).toEqual(await readList(fromBlob(blob)))
})
