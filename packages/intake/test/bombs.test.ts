import { expect, test } from 'vitest'
import { createEffort } from '../src/xlsx/effort.ts'
import { readXml } from '../src/xlsx/xml.ts'
import { BOMBS, entityBomb, longFormat, nestedTags, SLOW_BOMBS } from './make-bombs.ts'
import { expectRefusal, readAll } from './read-bomb.ts'

/** The others take seconds of processor time each before they are refused: bombs.system.ts. */
const QUICK = Object.keys(BOMBS).filter((name) => !SLOW_BOMBS.includes(name))

test.for(QUICK)('a workbook of %s is refused, with the next step', (what) => expectRefusal(BOMBS[what]!()))

test('the workbook of two million nested tags has eight kilobytes', () => {
  expect(nestedTags().length).toBeLessThan(8 * 1024)
})

test('entities that a workbook declares are never expanded', async () => {
  expect(await readAll(entityBomb())).toEqual(['&e9;'])
})

test('a number format of a megabyte is examined once, however many styles name it', async () => {
  expect(await readAll(longFormat())).toEqual(['ann.lee@contoso.com'])
})

/** Endless XML, and how much of it was read. */
function endless(text: string) {
  const piece = new TextEncoder().encode(text.repeat(Math.ceil(65_536 / text.length)))
  const taken = { bytes: 0 }
  async function* pieces() {
    for (;;) {
      taken.bytes += piece.length
      yield piece
    }
  }
  return { taken, pieces: pieces() }
}

test('tags are read to a depth of a hundred', async () => {
  let tags = 0
  const { pieces } = endless('<a>')
  await expect(
    readXml(pieces, createEffort(0, 0), {
      open() {
        tags++
      },
    }),
  ).rejects.toThrow(/deeper than any spreadsheet/)
  expect(tags).toBe(100)
})

test.for([
  ['<a/>', 8],
  ['<a b="" c="" d=""/>', 8],
  ['&lt;', 16],
  ['<!-- nothing -->', 8],
  ['<![CDATA[ ]]>', 16],
  ['<?nothing?>', 8],
  ['</a>', 16],
  [' ', 16],
  ['<', 8],
  ['a', 16],
] as const)('endless %j ends after a fixed number of bytes, whatever the clock says', async ([text, megabytes]) => {
  const { taken, pieces } = endless(text)
  await expect(
    readXml(
      pieces,
      createEffort(0, 0, () => 0),
      {},
    ),
  ).rejects.toThrow(/Excel file/)
  expect(taken.bytes).toBeLessThan(megabytes * 1024 * 1024 + 128 * 1024)
})

test('endless XML without a complete row is stopped after two seconds, even if the machine is too slow to reach the step limit', async () => {
  let seconds = 0
  const { taken, pieces } = endless('<a/>')
  // Each piece takes a second by this clock.
  const effort = createEffort(0, 0, () => seconds++ * 1_000)
  await expect(readXml(pieces, effort, {})).rejects.toThrow(/Excel file/)
  expect(taken.bytes / 65_536).toBeLessThanOrEqual(8)
})

test('time without work, as on a suspended laptop, refuses nothing', async () => {
  let hours = 0
  const effort = createEffort(0, 0, () => hours++ * 3_600_000)
  async function* slowly() {
    for (let piece = 0; piece < 20; piece++) yield new TextEncoder().encode('<a/>')
  }
  await expect(readXml(slowly(), effort, {})).resolves.toBeUndefined()
})
