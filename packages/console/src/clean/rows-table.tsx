import { labelOf } from '@mailsift/engine/reason-texts'
import { labelOfFilter } from '../parts/bars.tsx'
import { Button } from '../parts/button.tsx'
import { formatCount } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { RowsWindow, useRowsWindow } from '../parts/rows-window.tsx'
import { Tag } from '../parts/status.tsx'
import { clean as t } from '../texts/clean.ts'
import { common } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { statuses, verdicts } from '../texts/verdicts.ts'
import { worker } from '../worker/client.ts'
import type { ListRow, RowFilter } from '../worker/list.ts'

/** The rows of the chosen list. */
export function RowsTable({ filter, version, onClear }: { filter: RowFilter; version: number; onClear(): void }) {
  const rows = useRowsWindow(version, filter, (start, count) => worker.list.listRows(filter, start, count))
  const count = rows.total
  return (
    <Card
      flush
      title={filter ? format(t.rowsOf, { reason: labelOfFilter(filter), count }) : format(common.rows, { count })}
      aside={filter && <Button onClick={onClear}>{t.showAll}</Button>}
    >
      <RowsWindow window={rows} label={t.rowsLabel}>
        {(row) => <Row row={row} />}
      </RowsWindow>
    </Card>
  )
}

function Row({ row: { line, address, status, reason, suggestion, repairedFrom } }: { row: ListRow }) {
  return (
    <>
      <span className="w-14 shrink-0 text-right text-xs text-soft tabular-nums" title={format(t.lineLabel, { line })}>
        {formatCount(line)}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono" title={repairedFrom || address}>
          {address || <span className="font-sans text-soft">{t.noAddress}</span>}
        </span>
        {(suggestion || repairedFrom) && (
          <span className="block truncate text-xs text-soft">
            {suggestion
              ? format(verdicts.meant, { address: suggestion })
              : format(t.repairedFrom, { text: repairedFrom })}
          </span>
        )}
      </span>
      <span className="hidden max-w-52 truncate text-soft sm:block">{labelOf(reason)}</span>
      <Tag tone={status}>{statuses.short[status]}</Tag>
    </>
  )
}
