import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { UPLOAD_MAX_BYTES } from '@mailsift/contract'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRecordEnds, unpackRecordEnds } from '../../../src/bulk/format/record-ends.ts'

test('the ends of the records come back exactly, wherever the chunk starts', () => {
  const place = fc.tuple(
    fc.integer({ min: 0, max: UPLOAD_MAX_BYTES }),
    fc.array(fc.integer({ min: 0, max: UPLOAD_MAX_BYTES }), { maxLength: 1_000 }),
  )
  fc.assert(
    fc.property(place, ([start, offsets]) => {
      const ends = offsets.toSorted((one, other) => one - other).map((offset) => start + offset)
      expect(unpackRecordEnds(packRecordEnds(start, ends))).toEqual(ends)
    }),
  )
})

test('a chunk without records has no ends', () => {
  expect(unpackRecordEnds(packRecordEnds(7, []))).toEqual([])
})

test('a thousand records of usual length take less than two bytes each', () => {
  const ends = Array.from({ length: 1_000 }, (_, index) => 52_000_000 + (index + 1) * 97 + (index % 13))
  expect(packRecordEnds(52_000_000, ends).length).toBeLessThan(2_000)
})

test('bytes that were cut off are refused, not read as fewer records', () => {
  const packed = packRecordEnds(0, [10, 20, 30])
  expect(() => unpackRecordEnds(packed.subarray(0, packed.length - 3))).toThrow()
})

test('record ends that were stored before 0.1.0, without a version byte, are read', () => {
  const content = zstdDecompressSync(packRecordEnds(5, [10, 20]).subarray(1))
  expect(unpackRecordEnds(zstdCompressSync(content))).toEqual([10, 20])
})

test('record ends of a version that this program does not know are refused by its number', () => {
  const packed = packRecordEnds(5, [10, 20])
  packed[0] = 3
  expect(() => unpackRecordEnds(packed)).toThrow('stored in version 3, but this version of Mailsift reads only 1 and 2')
})
