/** The recommendation for a row. `unknown`: the answer could not be found out, which is not unsafe. `blank`: the row has no address. */
export const STATUSES = ['safe', 'risky', 'unsafe', 'unknown', 'blank'] as const
export type Status = (typeof STATUSES)[number]
