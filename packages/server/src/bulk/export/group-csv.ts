// The CSV of a group: the uploaded file byte for byte, with the answers in appended columns.

import { answerColumns, cellsOf } from '@mailsift/csv/columns'
import { type AnsweredRecord, exportGroup } from '@mailsift/csv/group-export'
import type { Delimiter } from '@mailsift/csv/header'
import { sql } from 'kysely'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { Db } from '../../platform/database/database.ts'
import { LoggableError } from '../../platform/error-facts.ts'
import { unpackRecordEnds } from '../format/record-ends.ts'
import { readChunkResults } from '../state/chunks.ts'
import { uploadKey } from '../state/objects.ts'
import type { Owned } from '../state/owners.ts'
import type { RecentChunks } from './recent-chunks.ts'
import { createChunkEncoder, type EncodedChunk, encodeStoredChunk, FAILED_ANSWER } from './rows.ts'

export type GroupCsvDeps = { db: Db; blobs: Pick<BlobStore, 'read'>; recent?: RecentChunks }

export type ExportedGroup = {
  id: string
  account_id: string
  upload_id: string
  upload_version: string
  validate_domain: boolean
  delimiter: Delimiter
  header_end: number
  result_prefix: string
}

export async function* groupCsv(
  { db, blobs, recent }: GroupCsvDeps,
  group: ExportedGroup,
): AsyncGenerator<Buffer, void> {
  const original = await blobs.read(uploadKey(group.upload_id), { version: group.upload_version })
  if (!original) throw new LoggableError('The uploaded file is gone.')
  const columns = answerColumns({ withDomain: group.validate_domain, delimiter: group.delimiter })
  const encode = createChunkEncoder(columns)
  const layout = { headerEnd: group.header_end, resultPrefix: group.result_prefix, columns }
  yield* exportGroup(layout, original, batches())

  /** A chunk at a time. Those of a failed child that were never done say so in every row. */
  async function* batches(): AsyncGenerator<AnsweredRecord[], void> {
    for (const stored of await chunksOf(db, group)) {
      const { id, done, record_ends } = stored
      const chunk = done ? await open(stored) : undefined
      const ends = unpackRecordEnds(record_ends)
      yield ends.map((end, row) => ({ end, ...(chunk ? cellsOf(chunk, row) : FAILED_ANSWER) }))
      recent?.forget([id])
    }
  }

  /** Cells that were encoded for a job's CSV, which has commas, serve for a file with commas too. */
  async function open({ id, first_index }: GroupChunk): Promise<EncodedChunk> {
    const known = group.delimiter === ',' ? recent?.get(id) : undefined
    return known ?? encodeStoredChunk(encode, first_index, await readChunkResults(db, group.account_id, id))
  }
}

type GroupChunk = { id: string; first_index: number; done: boolean; record_ends: Buffer }

/** Includes the ends of all records: a file has at most a hundred thousand, some two hundred kilobytes. */
async function chunksOf(db: Db, { id, account_id }: Owned): Promise<GroupChunk[]> {
  const { rows } = await sql<GroupChunk>`
    SELECT chunk.id, first_index, done_at IS NOT NULL AS done, record_ends FROM bulk_jobs job JOIN bulk_chunks chunk ON chunk.job_id = job.id AND chunk.account_id = job.account_id
    WHERE job.group_id = ${id} AND job.account_id = ${account_id} ORDER BY job.ordinal, first_index`.execute(db)
  return rows
}
