import { expect, test } from 'vitest'
import { createRecentChunks } from '../../../src/bulk/export/recent-chunks.ts'
import type { EncodedChunk } from '../../../src/bulk/export/rows.ts'

function chunk(cellBytes: number, inputLength: number): EncodedChunk {
  const bytes = Buffer.alloc(inputLength + cellBytes)
  return { bytes, starts: Uint32Array.of(inputLength), ends: Uint32Array.of(bytes.length) }
}

test('the oldest chunks go first when there is no more room', () => {
  const recent = createRecentChunks(100)
  for (const id of ['a', 'b', 'c']) recent.add(id, chunk(40, 0))
  expect(['a', 'b', 'c'].map((id) => recent.get(id) !== undefined)).toEqual([false, true, true])
})

test('long inputs take room as well, however short their answers are', () => {
  const recent = createRecentChunks(100)
  recent.add('a', chunk(10, 50))
  recent.add('b', chunk(10, 50))
  expect([recent.get('a'), recent.get('b') !== undefined]).toEqual([undefined, true])
  recent.add('too large', chunk(10, 1000))
  expect([recent.get('b') !== undefined, recent.get('too large')]).toEqual([true, undefined])
})

test('what is forgotten or replaced makes room', () => {
  const recent = createRecentChunks(100)
  recent.add('a', chunk(10, 50))
  recent.forget(['a', 'not there'])
  for (let n = 0; n < 3; n++) recent.add('b', chunk(10, 30))
  recent.add('c', chunk(10, 50))
  expect(['a', 'b', 'c'].map((id) => recent.get(id) !== undefined)).toEqual([false, true, true])
})
