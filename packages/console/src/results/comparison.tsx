import { STATUSES, type Status } from '@mailsift/clean/status'
import type { Policy } from '@mailsift/engine'
import type { ListDetail } from '@mailsift/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Loading } from '../parts/loading.tsx'
import { formatChange, formatCount } from '../parts/numbers.ts'
import { Problem } from '../parts/problem.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Text } from '../parts/text.tsx'
import { Time } from '../parts/time.tsx'
import { comparison as t } from '../texts/results.ts'
import { statuses } from '../texts/verdicts.ts'
import { worker } from '../worker/client.ts'
import type { Results } from '../worker/results.ts'
import { fetchSource } from './source.ts'

type Line = { status: Status; now: number; before: number }

/** The previous run of the same file with the same rules. Its results are fetched on request. */
export function Comparison({
  previous,
  policy,
  results,
}: {
  previous: NonNullable<ListDetail['previous']>
  policy: Policy
  results: Results
}) {
  const [isOpen, setOpen] = useState(false)
  const before = useQuery({
    queryKey: ['previous', previous.id, policy],
    queryFn: async ({ signal }) => {
      const list = await mailsift.account.lists.get(previous.id, { signal })
      return worker.results.countResults(await fetchSource(list, signal), policy)
    },
    enabled: isOpen,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const values = { time: <Time key="time" at={previous.created_at} /> }
  if (!isOpen)
    return (
      <div className="flex flex-wrap items-center gap-3">
        <span className="text-sm text-soft">
          <Text message={t.offer} values={values} />
        </span>
        <Button onClick={() => setOpen(true)}>{t.compare}</Button>
      </div>
    )
  const sumOf = (counts: Results['counts'], status: Status) =>
    counts.reduce((sum, each) => sum + (each.status === status ? each.count : 0), 0)
  const lines = STATUSES.map((status): Line => {
    return { status, now: sumOf(results.counts, status), before: sumOf(before.data?.counts ?? [], status) }
  }).filter((line) => line.now + line.before > 0)
  return (
    <div className="grid gap-2">
      <p className="text-sm text-soft">
        <Text message={t.title} values={values} />
      </p>
      <Problem error={before.error} onRetry={() => before.refetch()} />
      {before.isPending && !before.error && <Loading />}
      {before.data && (
        <div className="rounded-md border border-line">
          <Table label={t.label} columns={COLUMNS} rows={lines} keyOf={({ status }) => status} />
        </div>
      )}
    </div>
  )
}

const COLUMNS: readonly Column<Line>[] = [
  { title: t.status, kind: 'name', cell: ({ status }) => statuses.long[status] },
  { title: t.before, kind: 'number', cell: ({ before }) => formatCount(before) },
  { title: t.now, kind: 'number', cell: ({ now }) => formatCount(now) },
  { title: t.change, kind: 'number', cell: ({ before, now }) => formatChange(now - before) },
]
