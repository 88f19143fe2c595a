const COUNT = new Intl.NumberFormat()
const PERCENT = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 1 })

const CHANGE = new Intl.NumberFormat(undefined, { signDisplay: 'exceptZero' })

export const formatCount = (count: number): string => COUNT.format(count)
/** A difference, with its sign. */
export const formatChange = (change: number): string => CHANGE.format(change)
export const formatShare = (share: number): string => PERCENT.format(share)

export function formatBytes(bytes: number): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']
  let at = 0
  let value = bytes
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000
    at++
  }
  const style = {
    style: 'unit',
    unit: units[at]!,
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  } as const
  return new Intl.NumberFormat(undefined, style).format(value)
}

export function formatDuration(seconds: number): string {
  if (seconds < 90) return inUnit('second', Math.max(1, Math.round(seconds)))
  return seconds < 5_400 ? inUnit('minute', Math.round(seconds / 60)) : inUnit('hour', Math.round(seconds / 3600))
}

const inUnit = (unit: string, value: number) =>
  new Intl.NumberFormat(undefined, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
