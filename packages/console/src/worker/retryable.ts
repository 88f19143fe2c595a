import type { Count } from './list.ts'

/** The email column of retried rows. */
export const RETRIED_EMAIL = 'email'

const RETRIED = ['lookup_failed', 'job_failed']

/** Whether rows may get a result when sent again. They were not billed. */
export const isRetryable = ({ status, reason }: Pick<Count, 'status' | 'reason'>): boolean =>
  status === 'unknown' && RETRIED.includes(reason)
