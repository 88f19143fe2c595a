// Where an address occurs in what was submitted: in rows, and anywhere in uploaded files. There is no index of addresses, so
// everything is read once, a little at a time.
import { buffer } from 'node:stream/consumers'
import { openList, type Source } from '@mailsift/intake/list'
import { ListError } from '@mailsift/intake/list-error'
import type { Record } from '@mailsift/intake/records'
import { sql } from 'kysely'
import type { AddressSearch } from '../../platform/address-search.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/database/database.ts'
import { itemJson, waitingItemJson } from '../export/rows.ts'
import { unpackInputs } from '../format/inputs.ts'
import { unpackResults } from '../format/results.ts'
import { uploadKey } from '../state/objects.ts'

export type FoundRow = {
  accountId: string
  jobId: string
  groupId: string | null
  /** The row as an item of §2.5, as JSON; neither result nor error while it waits. */
  item: string
}

export type FoundFile = {
  accountId: string
  uploadId: string
  groupId: string | null
  filename: string
  /** The lines that hold the address. */
  lines: string[]
}

const CHUNKS_PER_QUERY = 20
const UPLOADS_PER_QUERY = 100
/** Lines are looked at whole up to this length; a file may be one line. */
const LINE_MAX_CHARACTERS = 1024 * 1024
/** Longer than any address, so that none is cut in two. */
const OVERLAP_CHARACTERS = 1024
const LINE_END = /\r\n|\n|\r/
const NO_ID = '00000000-0000-0000-0000-000000000000'

type ReadChunk = {
  id: string
  job_id: string
  group_id: string | null
  account_id: string
  first_index: number
  inputs: Buffer | null
  results: Buffer | null
}

export async function* findRows({ db }: { db: Db }, search: AddressSearch): AsyncGenerator<FoundRow> {
  for (let after = NO_ID; ; ) {
    const { rows } = await sql<ReadChunk>`
      SELECT chunk.id, job_id, group_id, chunk.account_id, first_index, inputs, results
      FROM bulk_chunks chunk JOIN bulk_jobs job ON job.id = job_id
      WHERE chunk.id > ${after} ORDER BY chunk.id LIMIT ${CHUNKS_PER_QUERY}`.execute(db)
    for (const chunk of rows) {
      const { account_id: accountId, job_id: jobId, group_id: groupId } = chunk
      for (const item of findInChunk(chunk, search)) yield { accountId, jobId, groupId, item }
    }
    if (rows.length < CHUNKS_PER_QUERY) return
    after = rows.at(-1)!.id
  }
}

function* findInChunk({ first_index, inputs, results }: ReadChunk, search: AddressSearch): Generator<string> {
  if (results) {
    const rows = unpackResults(results)
    for (let at = 0; at < rows.length; at++) {
      const row = rows.row(at)
      const { input, verdict } = row
      const isFound = verdict.ok
        ? search.isAddress(input, `${verdict.normalizedLocal}@${verdict.domain.normalized}`) ||
          search.isReadIn(input) ||
          isEscapedIn(input, search)
        : search.isAddress(input) || search.isMentionedIn(input)
      if (isFound) yield itemJson(first_index + at, row)
    }
  } else if (inputs) {
    for (const [at, { text }] of unpackInputs(inputs).entries())
      if (search.isAddress(text) || search.isMentionedIn(text)) yield waitingItemJson(first_index + at, text)
  }
}

type ReadUpload = { id: string; account_id: string; group_id: string | null; filename: string }

export async function* findFiles(
  { db, blobs }: { db: Db; blobs: Pick<BlobStore, 'read'> },
  search: AddressSearch,
): AsyncGenerator<FoundFile> {
  for (let after = NO_ID; ; ) {
    const { rows } = await sql<ReadUpload>`
      SELECT upload.id, upload.account_id, g.id AS group_id, filename
      FROM bulk_uploads upload LEFT JOIN bulk_groups g ON upload_id = upload.id
      WHERE upload.id > ${after} ORDER BY upload.id LIMIT ${UPLOADS_PER_QUERY}`.execute(db)
    for (const { id, account_id, group_id, filename } of rows) {
      const content = await blobs.read(uploadKey(id))
      const lines: string[] = []
      if (content) {
        for await (const line of linesOf(content)) if (search.isMentionedIn(line)) lines.push(line)
        for await (const record of findRecords({ blobs }, uploadKey(id), search)) lines.push(record)
      }
      if (lines.length > 0)
        yield {
          accountId: account_id,
          uploadId: id,
          groupId: group_id,
          filename: JSON.parse(filename) as string,
          lines,
        }
    }
    if (rows.length < UPLOADS_PER_QUERY) return
    after = rows.at(-1)!.id
  }
}

/**
 * Records that hold the address only as a list's reader sees them: in a cell of several lines, between quotes, in another
 * encoding, in a workbook. The lines of the file were looked at before.
 */
async function* findRecords(
  { blobs }: { blobs: Pick<BlobStore, 'read'> },
  key: string,
  search: AddressSearch,
): AsyncGenerator<string> {
  const source: Source = {
    async *read() {
      yield* (await blobs.read(key)) ?? []
    },
    blob: async () => new Blob([await buffer(source.read())]),
  }
  const sheets: (string | undefined)[] = [undefined]
  for (const sheet of sheets) {
    try {
      const list = await openList(source, { sheet })
      if (sheet === undefined && list.sheet) sheets.push(...list.sheet.others)
      const isFound = ({ cells, raw }: Record) =>
        list.format === 'text'
          ? cells.some((cell) => search.isReadIn(cell!)) && !raw.split(LINE_END).some(search.isMentionedIn)
          : cells.some((cell) => search.isMentionedIn(cell!))
      for await (const batch of list.records('all')) yield* batch.filter(isFound).map(({ raw }) => raw)
    } catch (error) {
      if (!(error instanceof ListError)) throw error
    }
  }
}

/** A valid address can carry another one before its own @ sign: `jane%40example.com@relay.example`. */
function isEscapedIn(input: string, search: AddressSearch): boolean {
  return input.includes('%') && search.isMentionedIn(input)
}

/** The lines of a file. A file in UTF-16 fails as CSV but is kept: without its NULs, its addresses are plain. */
async function* linesOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const bytes of content) {
    rest += decoder.decode(bytes, { stream: true }).replaceAll('\0', '')
    const lines = rest.split(LINE_END)
    rest = lines.pop()!
    yield* lines
    if (rest.length > LINE_MAX_CHARACTERS) {
      yield rest
      rest = rest.slice(-OVERLAP_CHARACTERS)
    }
  }
  yield rest + decoder.decode()
}
