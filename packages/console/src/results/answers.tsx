import type { Report } from '@mailsift/clean/report'
import type { ListDetail } from '@mailsift/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Bars, filterOf } from '../parts/bars.tsx'
import { ListPolicyChoice, useListPolicy } from '../parts/list-policy.tsx'
import { Loading } from '../parts/loading.tsx'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { SaveReport } from '../parts/save-report.tsx'
import { common } from '../texts/common.ts'
import { report as reportTexts } from '../texts/file-formats.ts'
import { format } from '../texts/format.ts'
import { results as t } from '../texts/results.ts'
import { worker } from '../worker/client.ts'
import type { RowFilter } from '../worker/list.ts'
import type { Results } from '../worker/results.ts'
import { Comparison } from './comparison.tsx'
import { Composer } from './composer.tsx'
import { ProbeUnknown, useListProbe } from './probe-unknown.tsx'
import { RetryUnknown } from './retry-unknown.tsx'
import { Rows } from './rows.tsx'
import { fetchKnown, fetchSource, sourceIdOf } from './source.ts'

/** The results of a list: counts, rows, and the export. */
export function Answers({ list }: { list: ListDetail }) {
  const [policy, setPolicy] = useListPolicy()
  const [chosen, setFilter] = useState<RowFilter>()
  const id = sourceIdOf(list)
  const name = list.name ?? `${list.id}.csv`
  const source = useQuery({
    queryKey: ['source', id],
    queryFn: ({ signal }) => fetchSource(list, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const probe = useListProbe(list)
  // Bounces change what to do with an address long after validation, so they are looked up whenever the list is opened, and with each answer of a probe.
  const known = useQuery({
    queryKey: ['known', source.data?.id, probe.data?.answered],
    queryFn: ({ signal }) => fetchKnown(source.data!, policy, signal),
    enabled: source.data !== undefined && !probe.isPending,
    gcTime: 0,
    placeholderData: (before) => before,
  })
  const read =
    source.data && known.data && known.data.size > 0
      ? { ...source.data, id: `${source.data.id} ${known.dataUpdatedAt}`, known: known.data }
      : source.data
  const results = useQuery({
    queryKey: ['results', read?.id, policy],
    queryFn: () => worker.results.readResults(read!, policy),
    enabled: read !== undefined,
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: (before) => before,
  })
  const error = source.error ?? results.error
  if (error) return <Problem error={error} onRetry={() => (source.error ? source.refetch() : results.refetch())} />
  if (!read || !results.data) return <Loading what={t.reading} />
  const filter = filterOf(chosen, results.data.counts)
  return (
    <>
      <Problem error={known.error} onRetry={() => known.refetch()} />
      <RetryUnknown list={list} source={read} policy={policy} results={results.data} />
      <ProbeUnknown list={list} />
      <Card
        title={t.byReason}
        aside={
          <span className="flex flex-wrap items-center gap-3">
            <span className="text-sm text-soft">{format(common.rows, { count: results.data.rows })}</span>
            <SaveReport report={reportOf(name, list, results.data)} at={new Date(list.created_at)} />
          </span>
        }
      >
        <div className="grid gap-5">
          <ListPolicyChoice value={policy} onChange={setPolicy} />
          <Bars counts={results.data.counts} filter={filter} onFilter={setFilter} />
          {results.data.unregistered > 0 && (
            <p className="text-sm text-soft">{format(t.unregistered, { count: results.data.unregistered })}</p>
          )}
          {list.previous && <Comparison previous={list.previous} policy={policy} results={results.data} />}
        </div>
      </Card>
      <Rows
        version={results.dataUpdatedAt}
        theirs={results.data.theirs}
        emailColumn={read.emailColumn}
        filter={filter}
        onClear={() => setFilter(undefined)}
        fetchRows={(view, start, count) => worker.results.resultRows(read, policy, view, start, count)}
      />
      <Composer source={read} results={results.data} policy={policy} name={name} />
    </>
  )
}

const reportOf = (name: string, list: ListDetail, { rows, counts, duplicates, unregistered }: Results): Report => ({
  name,
  facts: [format(list.validate_domain ? t.withDomains : t.withoutDomains, { total: rows }).replace(/\.$/, '')],
  counts,
  others: [
    [reportTexts.duplicates, duplicates],
    [reportTexts.unregistered, unregistered],
  ],
})
