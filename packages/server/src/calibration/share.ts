/** Fewer addresses say too little: one bounce more would change the share by a percent. */
const SHARE_MIN_COUNT = 100

type Share = { share: number | null; share_low: number | null; share_high: number | null }

const UNKNOWN: Share = { share: null, share_low: null, share_high: null }
/** The quantile of the normal distribution for 95 %. */
const Z = 1.96

/** The interval is that of Wilson (1927) for 95 %, which holds for small shares, too. */
export function shareOf(part: number, whole: number): Share {
  if (whole < SHARE_MIN_COUNT) return UNKNOWN
  const share = part / whole
  const middle = share + Z ** 2 / (2 * whole)
  const width = Z * Math.sqrt((share * (1 - share)) / whole + Z ** 2 / (4 * whole ** 2))
  const scale = 1 + Z ** 2 / whole
  return {
    share,
    share_low: part === 0 ? 0 : Math.max(0, (middle - width) / scale),
    share_high: part === whole ? 1 : Math.min(1, (middle + width) / scale),
  }
}
