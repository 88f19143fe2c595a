import type { Submission } from '@mailsift/sdk'
import { useEffect, useRef, useState } from 'react'
import { formatDuration, formatShare } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { format } from '../texts/format.ts'
import { results as t } from '../texts/results.ts'
import { rateOf, type Seen, startOf } from './rate.ts'

/** Live counters of work that goes on without this page. */
export function Progress({ submission }: { submission: Submission }) {
  const { status, processed, total } = submission
  const rate = useRate(processed)
  const share = total > 0 ? processed / total : undefined
  const isCounting = status === 'processing' && share !== undefined
  return (
    <Card>
      <ProgressBar
        label={isCounting ? format(t.processed, { processed, total }) : t.phases[status]}
        {...(isCounting && { share, aside: formatShare(share) })}
      />
      <p className="mt-3 text-sm text-soft">
        {isCounting && rate > 0 && (
          <span className="block">
            {format(t.pace, { rate: Math.round(rate), time: formatDuration((total - processed) / rate) })}
          </span>
        )}
        {t.goesOn}
      </p>
    </Card>
  )
}

function useRate(processed: number): number {
  const start = useRef<Seen>(undefined)
  const [rate, setRate] = useState(0)
  useEffect(() => {
    const now = { at: performance.now(), processed }
    start.current = startOf(start.current, now)
    setRate((before) => rateOf(start.current!, now) ?? before)
  }, [processed])
  return rate
}
