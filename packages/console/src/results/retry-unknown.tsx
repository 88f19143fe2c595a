import type { Policy } from '@mailsift/engine'
import type { ListDetail } from '@mailsift/sdk'
import { submitParts } from '@mailsift/sdk/lists'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { mailsift } from '../api/client.ts'
import { Button } from '../parts/button.tsx'
import { DnsWarning } from '../parts/dns-warning.tsx'
import { formatShare } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { Notice, Problem } from '../parts/problem.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { format } from '../texts/format.ts'
import { retryUnknown as t } from '../texts/results.ts'
import { worker } from '../worker/client.ts'
import type { ResultSource, Results } from '../worker/results.ts'
import { isRetryable, RETRIED_EMAIL } from '../worker/retryable.ts'
import { listKey, roundOf, runningRetry } from './list-state.ts'

/** Retries rows without a result: only those are sent again, and they were not billed before. */
export function RetryUnknown({
  list,
  source,
  policy,
  results,
}: {
  list: ListDetail
  source: ResultSource
  policy: Policy
  results: Results
}) {
  const client = useQueryClient()
  const count = results.counts.filter(isRetryable).reduce((sum, each) => sum + each.count, 0)
  const running = runningRetry(list)
  const retry = useMutation({
    networkMode: 'always',
    mutationFn: async () => {
      const round = roundOf(list)
      const parts = await worker.results.retryParts(source, policy)
      await submitParts(mailsift, parts, {
        emailColumn: RETRIED_EMAIL,
        validateDomain: list.validate_domain,
        filename: `retry ${round}.csv`,
        idempotencyKeyOf: (part) => `${list.id}-retry-${round}-${part}`,
        onSubmitted: (id, place) => mailsift.account.lists.add(list.id, id, { round, ...place }),
      })
    },
    onSettled: () => client.invalidateQueries({ queryKey: listKey(list.id) }),
  })
  if (running)
    return (
      <Card>
        <ProgressBar
          label={format(t.running, { count: running.total })}
          {...(running.total > 0 && {
            share: running.processed / running.total,
            aside: formatShare(running.processed / running.total),
          })}
        />
      </Card>
    )
  if (count === 0) return null
  return (
    <div className="grid gap-3">
      <DnsWarning />
      <Notice
        tone="risky"
        role="status"
        action={
          <Button disabled={retry.isPending} onClick={() => retry.mutate()}>
            {retry.isPending ? t.sending : t.retry}
          </Button>
        }
      >
        <p className="font-medium">{format(t.found, { count })}</p>
        <p>{t.why}</p>
      </Notice>
      <Problem error={retry.error} />
    </div>
  )
}
