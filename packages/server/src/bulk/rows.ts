// The stored rows of a chunk, opened for reading: as items of §2.5 and as answers for a CSV.
import type { RowError } from '@mailsift/contract'
import { type Answer, cellsOf, type EncodedAnswers } from '@mailsift/csv/columns'
import type { AnsweredItem } from '@mailsift/csv/job-export'
import { encodeVerdicts, type VerdictWriter } from '@mailsift/csv/verdict-cells'
import { renderJson, type VerdictRow } from '@mailsift/engine'
import { unpackResults } from './results.ts'

export type StoredChunk = { first_index: number; row_count: number; results: Buffer }

/** The items from row `from` up to, not including, row `to` of the chunk, as JSON texts. */
export function itemsJson({ first_index, results }: StoredChunk, from: number, to: number): string[] {
  const rows = unpackResults(results)
  const items: string[] = []
  for (let at = from; at < to; at++) {
    const { input, id, verdict } = rows.row(at)
    const answer = verdict.ok
      ? `"result":${renderJson(verdict, id)},"error":null`
      : `"result":null,"error":${JSON.stringify(verdict.error)}`
    items.push(`{"index":${first_index + at},"input":${JSON.stringify(input)},${answer}}`)
  }
  return items
}

/** What exports need of a chunk: its inputs, and the cells of its answers. */
export type EncodedChunk = EncodedAnswers & { inputs: readonly string[] }

export function encodeChunk(write: VerdictWriter, rows: readonly VerdictRow[]): EncodedChunk {
  return { inputs: rows.map(({ input }) => input), ...encodeVerdicts(write, rows) }
}

export function encodeStoredChunk(write: VerdictWriter, results: Buffer): EncodedChunk {
  const rows = unpackResults(results)
  return encodeChunk(
    write,
    Array.from({ length: rows.length }, (_, at) => rows.row(at)),
  )
}

export function answeredItems(chunk: EncodedChunk, firstIndex: number): AnsweredItem[] {
  return chunk.inputs.map((input, row) => ({ index: firstIndex + row, input, ...cellsOf(chunk, row) }))
}

const JOB_FAILED: RowError = { code: 'job_failed', message: 'The job of this row failed before the row was processed.' }

/** What a CSV says of rows whose job failed before they had an answer. */
export const FAILED_ANSWER: Answer = { error: JOB_FAILED, result: null }
