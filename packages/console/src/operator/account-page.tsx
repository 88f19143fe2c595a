import { CONSOLE_PATHS } from '@mailsift/contract/console'
import { isApiError, type OperatedAccountDetail } from '@mailsift/sdk'
import { lazy, type ReactNode, Suspense } from 'react'
import { useParams } from 'wouter'
import { mailsift } from '../api/client.ts'
import { ButtonLink } from '../parts/button.tsx'
import { Figure } from '../parts/figure.tsx'
import { Loading } from '../parts/loading.tsx'
import { formatCount } from '../parts/numbers.ts'
import { Card, Empty, Page } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tag } from '../parts/status.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useSession } from '../session/session.ts'
import { Missing } from '../shell/missing.tsx'
import { operator as t } from '../texts/operator.ts'
import { team } from '../texts/team.ts'
import { useOperatorQuery } from './query.ts'

const Chart = lazy(() => import('../usage/chart.tsx'))

export default function OperatedAccountPage() {
  const { data: session } = useSession()
  const { accountId = '' } = useParams()
  const detail = useOperatorQuery(['account', accountId], (signal) => mailsift.operator.account(accountId, { signal }))
  if (!session?.operator || isApiError(detail.error, 'not_found')) return <Missing />
  if (!detail.data)
    return (
      <Page title={t.account}>
        {detail.error ? <Problem error={detail.error} onRetry={() => detail.refetch()} /> : <Loading />}
      </Page>
    )
  const { account, members, usage, unfinished_lists } = detail.data
  return (
    <Page
      title={account.name ?? account.email}
      lead={account.name ? account.email : undefined}
      actions={<ButtonLink href={`${CONSOLE_PATHS.operator}?view=accounts`}>{t.back}</ButtonLink>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
          <Figure label={t.credits} value={account.credits_this_month} />
          <Figure label={t.members} value={account.members} />
          <Figure label={t.unfinished} value={unfinished_lists} />
        </div>
        <Subscription detail={detail.data} />
        <Card flush title={t.members}>
          <Table label={t.members} columns={MEMBERS} rows={members} keyOf={({ person_id }) => person_id} />
        </Card>
        <Card title={t.usage}>
          {usage.total === 0 ? (
            <Empty title={t.usageEmpty}>{t.usageEmptyWhy}</Empty>
          ) : (
            <Suspense fallback={<Loading />}>
              <Chart report={usage} />
            </Suspense>
          )}
        </Card>
      </div>
    </Page>
  )
}

function Subscription({ detail: { account, subscription, plan } }: { detail: OperatedAccountDetail }) {
  const facts: [string, ReactNode][] = [
    [t.plan, subscription?.plan ?? t.noPlan],
    ...(subscription
      ? ([
          [
            t.status,
            <Tag key="status" tone={subscription.active ? 'safe' : 'risky'}>
              {subscription.status}
            </Tag>,
          ],
          [t.periodEnd, subscription.period_end ? <Time key="end" at={subscription.period_end} /> : t.noEnd],
        ] as [string, ReactNode][])
      : []),
    [t.creditsLeft, plan.credits.left === null ? t.noLimit : formatCount(plan.credits.left)],
    [t.memberLimit, plan.members === null ? t.noLimit : formatCount(plan.members)],
    [t.created, <Time key="created" at={account.created_at} />],
    [
      t.accountId,
      <code key="id" className="font-mono break-all">
        {account.id}
      </code>,
    ],
  ]
  return (
    <Card title={t.plan}>
      <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[10rem_minmax(0,1fr)]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

const MEMBERS: readonly Column<OperatedAccountDetail['members'][number]>[] = [
  {
    title: t.person,
    kind: 'name',
    cell: ({ email, name, second_factor }) => (
      <span className="flex flex-wrap items-center gap-2">
        <span className="wrap-anywhere">{email}</span>
        {second_factor && <Tag tone="safe">{t.twoFactor}</Tag>}
        {name && <span className="block w-full text-soft">{name}</span>}
      </span>
    ),
  },
  { title: t.role, cell: ({ role }) => team.roles[role] },
  { title: t.joined, cell: ({ joined_at }) => <Time at={joined_at} style="day" /> },
]
