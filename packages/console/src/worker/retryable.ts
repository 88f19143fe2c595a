import type { Count } from './list.ts'

/** The email column of rows that are sent again. */
export const RETRIED_EMAIL = 'email'

const RETRIED = ['lookup_failed', 'job_failed']

/** Whether rows may have an answer when they are sent again. They were not billed. */
export const isRetryable = ({ status, reason }: Pick<Count, 'status' | 'reason'>): boolean =>
  status === 'unknown' && RETRIED.includes(reason)
