/**
 * The recommendation for a row. `unknown`: no result could be determined, which is not the same as unsafe. `blank`: the
 * row has no address.
 */
export const STATUSES = ['safe', 'risky', 'unsafe', 'unknown', 'blank'] as const
export type Status = (typeof STATUSES)[number]
