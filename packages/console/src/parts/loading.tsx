import { useEffect, useState } from 'react'
import { common } from '../texts/common.ts'

/** Nothing at first, then a bar, then text if it takes long. */
export function Loading({ what = common.loading }: { what?: string }) {
  const [step, setStep] = useState(0)
  useEffect(() => {
    const timers = [setTimeout(() => setStep(1), 150), setTimeout(() => setStep(2), 1_000)]
    return () => timers.forEach(clearTimeout)
  }, [])
  if (step === 0) return <div className="h-24" />
  return (
    <div role="status" className="grid h-24 place-items-center text-sm text-soft">
      <div className="grid justify-items-center gap-2">
        <span className="block h-1 w-28 overflow-hidden rounded-full bg-raised">
          <span className="block h-full w-1/3 animate-pulse rounded-full bg-accent" />
        </span>
        <span className={step === 2 ? '' : 'sr-only'}>{what}</span>
      </div>
    </div>
  )
}
