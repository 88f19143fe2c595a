/** The recommendation for a row. `unknown`: the answer could not be found out, which is not the same as unsafe. */
export const STATUSES = ['safe', 'risky', 'unsafe', 'unknown'] as const
export type Status = (typeof STATUSES)[number]
