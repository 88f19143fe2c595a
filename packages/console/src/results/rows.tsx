import { labelOf } from '@mailsift/engine/reason-texts'
import { useDeferredValue, useState } from 'react'
import { labelOfFilter } from '../parts/bars.tsx'
import { Button } from '../parts/button.tsx'
import { formatCount } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { RowsWindow, useRowsWindow } from '../parts/rows-window.tsx'
import { Tag } from '../parts/status.tsx'
import { common } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { results as t } from '../texts/results.ts'
import { statuses, verdicts } from '../texts/verdicts.ts'
import type { ResultRow, ResultRows, ResultView } from '../worker/results.ts'

const OTHER_COLUMNS = 3
/** Shows only as many of the input's columns as fit; the search covers all of them. */
const OTHER_CELL = 'hidden w-32 shrink-0 truncate lg:block'
const REASON_CELL = 'hidden w-44 shrink-0 truncate sm:block'
const TAG_CELL = 'flex w-18 shrink-0 justify-end'
const ROW_CELL = 'w-14 shrink-0 text-right text-xs text-soft tabular-nums'

/** The result rows that match the filter and contain the search text. */
export function Rows({
  version,
  theirs,
  emailColumn,
  filter,
  onClear,
  fetchRows,
}: {
  version: number
  theirs: readonly string[]
  emailColumn: string
  filter: ResultView['filter']
  onClear(): void
  fetchRows(view: ResultView, start: number, count: number): Promise<ResultRows>
}) {
  const [text, setText] = useState('')
  const search = useDeferredValue(text)
  const view = { filter, search }
  const rows = useRowsWindow(version, view, (start, count) => fetchRows(view, start, count))
  const count = rows.total
  const others = theirs
    .map((name, at) => ({ name, at }))
    .filter(({ name }) => name !== emailColumn && name !== 'index')
    .slice(0, OTHER_COLUMNS)
  return (
    <Card
      flush
      title={
        <span aria-live="polite">
          {filter ? format(t.rowsOf, { reason: labelOfFilter(filter), count }) : format(common.rows, { count })}
        </span>
      }
      aside={
        <span className="flex flex-wrap items-center gap-2">
          {(filter || text) && (
            <Button
              onClick={() => {
                setText('')
                onClear()
              }}
            >
              {t.showAll}
            </Button>
          )}
          <input
            type="search"
            dir="auto"
            aria-label={t.search}
            placeholder={t.searchHint}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="h-9 w-56 max-w-full rounded-md border border-edge bg-paper px-3 text-sm hover:border-soft"
          />
        </span>
      }
    >
      <Problem error={rows.error} />
      {rows.data && count === 0 && <p className="px-4 py-6 text-center text-sm text-soft">{t.noRows}</p>}
      <RowsWindow
        window={rows}
        label={t.rowsLabel}
        head={
          count > 0 && (
            <div
              aria-hidden
              className="sticky top-0 z-10 flex min-w-full items-center gap-3 border-b border-line bg-paper px-4 py-2 text-xs font-medium text-soft sm:px-5"
            >
              <span className={ROW_CELL}>{t.row}</span>
              <span className="min-w-0 flex-1 truncate">{emailColumn || t.address}</span>
              {others.map(({ name, at }) => (
                <span key={at} className={OTHER_CELL} title={name}>
                  {name}
                </span>
              ))}
              <span className={REASON_CELL}>{t.reason}</span>
              <span className={TAG_CELL}>{t.verdict}</span>
            </div>
          )
        }
      >
        {(row) => <Row row={row} others={others} />}
      </RowsWindow>
    </Card>
  )
}

function Row({ row, others }: { row: ResultRow; others: readonly { name: string; at: number }[] }) {
  const { index, address, suggestion, isUnregistered, evidence, status, reason, cells } = row
  const remark = evidence
    ? evidence
    : suggestion
      ? format(verdicts.meant, { address: suggestion })
      : isUnregistered
        ? t.unregisteredRow
        : undefined
  return (
    <>
      <span className={ROW_CELL}>{formatCount(index + 1)}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono" title={address}>
          {address || <span className="font-sans text-soft">{statuses.long.blank}</span>}
        </span>
        {remark && <span className="block truncate text-xs text-soft">{remark}</span>}
      </span>
      {others.map(({ name, at }) => (
        <span key={at} className={OTHER_CELL} title={`${name}: ${cells[at] ?? ''}`}>
          {cells[at]}
        </span>
      ))}
      <span className={REASON_CELL} title={labelOf(reason)}>
        {labelOf(reason)}
      </span>
      <span className={TAG_CELL}>
        <Tag tone={status}>{statuses.short[status]}</Tag>
      </span>
    </>
  )
}
