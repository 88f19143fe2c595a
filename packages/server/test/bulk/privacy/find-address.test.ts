import { Readable } from 'node:stream'
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { nestedTags } from '../../../../intake/test/make-bombs.ts'
import { makeXlsx } from '../../../../intake/test/make-xlsx.ts'
import { findFiles } from '../../../src/bulk/privacy.ts'
import { createAddressSearch } from '../../../src/platform/address-search.ts'
import { uuidv7 } from '../../../src/platform/ids.ts'
import { someAccount } from '../../outbox/events.ts'
import { useTestDatabase } from '../../support/database.ts'

const engine = loadEngine()

test.each(['utf8', 'utf16le'] as const)(
  'an address is found in a file written as %s, whatever its pieces',
  async (encoding) => {
    const { db } = await useTestDatabase()
    await sql`INSERT INTO bulk_uploads (id, account_id, filename, size_bytes, expires_at)
    VALUES (${uuidv7()}, ${await someAccount(db)}, '"people.csv"', 1, now())`.execute(db)
    const content = Buffer.from(
      '\ufeffemail,note\r\njohn@other-firm.com,ask Jane.Roe@acme-rockets.com\r\nx,y\r\n',
      encoding,
    )
    for (const size of [1, 7, content.length]) {
      const pieces = async function* () {
        for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
      }
      const search = createAddressSearch(engine, 'jane.roe@acme-rockets.com')
      const lines: string[] = []
      const blobs = { read: async () => Readable.from(pieces()) }
      for await (const file of findFiles({ db, blobs }, search)) lines.push(...file.lines)
      expect(lines).toEqual(['john@other-firm.com,ask Jane.Roe@acme-rockets.com'])
    }
  },
)

async function foundIn(content: Uint8Array): Promise<string[]> {
  const { db } = await useTestDatabase()
  await sql`INSERT INTO bulk_uploads (id, account_id, filename, size_bytes, expires_at)
    VALUES (${uuidv7()}, ${await someAccount(db)}, '"people.csv"', 1, now())`.execute(db)
  const search = createAddressSearch(engine, 'jane.roe@acme-rockets.com')
  const found: string[] = []
  const blobs = { read: async () => Readable.from([content]) }
  for await (const { lines } of findFiles({ db, blobs }, search)) found.push(...lines)
  return found
}

test.each([
  ['with spaces around its @ sign', 'email,note\njane.roe @ acme-rockets.com,x\nb@other-firm.com,y\n'],
  ['spelled out', 'email;note\njane.roe (at) acme-rockets (dot) com;x\nb@other-firm.com;y\n'],
  ['over two lines of a cell', 'email,note\n"jane.roe\n@acme-rockets.com",x\nb@other-firm.com,y\n'],
  ['beside an address in angle brackets', 'email,cc\n"Bob <b@other-firm.com>","jane.roe @ acme-rockets.com"\nx,y\n'],
  ['before a header', 'For jane.roe @ acme-rockets.com\n\nemail,note\nb@other-firm.com,y\nc@other-firm.com,y\n'],
])('an address %s is found in a file, once', async (_how, text) => {
  for (const encoding of ['utf8', 'utf16le'] as const) {
    const found = await foundIn(Buffer.from(`\ufeff${text}`, encoding))
    expect(found).toEqual([expect.stringMatching(/jane\.roe/)])
  }
})

test('an address is found on every sheet of a workbook that was uploaded by mistake', async () => {
  const rows = (address: string) => [['email'], [address], ['b@other-firm.com']]
  const book = makeXlsx([
    { name: 'A', rows: rows('c@other-firm.com') },
    { name: 'B', rows: rows('jane.roe @ acme-rockets.com') },
    { name: 'C', rows: rows('jane.roe@acme-rockets.com'), hidden: true },
  ])
  expect(await foundIn(book)).toHaveLength(2)
})

test('what is no list is no obstacle', async () => {
  expect(await foundIn(Buffer.from('%PDF-1.7 jane.roe@acme-rockets.com'))).toHaveLength(1)
  expect(await foundIn(nestedTags())).toEqual([])
})
