// Exports a list with the verdicts of this machine: nothing is sent.
import { createOutput, lastBytes, OUTPUT_FLUSH_BYTES, takeBytes } from '@mailsift/csv/write'
import type { Engine, Policy } from '@mailsift/engine'
import type { List } from '@mailsift/intake/list'
import { BOMS } from '@mailsift/intake/text'
import { createCleanedLines } from './cleaned-lines.ts'
import { readEntries, type Selection } from './entries.ts'
import type { ExcelSeparator } from './excel.ts'
import { toUtf8 } from './lines.ts'
import { createOpinions } from './opinion.ts'
import type { Status } from './status.ts'

export type ExportHere = {
  /** Rows with these statuses; `removed` are the removed rows. */
  rows: readonly Status[] | 'removed'
  excelSeparator?: ExcelSeparator | undefined
}

/** `open` reads the list from its beginning. Text above the header is omitted, because it is not part of a table. */
export async function* exportHere(
  engine: Pick<Engine, 'validate' | 'suggest'>,
  open: () => Promise<List>,
  selection: Selection,
  policy: Policy,
  { rows, excelSeparator }: ExportHere,
): AsyncGenerator<Uint8Array, void> {
  const list = { ...(await open()), preamble: '' }
  const lines = createCleanedLines(list, {
    columns: selection.columns,
    ours: 'status,reason,suggestion,note,original',
    withDomain: false,
    excelSeparator,
  })
  const opinions = createOpinions(engine, policy)
  const output = createOutput()
  const target = toUtf8(output)
  if (excelSeparator) yield BOMS['utf-8']
  if (rows === 'removed') lines.removedHead(target)
  else lines.head(target)
  for await (const batch of readEntries(engine, list, selection, open)) {
    for (const entry of batch) {
      if (rows === 'removed') {
        if (entry.dropped) lines.removed(target, entry, entry.dropped)
        continue
      }
      if (entry.dropped) continue
      const { address, verdict } = entry
      const opinion = opinions.ofVerdict(address, verdict)
      if (rows.includes(opinion.status)) lines.row(target, entry, opinion, { id: '', verdict })
    }
    if (output.length >= OUTPUT_FLUSH_BYTES) yield takeBytes(output)
  }
  yield lastBytes(output)
}

/** The separator that `exportHere` writes. */
export const separatorHere = ({ separator }: Pick<List, 'separator'>, excelSeparator: ExcelSeparator | undefined) =>
  excelSeparator ?? (separator === '' ? ',' : separator)
