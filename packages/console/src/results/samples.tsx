import { labelOf } from '@mailsift/engine/reason-texts'
import { Card } from '../parts/page.tsx'
import { Tag } from '../parts/status.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { format } from '../texts/format.ts'
import { results as t } from '../texts/results.ts'
import { statuses, verdicts } from '../texts/verdicts.ts'
import type { RowFilter } from '../worker/list.ts'
import type { Results } from '../worker/results.ts'

type Sample = Results['samples'][number]
const SHOWN = 25
const OTHER_COLUMNS = 3

export function Samples({
  results,
  filter,
  emailColumn,
}: {
  results: Results
  filter: RowFilter
  emailColumn: string
}) {
  const wanted = results.samples
    .filter(({ status, reason }) => !filter || (status === filter.status && reason === filter.reason))
    .sort((one, other) => one.index - other.index)
    .slice(0, SHOWN)
  const others = results.theirs
    .map((name, at) => ({ name, at }))
    .filter(({ name }) => name !== emailColumn && name !== 'index')
    .slice(0, OTHER_COLUMNS)
  const columns: readonly Column<Sample>[] = [
    ...COLUMNS,
    ...others.map(({ name, at }) => ({
      title: name,
      cell: ({ cells }: Sample) => <span className="block max-w-48 truncate">{cells[at]}</span>,
    })),
  ]
  return (
    <Card flush title={filter ? format(t.samplesOf, { reason: labelOf(filter.reason) }) : t.samples}>
      <Table label={t.samples} columns={columns} rows={wanted} keyOf={({ index }) => index} />
    </Card>
  )
}

const COLUMNS: readonly Column<Sample>[] = [
  { title: t.row, kind: 'number', cell: ({ index }) => index + 1 },
  {
    title: t.address,
    kind: 'name',
    cell: ({ address, suggestion }) => (
      <>
        <span className="block max-w-72 truncate font-mono" title={address}>
          {address}
        </span>
        {suggestion && (
          <span className="block truncate text-xs text-soft">{format(verdicts.meant, { address: suggestion })}</span>
        )}
      </>
    ),
  },
  { title: t.verdict, cell: ({ status }) => <Tag tone={status}>{statuses.short[status]}</Tag> },
  {
    title: t.reason,
    cell: ({ reason }) => <span className="whitespace-nowrap">{labelOf(reason)}</span>,
  },
]
