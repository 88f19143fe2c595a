// The same file as the service makes, made in this process: read, judged and written in one pass, however long it is.
import { CSV_RECORD_MAX_BYTES } from '@mailsift/contract/limits'
import type { Answer } from '@mailsift/csv/columns'
import { type CsvRecord, openCsv } from '@mailsift/csv/read'
import { readTwice } from '@mailsift/csv/read-twice'
import { chooseResultPrefix } from '@mailsift/csv/result-prefix'
import { answerLocally, type LocalEngine, loadLocalEngine } from '../local-engine.ts'
import type { CleanedCsv } from './rows.ts'

const LIMITS = { recordsMaxCount: Number.POSITIVE_INFINITY, recordMaxBytes: CSV_RECORD_MAX_BYTES }
const MALFORMED_ROW: Answer = {
  result: null,
  error: { code: 'malformed_row', message: 'The record does not have the fields that the header names.' },
}

export async function cleanLocally(source: AsyncIterable<Uint8Array>, column: string): Promise<CleanedCsv> {
  const [engine, { answerColumns }, { exportGroup }] = await Promise.all([
    loadLocalEngine(),
    import('@mailsift/csv/columns'),
    import('@mailsift/csv/group-export'),
  ])
  const { first, second } = readTwice(source)
  const { headerEnd, delimiter, names, records } = await openCsv(first, column, LIMITS)
  async function* answered() {
    for await (const batch of records) yield batch.map((record) => ({ end: record.end, ...answer(engine, record) }))
  }
  const resultPrefix = chooseResultPrefix(names)
  const layout = { headerEnd, resultPrefix, columns: answerColumns({ withDomain: false, delimiter }) }
  return { resultPrefix, csv: exportGroup(layout, second(), answered()) }
}

function answer(engine: LocalEngine, { email, wellFormed }: CsvRecord): Answer {
  return wellFormed ? (answerLocally(engine, email) as Answer) : MALFORMED_ROW
}
