import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'

const ROW_PX = 44
/** Rows drawn and fetched at a time: more than are visible, so that scrolling a little needs no fetch. */
const STEP = 40
const DRAWN = 2 * STEP
/** Browsers limit the height of an element to little more than this; rows beyond it are reached with a filter. */
const HEIGHT_MAX_PX = 15_000_000

export type RowsOf<Row> = { total: number; start: number; rows: Row[] }

/** The visible rows and the total. A new `filter` scrolls to the first row, a new `version` does not. */
export function useRowsWindow<Row>(
  version: string | number,
  filter: unknown,
  fetchRows: (start: number, count: number) => Promise<RowsOf<Row>>,
) {
  const box = useRef<HTMLElement>(null)
  const [start, setStart] = useState(0)
  const shown = JSON.stringify(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls with the filter
  useEffect(() => {
    // Some browsers return a promise, which is not a cleanup function.
    void box.current?.scrollTo({ top: 0 })
  }, [shown])
  const rows = useQuery({
    queryKey: ['rows', version, shown, start],
    queryFn: () => fetchRows(start, DRAWN),
    networkMode: 'always',
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  function follow() {
    const first = Math.floor((box.current?.scrollTop ?? 0) / ROW_PX)
    setStart(Math.max(0, Math.floor((first - STEP / 2) / STEP) * STEP))
  }
  return { box, follow, data: rows.data, total: rows.data?.total ?? 0, error: rows.error }
}

/**
 * A virtual list: only visible rows are fetched from the worker and drawn. All rows have the same height, so that the
 * position of a row is a multiplication.
 */
export function RowsWindow<Row>({
  window: { box, follow, data, total },
  label,
  head,
  children,
}: {
  window: ReturnType<typeof useRowsWindow<Row>>
  label: string
  head?: ReactNode
  children(row: Row): ReactNode
}) {
  return (
    <section
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
      tabIndex={0}
      aria-label={label}
      onScroll={follow}
      className="max-h-[28rem] overflow-auto"
    >
      {head}
      <ol className="relative" style={{ height: Math.min(total * ROW_PX, HEIGHT_MAX_PX) }}>
        {data?.rows.map((row, at) => {
          const index = data.start + at
          return (
            <li
              key={index}
              aria-setsize={total}
              aria-posinset={index + 1}
              className="absolute inset-x-0 flex items-center gap-3 border-b border-line px-4 text-sm sm:px-5"
              style={{ height: ROW_PX, transform: `translateY(${index * ROW_PX}px)` }}
            >
              {children(row)}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
