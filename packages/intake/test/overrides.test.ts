// The user's choice overrides detection.
import { expect, test } from 'vitest'
import { fromBlob, type ListOptions, openList } from '../src/list.ts'

async function read(bytes: string | Uint8Array, options: ListOptions) {
  const list = await openList(fromBlob(new Blob([typeof bytes === 'string' ? bytes : bytes.slice()])), options)
  const rows: (string | undefined)[][] = []
  for await (const batch of list.records('all')) rows.push(...batch.map(({ cells }) => cells))
  return { names: list.names, hasHeader: list.hasHeader, encoding: list.encoding(), rows }
}

test('the separator that the user selects splits the list', async () => {
  const list = 'email;note,c,d\nann.lee@contoso.com;a,b,c\n'
  expect(await read(list, { separator: ',' })).toMatchObject({ names: ['email;note', 'c', 'd'] })
  expect(await read(list, { separator: ';' })).toMatchObject({ rows: [['ann.lee@contoso.com', 'a,b,c']] })
  expect(await read(list, { separator: '' })).toMatchObject({ rows: [['ann.lee@contoso.com;a,b,c']] })
})

test.each([true, false])('a list has a header or not, as the user selects: %s', async (hasHeader) => {
  const list = 'Ann,ann.lee@contoso.com\nBob,bob.miller@contoso.com\n'
  const read1 = await read(list, { hasHeader })
  expect(read1).toMatchObject(
    hasHeader
      ? { hasHeader, names: ['Ann', 'ann.lee@contoso.com'], rows: [['Bob', 'bob.miller@contoso.com']] }
      : { hasHeader, names: ['Column 1', 'Column 2'], rows: { length: 2 } },
  )
  const named = 'name,email\nBob,bob.miller@contoso.com\n'
  expect((await read(named, { hasHeader })).rows).toHaveLength(hasHeader ? 1 : 2)
})

test.each([
  ['windows-1251', [0xc0, 0xed, 0xed, 0xe0], 'Анна'],
  ['windows-1250', [0xb3, 0x75, 0xba], 'łuş'],
  ['shift_jis', [0x83, 0x41, 0x83, 0x69], 'アナ'],
  ['windows-1252', [0xc3, 0xa9], 'Ã©'],
  ['utf-8', [0xc3, 0xa9], 'é'],
] as const)('%s is read where a person says so', async (encoding, name, text) => {
  const head = new TextEncoder().encode('email,name\nann.lee@contoso.com,')
  const { rows, ...facts } = await read(Uint8Array.of(...head, ...name, 10), { encoding })
  expect(rows).toEqual([['ann.lee@contoso.com', text]])
  // Latin-1 is Windows-1252 without its extra characters.
  expect([encoding, 'latin-1']).toContain(facts.encoding)
})

test('a vCard is refused with how to convert it', async () => {
  const card = 'BEGIN:VCARD\nVERSION:3.0\nEMAIL:ann.lee@contoso.com\nEND:VCARD\n'
  await expect(read(card, {})).rejects.toThrow(/vCard file.*export the contacts from there as CSV/)
})
