import { text } from 'node:stream/consumers'
import { fromBlob, openList } from '@mailsift/intake/list'
import { expect, test } from 'vitest'
import { planUpload, writeUpload } from '../src/upload.ts'

test.each([
  ['a plain list', (line: string) => line, 0],
  ['a cell of a table', (line: string) => `id,email\n1,"${line}"\n`, 1],
] as const)(
  '%s in one line becomes a row for each address, and is not repeated in each',
  async (_name, write, column) => {
    const addresses = Array.from({ length: 4000 }, (_, at) => `grace.hopper${at}@contoso.com`)
    const line = addresses.join('; ')
    const list = await openList(fromBlob(new Blob([write(line)])))
    const traits = { widest: list.names.length, isShort: false, hasOddQuotes: false, isRepaired: true }
    const upload = await text(writeUpload(list, [column], traits, planUpload(list, [column], traits)))
    const [, ...rows] = upload.trimEnd().split('\n')
    expect(rows.map((row) => row.slice(row.lastIndexOf(',') + 1))).toEqual(addresses)
    expect(rows[0]).toContain(line)
    expect(upload.length).toBeLessThan(5 * line.length)
  },
)
