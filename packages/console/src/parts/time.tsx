const SHORT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' })
const RELATIVE = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

const STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** In the user's time zone; the exact time on hover. */
export function Time({ at, style = 'short' }: { at: string | number; style?: 'short' | 'day' | 'ago' }) {
  const date = new Date(at)
  const text = style === 'ago' ? agoOf(date) : (style === 'day' ? DAY : SHORT).format(date)
  return (
    <time dateTime={date.toISOString()} title={EXACT.format(date)} className="whitespace-nowrap">
      {text}
    </time>
  )
}

function agoOf(date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1000
  const step = STEPS.find(([, length]) => Math.abs(seconds) >= length)
  return step
    ? RELATIVE.format(Math.round(seconds / step[1]), step[0])
    : RELATIVE.format(Math.round(seconds / 60), 'minute')
}
