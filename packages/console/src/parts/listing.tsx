import type { ReactNode } from 'react'
import { Loading } from './loading.tsx'
import { Card } from './page.tsx'
import { Problem } from './problem.tsx'
import { type Column, Table } from './table.tsx'

/** A query's rows as a table in a card, with its loading, error and empty states. */
export function Listing<Row>({
  query,
  label,
  title,
  aside,
  rows,
  columns,
  keyOf,
  empty,
}: {
  query: { isPending: boolean; error: unknown; refetch(): unknown }
  label: string
  title?: ReactNode
  aside?: ReactNode
  /** Undefined before the first response. */
  rows: readonly Row[] | undefined
  columns: readonly Column<Row>[]
  keyOf(row: Row): string
  /** Shown if there are no rows. */
  empty?: ReactNode
}) {
  return (
    <>
      <Problem error={query.error} onRetry={() => query.refetch()} />
      {query.isPending && !query.error && <Loading />}
      {rows && (
        <Card flush title={title} aside={aside}>
          {rows.length === 0 && empty ? empty : <Table label={label} columns={columns} rows={rows} keyOf={keyOf} />}
        </Card>
      )}
    </>
  )
}
