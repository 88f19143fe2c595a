// The stored rows of a chunk, opened for reading: as items of §2.5 and as answers for a CSV.
import type { RowError } from '@mailsift/contract'
import type { Answer, AnswerColumns, EncodedAnswers } from '@mailsift/csv/columns'
import { createJobRowsEncoder, type JobRowsEncoder } from '@mailsift/csv/job-rows'
import { createVerdictWriter } from '@mailsift/csv/verdict-cells'
import { renderJson, type VerdictRow } from '@mailsift/engine'
import { unpackResults } from '../format/results.ts'

export type StoredChunk = { first_index: number; row_count: number; results: Buffer }

/** The items from row `from` up to, not including, row `to` of the chunk, as JSON texts. */
export function itemsJson({ first_index, results }: StoredChunk, from: number, to: number): string[] {
  const rows = unpackResults(results)
  const items: string[] = []
  for (let at = from; at < to; at++) items.push(itemJson(first_index + at, rows.row(at)))
  return items
}

export function itemJson(index: number, { input, id, verdict }: VerdictRow): string {
  const answer = verdict.ok
    ? `"result":${renderJson(verdict, id)},"error":null`
    : `"result":null,"error":${JSON.stringify(verdict.error)}`
  return `{"index":${index},"input":${JSON.stringify(input)},${answer}}`
}

/** The item of a row that waits: it has neither a result nor an error. */
export function waitingItemJson(index: number, input: string): string {
  return JSON.stringify({ index, input, result: null, error: null })
}

/** The rows of a chunk as its job's CSV has them; exports of a group take the answers out of them. */
export type EncodedChunk = EncodedAnswers
/** Makes them, for CSVs of one kind. */
export type ChunkEncoder = JobRowsEncoder<VerdictRow>

/** The encoder caches the cells of the domains that it has written. */
export function createChunkEncoder(columns: AnswerColumns): ChunkEncoder {
  return createJobRowsEncoder<VerdictRow>(columns, createVerdictWriter(columns))
}

/** So many rows are encoded in some milliseconds. */
const SLICE_ROWS = 1_000

export function* encodeSlices(encode: ChunkEncoder, firstIndex: number, results: Buffer): Generator<EncodedChunk> {
  const rows = unpackResults(results)
  for (let from = 0; from < rows.length; from += SLICE_ROWS)
    yield encode(
      firstIndex + from,
      Array.from({ length: Math.min(SLICE_ROWS, rows.length - from) }, (_, at) => rows.row(from + at)),
    )
}

export function encodeStoredChunk(encode: ChunkEncoder, firstIndex: number, results: Buffer): EncodedChunk {
  const rows = unpackResults(results)
  return encode(
    firstIndex,
    Array.from({ length: rows.length }, (_, at) => rows.row(at)),
  )
}

const JOB_FAILED: RowError = { code: 'job_failed', message: 'The job of this row failed before the row was processed.' }

/** The cells of rows whose job failed before they had an answer. */
export const FAILED_ANSWER: Answer = { error: JOB_FAILED, result: null }
