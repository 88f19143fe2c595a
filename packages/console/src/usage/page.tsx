import { CONSOLE_PATHS } from '@mailsift/contract/console'
import type { UsageReport } from '@mailsift/sdk'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { mailsift } from '../api/client.ts'
import { Button, ButtonLink } from '../parts/button.tsx'
import { Choice } from '../parts/field.tsx'
import { Figure } from '../parts/figure.tsx'
import { Loading } from '../parts/loading.tsx'
import { formatCount } from '../parts/numbers.ts'
import { Card, Empty, Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { saveFile } from '../parts/save.ts'
import { type Column, Table } from '../parts/table.tsx'
import { useUrlState } from '../parts/url-state.ts'
import { nav } from '../texts/common.ts'
import { usage as t } from '../texts/usage.ts'
import { Calibration } from './calibration.tsx'
import { Plan } from './plan.tsx'

const RANGES = ['7', '30', '90', '365'] as const
const DAY_MS = 86_400_000
const Chart = lazy(() => import('./chart.tsx'))

export default function UsagePage() {
  const [range, setRange] = useUrlState('days', RANGES, '30')
  const to = dayOf(Date.now())
  const from = dayOf(Date.now() - (Number(range) - 1) * DAY_MS)
  const usage = useQuery({
    queryKey: ['usage', from, to],
    queryFn: ({ signal }) => mailsift.usage({ from, to, signal }),
    placeholderData: (before) => before,
  })
  const report = usage.data
  const days = [...(report?.days ?? [])].reverse()
  return (
    <Page
      title={t.title}
      lead={t.lead}
      help="usage"
      actions={
        <>
          <Choice
            hideLabel
            label={t.range}
            value={range}
            options={RANGES.map((value) => ({ value, label: t.ranges[value] }))}
            onChange={setRange}
          />
          <Button
            disabled={!report}
            onClick={() => report && saveFile(csvOf(report), `mailsift-usage-${report.from}-${report.to}.csv`)}
          >
            <Download aria-hidden />
            {t.download}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        <Plan />
        <Problem error={usage.error} onRetry={() => usage.refetch()} />
        {usage.isPending && <Loading />}
        {report && (
          <>
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              <Figure className="col-span-2 sm:col-span-1" label={t.total} value={report.total} />
              <Figure label={t.bulk} value={report.by_kind.bulk} dot="bg-accent" />
              <Figure label={t.single} value={report.by_kind.single} dot="bg-edge" />
            </div>
            {report.total === 0 ? (
              <Card>
                <Empty title={t.empty} action={<ButtonLink href={CONSOLE_PATHS.clean}>{nav.clean}</ButtonLink>}>
                  {t.emptyWhy}
                </Empty>
              </Card>
            ) : (
              <>
                <Card title={t.byDay}>
                  <Suspense fallback={<Loading />}>
                    <Chart report={report} />
                  </Suspense>
                </Card>
                <Card flush title={t.table}>
                  <Table label={t.table} columns={COLUMNS} rows={days} keyOf={({ date }) => date} />
                </Card>
              </>
            )}
          </>
        )}
        <Calibration />
      </div>
    </Page>
  )
}

const COLUMNS: readonly Column<UsageReport['days'][number]>[] = [
  { title: t.day, kind: 'name', cell: ({ date }) => date },
  { title: t.bulk, kind: 'number', cell: ({ by_kind }) => formatCount(by_kind.bulk) },
  { title: t.single, kind: 'number', cell: ({ by_kind }) => formatCount(by_kind.single) },
  { title: t.totalShort, kind: 'number', cell: ({ total }) => formatCount(total) },
]

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

function csvOf({ days }: UsageReport): Blob {
  const rows = days.map(({ date, by_kind, total }) => `${date},${by_kind.bulk},${by_kind.single},${total}`)
  return new Blob([`${['date,bulk,single,total', ...rows].join('\r\n')}\r\n`], { type: 'text/csv' })
}
