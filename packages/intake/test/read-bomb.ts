import { expect } from 'vitest'
import { fromBlob, openList } from '../src/list.ts'

/** Reads the first column. */
export async function readAll(bytes: Uint8Array): Promise<(string | undefined)[]> {
  const list = await openList(fromBlob(new Blob([bytes as Uint8Array<ArrayBuffer>])))
  const cells: (string | undefined)[] = []
  for await (const batch of list.records([0])) for (const record of batch) cells.push(record.cells[0])
  return cells
}

export async function expectRefusal(bytes: Uint8Array): Promise<void> {
  const error = await readAll(bytes).catch((error: Error) => error)
  expect(error).toMatchObject({ name: 'ListError', message: expect.stringMatching(/^[^\n]+ Save [^\n]+\.$/) })
}
