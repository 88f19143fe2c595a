import { Readable } from 'node:stream'
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { findFiles } from '../../../src/bulk/privacy.ts'
import { uuidv7 } from '../../../src/platform/ids.ts'
import { createAddressSearch } from '../../../src/privacy/address-search.ts'
import { someUser } from '../../outbox/events.ts'
import { useTestDatabase } from '../../support/database.ts'

const engine = loadEngine()

test.each(['utf8', 'utf16le'] as const)(
  'an address is found in a file written as %s, whatever its pieces',
  async (encoding) => {
    const { db } = await useTestDatabase()
    await sql`INSERT INTO bulk_uploads (id, user_id, filename, size_bytes, expires_at)
    VALUES (${uuidv7()}, ${await someUser(db)}, '"people.csv"', 1, now())`.execute(db)
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
