import { labelOf } from '@mailsift/engine/reason-texts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { formatCount } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { Tag } from '../parts/status.tsx'
import { clean as t } from '../texts/clean.ts'
import { common } from '../texts/common.ts'
import { format } from '../texts/format.ts'
import { statuses, verdicts } from '../texts/verdicts.ts'
import { worker } from '../worker/client.ts'
import type { ListRow, RowFilter } from '../worker/list.ts'

const ROW_PX = 44
/** Rows that are drawn and fetched at a time: more than the box shows, so that scrolling a little needs nothing new. */
const STEP = 40
const DRAWN = 2 * STEP
/** No browser draws a box much higher than this; beyond it, rows are reached by their reason. */
const HEIGHT_MAX_PX = 15_000_000

/**
 * The rows themselves, as many as there are; only those in sight are fetched from the worker and drawn. All have one
 * height, so that the place of a row is a multiplication.
 */
export function RowsTable({ filter, version, onClear }: { filter: RowFilter; version: number; onClear(): void }) {
  const box = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState(0)
  const rows = useQuery({
    queryKey: ['rows', version, filter?.status, filter?.reason, start],
    queryFn: () => worker.list.listRows(filter, start, DRAWN),
    networkMode: 'always',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const total = rows.data?.total ?? 0
  function follow() {
    const first = Math.floor((box.current?.scrollTop ?? 0) / ROW_PX)
    setStart(Math.max(0, Math.floor((first - STEP / 2) / STEP) * STEP))
  }
  return (
    <Card
      flush
      title={
        filter
          ? format(t.rowsOf, { reason: labelOf(filter.reason), count: total })
          : format(common.rows, { count: total })
      }
      aside={filter && <Button onClick={onClear}>{t.showAll}</Button>}
    >
      <section
        ref={box}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        aria-label={t.rowsLabel}
        onScroll={follow}
        className="max-h-[28rem] overflow-auto"
      >
        <ol className="relative" style={{ height: Math.min(total * ROW_PX, HEIGHT_MAX_PX) }}>
          {rows.data?.rows.map((row, at) => {
            const index = rows.data.start + at
            return (
              <li
                key={index}
                aria-setsize={total}
                aria-posinset={index + 1}
                className="absolute inset-x-0 flex items-center gap-3 border-b border-line px-4 text-sm sm:px-5"
                style={{ height: ROW_PX, transform: `translateY(${index * ROW_PX}px)` }}
              >
                <Row row={row} />
              </li>
            )
          })}
        </ol>
      </section>
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
