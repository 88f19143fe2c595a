import type { BounceBurst } from '@mailsift/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { Card } from '../parts/page.tsx'
import { Problem } from '../parts/problem.tsx'
import { Tag } from '../parts/status.tsx'
import { Time } from '../parts/time.tsx'
import { bounces } from '../texts/bounces.ts'
import { format } from '../texts/format.ts'
import { BURSTS, SUPPRESSIONS } from './query-keys.ts'

const t = bounces.bursts

/** Bounces that look like a fault of the sender: those waiting for a decision, or those decided. */
export function Bursts({ which }: { which: 'held' | 'decided' }) {
  const bursts = useQuery({ queryKey: BURSTS, queryFn: ({ signal }) => mailsift.bounces.bursts.list({ signal }) })
  if (bursts.error && which === 'held') return <Problem error={bursts.error} onRetry={() => bursts.refetch()} />
  const shown = bursts.data?.filter(({ state }) => (state === 'held') === (which === 'held'))
  return shown?.map((burst) => <Burst key={burst.id} burst={burst} />)
}

function Burst({ burst }: { burst: BounceBurst }) {
  const { id, state, reply, reports, domains, operators, first_at, discarded_at } = burst
  const client = useQueryClient()
  const decide = useMutation({
    mutationFn: (decision: 'apply' | 'discard') => mailsift.bounces.bursts.decide(id, decision),
    onSettled: () => Promise.all([BURSTS, SUPPRESSIONS].map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
  const isHeld = state === 'held' && discarded_at !== null
  return (
    <Card
      title={format(isHeld ? t.title : t.decided[state === 'applied' ? 'applied' : 'discarded'], { count: reports })}
    >
      <div className="grid gap-3">
        <blockquote className="rounded-md border-l-2 border-edge bg-ground px-3 py-2 font-mono text-sm break-words">
          {reply}
        </blockquote>
        <p className="flex flex-wrap items-center gap-1.5 text-sm text-soft">
          <Tag tone={isHeld ? 'risky' : 'plain'}>{t.states[state]}</Tag>
          <span>{format(t.from, { domains, operators })}</span>
          <Time at={first_at} />
        </p>
        {isHeld && (
          <>
            <p className="text-sm">{t.why}</p>
            <Problem error={decide.error} />
            <div className="flex flex-wrap items-center gap-2">
              <Button look="main" disabled={decide.isPending} onClick={() => decide.mutate('discard')}>
                {t.discard}
              </Button>
              <Button look="danger" disabled={decide.isPending} onClick={() => decide.mutate('apply')}>
                {format(t.apply, { count: reports })}
              </Button>
              <span className="text-sm text-soft">
                {t.until} <Time at={discarded_at} style="day" />
              </span>
            </div>
          </>
        )}
      </div>
    </Card>
  )
}
