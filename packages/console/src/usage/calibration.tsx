import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { REASON_TEXTS } from '@mailsift/engine/reason-texts'
import type { CalibrationGroup, Calibration as Report } from '@mailsift/sdk'
import { useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { ButtonLink } from '../parts/button.tsx'
import { formatCount, formatShare } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { format } from '../texts/format.ts'
import { usage as t } from '../texts/usage.ts'

/** How accurate the verdicts were. Empty if the service does not store the necessary data. */
export function Calibration() {
  const report = useQuery({ queryKey: ['calibration'], queryFn: ({ signal }) => mailsift.calibration({ signal }) })
  if (!report.data) return <Problem error={report.error} onRetry={() => report.refetch()} />
  if (report.data.state === 'off') return null
  return (
    <>
      <Card title={t.calibration}>
        <Summary report={report.data} />
      </Card>
      {report.data.state === 'counted' && (
        <Card flush title={t.calibrationTable}>
          <Table label={t.calibrationTable} columns={COLUMNS} rows={rowsOf(report.data)} keyOf={({ name }) => name} />
        </Card>
      )}
    </>
  )
}

function Summary({ report }: { report: Report }) {
  const { state, safe, validated_days: validated, bounced_days: bounced } = report
  if (state === 'no_reports') {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-soft">{format(t.calibrationNoReports, { bounced })}</p>
        <ButtonLink href={CONSOLE_PATHS.bounces}>{t.calibrationConnect}</ButtonLink>
      </div>
    )
  }
  if (state === 'not_counted') return <p className="text-soft">{t.calibrationNotCounted}</p>
  const { share, share_low: low, share_high: high } = safe
  return (
    <div className="grid gap-1">
      {share === null || low === null || high === null ? (
        <p>{format(t.calibrationFew, safe)}</p>
      ) : (
        <>
          <p className="text-lg font-semibold">{format(t.calibrationShare, { share: formatShare(share) })}</p>
          <p>{format(t.calibrationBetween, { ...safe, low: formatShare(low), high: formatShare(high) })}</p>
        </>
      )}
      <p className="text-sm text-soft">{format(t.calibrationWhat, { validated, bounced })}</p>
    </div>
  )
}

type Row = { name: string; group: CalibrationGroup }

function rowsOf(report: Report): Row[] {
  const verdicts = (['safe', 'safe_domain_checked', 'safe_domain_unchecked', 'not_safe'] as const).map((verdict) => ({
    name: t.verdicts[verdict],
    group: report[verdict],
  }))
  const reasons = report.reasons.map(({ reason, ...group }) => ({
    name: format(t.notSafeBecause, { reason: REASON_TEXTS[reason].label }),
    group,
  }))
  return [...verdicts, ...reasons].filter(({ group }) => group.addresses > 0)
}

const COLUMNS: readonly Column<Row>[] = [
  { title: t.verdict, kind: 'name', cell: ({ name }) => name },
  { title: t.addresses, kind: 'number', cell: ({ group }) => formatCount(group.addresses) },
  { title: t.noSuchMailbox, kind: 'number', cell: ({ group }) => formatCount(group.no_such_mailbox) },
  { title: t.domainGone, kind: 'number', cell: ({ group }) => formatCount(group.domain_gone) },
  { title: t.rate, kind: 'number', cell: ({ group }) => (group.share === null ? t.tooFew : formatShare(group.share)) },
]
