// The stored rows of a chunk, opened for reading: as items of §2.5 and as answers for a CSV.
import type { RowError } from '@mailsift/contract'
import type { Answer, AnswerColumns } from '@mailsift/csv/columns'
import type { AnsweredItem } from '@mailsift/csv/job-export'
import { answerVerdicts } from '@mailsift/csv/verdict-answers'
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

export function openChunk({ results }: Pick<StoredChunk, 'results'>): VerdictRow[] {
  const rows = unpackResults(results)
  return Array.from({ length: rows.length }, (_, at) => rows.row(at))
}

export function answerItems(rows: readonly VerdictRow[], firstIndex: number, columns: AnswerColumns): AnsweredItem[] {
  const answerOf = answerVerdicts(columns)
  return rows.map((row, at) => ({ index: firstIndex + at, input: row.input, ...answerOf(row) }))
}

const JOB_FAILED: RowError = { code: 'job_failed', message: 'The job of this row failed before the row was processed.' }

/** What a CSV says of rows whose job failed before they had an answer. */
export function failedAnswers(count: number): Answer[] {
  return Array.from({ length: count }, () => ({ error: JOB_FAILED, result: null }))
}
