import type { ReactNode } from 'react'
import { common } from '../texts/common.ts'
import { classes } from './class.ts'

export type Column<Row> = {
  title: string
  /** `name` identifies the row; `actions` are at its end. */
  kind?: 'name' | 'number' | 'actions'
  cell(row: Row): ReactNode
}

/** The column with the actions for a row. */
export const actionsOf = <Row,>(cell: (row: Row) => ReactNode): Column<Row> => ({
  title: common.actions,
  kind: 'actions',
  cell,
})

/** Scrolls sideways if it does not fit, also with the keyboard. */
export function Table<Row>({
  label,
  columns,
  rows,
  keyOf,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  keyOf(row: Row, at: number): string | number
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section aria-label={label} tabIndex={0} className="scroll-shadows relative overflow-x-auto rounded-lg">
      <table className="w-full border-collapse text-sm">
        <thead>
          <tr>
            {columns.map(({ title, kind }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file may share a name
              <th key={at} scope="col" className={headOf(kind)}>
                {/* Column names of a file can be of any length. */}
                <span
                  className={
                    kind === 'actions' ? 'sr-only' : classes('block max-w-60 truncate', isRight(kind) && 'ml-auto')
                  }
                >
                  {title}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={keyOf(row, at)} className="border-t border-line">
              {columns.map((column, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as the head
                <Cell key={index} kind={column.kind}>
                  {column.cell(row)}
                </Cell>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const EDGES = 'px-2.5 py-2.5 first:pl-4 last:pr-4 sm:px-4 sm:first:pl-5 sm:last:pr-5'
const HEAD = classes(EDGES, 'text-xs font-medium whitespace-nowrap text-soft')

type Kind = Column<never>['kind']
const isRight = (kind: Kind) => kind === 'number' || kind === 'actions'
/** If a table does not fit, the actions stay visible. */
const staysOf = (kind: Kind) =>
  kind === 'actions' &&
  'max-sm:sticky max-sm:right-0 max-sm:bg-paper max-sm:shadow-[-6px_0_8px_-6px_var(--edge-shadow)]'

const headOf = (kind: Kind) => classes(HEAD, isRight(kind) ? 'text-right' : 'text-left', staysOf(kind))

function Cell({ kind, children }: { kind: Kind; children: ReactNode }) {
  const look = classes(
    EDGES,
    'align-middle font-normal',
    isRight(kind) ? 'text-right' : 'text-left',
    kind === 'number' && 'tabular-nums',
    staysOf(kind),
  )
  return kind === 'name' ? (
    <th scope="row" className={classes(look, 'max-w-48 min-w-36 sm:max-w-xs')}>
      {children}
    </th>
  ) : (
    <td className={look}>{children}</td>
  )
}
