import type { ReactNode } from 'react'
import { classes } from './class.ts'

/** Scrolls sideways where it does not fit, by keys as well. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section aria-label={label} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full border-collapse text-sm">{children}</table>
    </section>
  )
}

export function Head({ isNumber = false, children }: { isNumber?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      className={classes(
        'px-4 py-2.5 text-xs font-medium whitespace-nowrap text-soft first:pl-4 sm:first:pl-5 sm:last:pr-5',
        isNumber ? 'text-right' : 'text-left',
      )}
    >
      {children}
    </th>
  )
}

export function Cell({
  isNumber = false,
  isName = false,
  isEnd = false,
  children,
}: {
  isNumber?: boolean
  /** Names the row. */
  isName?: boolean
  isEnd?: boolean
  children?: ReactNode
}) {
  const look = classes(
    'px-4 py-2.5 align-middle font-normal sm:first:pl-5 sm:last:pr-5',
    isNumber ? 'text-right tabular-nums' : isEnd ? 'text-right' : 'text-left',
  )
  return isName ? (
    <th scope="row" className={classes(look, 'max-w-xs min-w-36')}>
      {children}
    </th>
  ) : (
    <td className={look}>{children}</td>
  )
}
