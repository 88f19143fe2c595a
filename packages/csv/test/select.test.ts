import { array, assert, asyncProperty, boolean, constantFrom, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { selectRecords, watchRecords } from '../src/select.ts'
import { collect, inPieces } from './support.ts'

const select = async (content: string, isWanted: (cell: string) => boolean, pieceBytes?: number) =>
  (
    await collect(selectRecords(inPieces(Buffer.from(content), pieceBytes), 'ok', ({ email }) => isWanted(email)))
  ).toString()

describe('selecting records', () => {
  test('keeps the header and the selected records, byte for byte', async () => {
    const content = '\ufeffname,ok\r\n"Ada\nLovelace",true\r\n\r\nBob,false\n"Zoë ""Z""",true'
    expect(await select(content, (cell) => cell === 'true')).toBe(
      '\ufeffname,ok\r\n"Ada\nLovelace",true\r\n\r\n"Zoë ""Z""",true',
    )
  })

  test('returns the lines of the selected records, whatever they contain and however the file is split', async () => {
    const row = record({ text: string({ maxLength: 20 }), isWanted: boolean() })
    await assert(
      asyncProperty(
        array(row, { minLength: 1, maxLength: 50 }),
        constantFrom(1, 2, 7, 64 * 1024),
        async (rows, pieces) => {
          const lines = rows.map(({ text, isWanted }) => ({
            line: `"${text.replaceAll('\0', '').toWellFormed().replaceAll('"', '""')}",${isWanted}\n`,
            isWanted,
          }))
          const header = 'text,ok\n'
          const all = header + lines.map(({ line }) => line).join('')
          const wanted = header + lines.flatMap(({ line, isWanted }) => (isWanted ? [line] : [])).join('')
          expect(await select(all, (cell) => cell === 'true', pieces)).toBe(wanted)
          const cells: string[] = []
          const watched = watchRecords(inPieces(Buffer.from(all), pieces), 'ok', ({ email }) => cells.push(email))
          expect((await collect(watched)).toString()).toBe(all)
          expect(cells).toEqual(rows.map(({ isWanted }) => String(isWanted)))
        },
      ),
      { numRuns: 50 },
    )
  })

  test('reads no more of the source than needed', async () => {
    let pieces = 0
    async function* endless() {
      yield Buffer.from('name,ok\n')
      for (; ; pieces++) yield Buffer.from('Ada,true\n'.repeat(10_000))
    }
    const limits = { recordsMaxCount: Number.POSITIVE_INFINITY, recordMaxBytes: 2 ** 20 }
    for await (const _ of selectRecords(endless(), 'ok', () => true, limits)) break
    expect(pieces).toBeLessThan(100)
  })
})
