import { STATUSES, type Status } from '@mailsift/clean/status'
import { labelOf } from '@mailsift/engine/reason-texts'
import { statuses as t } from '../texts/verdicts.ts'
import type { Count, RowFilter } from '../worker/list.ts'
import { classes } from './class.ts'
import { formatCount, formatShare } from './numbers.ts'
import { FILLS, Tag } from './status.tsx'

/** The label of a filter: its reason or its status. */
export const labelOfFilter = ({ status, reason }: NonNullable<RowFilter>) =>
  reason === undefined ? t.long[status] : labelOf(reason)

/** The filter, if it still has rows: after a retry, a group may have none left. */
export const filterOf = (filter: RowFilter, counts: readonly Count[]): RowFilter =>
  counts.some(({ status, reason }) => status === filter?.status && (filter.reason ?? reason) === reason)
    ? filter
    : undefined

/** The counts of a list: first by status, then by reason. Clicking a status or reason filters the rows below. */
export function Bars({
  counts,
  filter,
  onFilter,
}: {
  counts: readonly Count[]
  filter: RowFilter
  onFilter(filter: RowFilter): void
}) {
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const byStatus = STATUSES.map((status) => ({
    status,
    count: counts.reduce((sum, each) => sum + (each.status === status ? each.count : 0), 0),
  })).filter(({ count }) => count > 0)
  const sorted = [...counts].sort(
    (one, other) => STATUSES.indexOf(one.status) - STATUSES.indexOf(other.status) || other.count - one.count,
  )
  const longest = Math.max(1, ...counts.map(({ count }) => count))
  const isPressed = (status: Status, reason?: string) => filter?.status === status && filter.reason === reason
  const press = (status: Status, reason?: string) =>
    onFilter(isPressed(status, reason) ? undefined : { status, ...(reason !== undefined && { reason }) })
  if (all === 0) return null
  return (
    <div className="grid gap-4">
      {/* For the mouse: keyboard and screen readers use the equivalent buttons below. */}
      <div className="flex h-3 gap-0.5 overflow-hidden rounded-full" aria-hidden>
        {byStatus.map(({ status, count }) => (
          <button
            key={status}
            type="button"
            tabIndex={-1}
            title={t.long[status]}
            onClick={() => press(status)}
            className={classes(FILLS[status], filter && filter.status !== status && 'opacity-40')}
            style={{ flexGrow: count, minWidth: 3 }}
          />
        ))}
      </div>
      <ul className="-mx-2 grid grid-cols-2 gap-1 sm:flex sm:flex-wrap sm:gap-x-4">
        {byStatus.map(({ status, count }) => (
          <li key={status}>
            <button
              type="button"
              aria-pressed={isPressed(status)}
              onClick={() => press(status)}
              className={classes(
                'w-full rounded-md px-2 py-1 text-left transition-colors',
                isPressed(status) ? 'bg-accent-tint' : 'hover:bg-raised',
              )}
            >
              <span className="flex items-center gap-2 text-sm text-soft">
                <span className={classes('size-2.5 rounded-full', FILLS[status])} />
                {t.long[status]}
              </span>
              <span className="text-xl font-semibold tabular-nums">
                {formatCount(count)} <span className="text-sm font-normal text-soft">{formatShare(count / all)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <ul className="-mx-2 grid gap-0.5">
        {sorted.map(({ status, reason, count }) => {
          const isOn = isPressed(status, reason)
          return (
            <li key={`${status} ${reason}`}>
              <button
                type="button"
                aria-pressed={isOn}
                onClick={() => press(status, reason)}
                className={classes(
                  'grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 rounded-md px-2 py-1.5 text-left text-sm transition-colors sm:grid-cols-[15rem_minmax(0,1fr)_7rem]',
                  isOn ? 'bg-accent-tint' : 'hover:bg-raised',
                )}
              >
                <span className="flex min-w-0 items-center gap-2">
                  <span className="flex w-18 shrink-0">
                    <Tag tone={status}>{t.short[status]}</Tag>
                  </span>
                  <span className="truncate">{labelOf(reason)}</span>
                </span>
                <span className="col-span-2 h-2 overflow-hidden rounded-full bg-raised sm:col-span-1">
                  <span
                    className={classes('block h-full rounded-full', FILLS[status])}
                    style={{ width: `${Math.max(1, (count / longest) * 100)}%` }}
                  />
                </span>
                <span className="row-start-1 col-start-2 text-right tabular-nums sm:row-auto sm:col-auto">
                  {formatCount(count)} <span className="text-soft">{formatShare(count / all)}</span>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
