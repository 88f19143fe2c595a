import { REASON_WORDS } from '@mailsift/clean/reason-words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef, useState } from 'react'
import { Button } from '../parts/button.tsx'
import { formatCount } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { Tag } from '../parts/status.tsx'
import { texts } from '../texts.ts'
import { worker } from '../worker/client.ts'
import type { ListRow, RowFilter } from '../worker/list.ts'

const t = texts.clean
const ROW_PX = 44
const WINDOW = 60

/** The rows themselves, as many as there are; only those in sight are fetched from the worker and drawn. */
export function RowsTable({ filter, version, onClear }: { filter: RowFilter; version: string; onClear(): void }) {
  const box = useRef<HTMLDivElement>(null)
  const [start, setStart] = useState(0)
  const rows = useQuery({
    queryKey: ['rows', version, filter?.status, filter?.reason, start],
    queryFn: () => worker.listRows(filter, start, 2 * WINDOW),
    networkMode: 'always',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const total = rows.data?.total ?? 0
  const virtual = useVirtualizer({
    count: total,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 8,
    onChange: (instance) => {
      const first = instance.getVirtualItems()[0]?.index ?? 0
      const wanted = Math.max(0, Math.floor(first / WINDOW) * WINDOW)
      if (wanted !== start) setStart(wanted)
    },
  })
  const at = (index: number): ListRow | undefined => rows.data?.rows[index - start]
  return (
    <Card
      flush
      title={filter ? t.rowsOf(REASON_WORDS[filter.reason] ?? filter.reason, total) : t.allRows(total)}
      aside={filter && <Button onClick={onClear}>{t.showAll}</Button>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <section ref={box} tabIndex={0} aria-label={t.rowsLabel} className="max-h-[28rem] overflow-auto">
        <ol className="relative" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start: top }) => {
            const row = at(index)
            return (
              <li
                key={index}
                aria-setsize={total}
                aria-posinset={index + 1}
                className="absolute inset-x-0 flex items-center gap-3 border-b border-line px-4 text-sm sm:px-5"
                style={{ height: ROW_PX, transform: `translateY(${top}px)` }}
              >
                {row && <Row row={row} />}
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
      <span className="w-14 shrink-0 text-right text-xs text-soft tabular-nums" title={t.lineLabel(line)}>
        {formatCount(line)}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono" title={repairedFrom || address}>
          {address || <span className="font-sans text-soft">{t.noAddress}</span>}
        </span>
        {(suggestion || repairedFrom) && (
          <span className="block truncate text-xs text-soft">
            {suggestion ? t.meant(suggestion) : t.repairedFrom(repairedFrom)}
          </span>
        )}
      </span>
      <span className="hidden max-w-52 truncate text-soft first-letter:uppercase sm:block">
        {REASON_WORDS[reason] ?? reason}
      </span>
      <Tag tone={status}>{texts.bars.short[status]}</Tag>
    </>
  )
}
