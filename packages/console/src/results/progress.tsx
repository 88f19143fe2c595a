import { CONSOLE_PATHS } from '@mailsift/contract/console'
import type { ListDetail } from '@mailsift/sdk'
import { useEffect, useRef, useState } from 'react'
import { ButtonLink } from '../parts/button.tsx'
import { formatDuration, formatShare } from '../parts/numbers.ts'
import { Card } from '../parts/page.tsx'
import { ProgressBar } from '../parts/progress-bar.tsx'
import { format } from '../texts/format.ts'
import { results as t } from '../texts/results.ts'
import { NotifyWhenDone } from './notify-when-done.tsx'
import { rateOf, type Seen, startOf } from './rate.ts'

/** Live counters of work that continues without this page. */
export function Progress({ list }: { list: ListDetail }) {
  const { status, processed, total } = list
  const rate = useRate(processed)
  const share = total > 0 ? processed / total : undefined
  const isCounting = (status === 'processing' || status === 'uploading') && share !== undefined
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
        {status === 'uploading' ? t.uploadingWhy : t.goesOn}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        {status === 'uploading' && <ButtonLink href={CONSOLE_PATHS.clean}>{t.resumeUpload}</ButtonLink>}
        <NotifyWhenDone list={list} />
      </div>
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
