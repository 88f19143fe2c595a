// The same file as the service makes, made in this process: read, judged and written in one pass, however long it is.
import { CSV_RECORD_MAX_BYTES } from '@mailsift/contract/limits'
import { openCsv } from '@mailsift/csv/read'
import { readTwice } from '@mailsift/csv/read-twice'
import { chooseResultPrefix } from '@mailsift/csv/result-prefix'
import { loadLocalEngine } from '../local-engine.ts'
import type { CleanedCsv } from './rows.ts'

const LIMITS = { recordsMaxCount: Number.POSITIVE_INFINITY, recordMaxBytes: CSV_RECORD_MAX_BYTES }

export async function cleanLocally(source: AsyncIterable<Uint8Array>, column: string): Promise<CleanedCsv> {
  const [engine, { answerColumns }, { appendCells }, { createVerdictWriter, MALFORMED_ROW }] = await Promise.all([
    loadLocalEngine(),
    import('@mailsift/csv/columns'),
    import('@mailsift/csv/group-export'),
    import('@mailsift/csv/verdict-cells'),
  ])
  const { first, second } = readTwice(source)
  const { headerEnd, delimiter, names, records } = await openCsv(first, column, LIMITS)
  const resultPrefix = chooseResultPrefix(names)
  const columns = answerColumns({ withDomain: false, delimiter })
  const write = createVerdictWriter(columns)
  const malformed = { ok: false, error: MALFORMED_ROW } as const
  const layout = { headerEnd, resultPrefix, columns }
  const csv = appendCells(layout, second(), records, (output, { email, wellFormed }) => {
    const verdict = wellFormed ? engine.judge(email) : malformed
    write(output, { id: verdict.ok ? crypto.randomUUID() : '', verdict })
  })
  return { resultPrefix, mayHaveUnknown: false, csv }
}
