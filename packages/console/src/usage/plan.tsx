import type { AccountPlan } from '@mailsift/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { useSession } from '../session/session.ts'
import { format } from '../texts/format.ts'
import { usage as t } from '../texts/usage.ts'

/** Empty if no plan limits the account and none can be bought. */
export function Plan() {
  const plan = useQuery({ queryKey: ['plan'], queryFn: ({ signal }) => mailsift.plan({ signal }) })
  if (!plan.data) return <Problem error={plan.error} onRetry={() => plan.refetch()} />
  const { credits, billing } = plan.data
  if (credits.monthly === null && !billing) return null
  return <PlanCard plan={plan.data} />
}

function PlanCard({ plan }: { plan: AccountPlan }) {
  const { name, credits, is_near_limit, bulk_rows, requests_per_minute, members, period_end } = plan
  const { monthly, used, reserved, left } = credits
  const limits = [
    bulk_rows === null ? '' : format(t.bulkRows, { count: bulk_rows }),
    requests_per_minute === null ? '' : format(t.perMinute, { count: requests_per_minute }),
    members === null ? '' : format(t.members, { count: members }),
  ].filter(Boolean)
  return (
    <Card title={format(t.plan, { name: name ?? t.noPlan })} aside={<BillingButtons plan={plan} />}>
      <div className="grid gap-4">
        {monthly === null || left === null ? (
          <p className="text-soft">{t.unlimited}</p>
        ) : (
          <>
            {is_near_limit && (
              <Notice tone={left === 0 ? 'unsafe' : 'risky'}>
                {format(left === 0 ? t.nothingLeft : t.nearLimit, { day: formatDay(period_end) })}
              </Notice>
            )}
            <ProgressBar
              label={format(t.left, { left: left, monthly: monthly })}
              share={monthly === 0 ? 1 : Math.min(1, (used + reserved) / monthly)}
              aside={format(t.renews, { day: formatDay(period_end) })}
            />
            <p className="text-sm text-soft">
              {[
                format(t.used, { used: used }),
                reserved > 0 ? format(t.reserved, { reserved: reserved }) : '',
                ...limits,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </>
        )}
      </div>
    </Card>
  )
}

/** For owners. The pages are the payment provider's. */
function BillingButtons({ plan: { name, billing } }: { plan: AccountPlan }) {
  const { data: session } = useSession()
  const open = useMutation({
    mutationFn: (plan: string | null) =>
      plan === null ? mailsift.account.billing.portal() : mailsift.account.billing.checkout(plan),
    onSuccess: ({ url }) => window.location.assign(url),
  })
  if (!billing || session?.role !== 'owner') return null
  // A customer changes the plan where the subscription is managed: a second checkout would create a second
  // subscription.
  const offered = billing.is_customer ? [] : billing.plans.filter((each) => each !== name)
  return (
    <div className="flex flex-wrap gap-2">
      <Problem error={open.error} />
      {billing.is_customer && (
        <Button disabled={open.isPending} onClick={() => open.mutate(null)}>
          {t.manage}
        </Button>
      )}
      {offered.map((each, at) => (
        <Button
          key={each}
          look={at === 0 ? 'main' : 'plain'}
          disabled={open.isPending}
          onClick={() => open.mutate(each)}
        >
          {format(t.choose, { plan: each })}
        </Button>
      ))}
    </div>
  )
}

const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const formatDay = (day: string) => DAY.format(Date.parse(day))
