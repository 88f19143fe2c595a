import type { ReactNode } from 'react'
import { classes } from './class.ts'
import { formatCount } from './numbers.ts'

/** A number with its label. */
export function Figure({
  label,
  value,
  dot,
  note,
  className,
}: {
  label: string
  value: number
  dot?: string
  note?: ReactNode
  className?: string
}) {
  return (
    <div className={classes('rounded-lg border border-line bg-paper px-4 py-3 shadow-low sm:px-5', className)}>
      <p className="flex items-center gap-2 text-sm text-soft">
        {dot && <span className={`size-2.5 rounded-full ${dot}`} />}
        {label}
      </p>
      <p className="mt-0.5 text-2xl font-semibold tracking-tight tabular-nums">{formatCount(value)}</p>
      {note && <p className="text-xs text-soft">{note}</p>}
    </div>
  )
}
