import { AppError } from '../../platform/http/problem.ts'

const DISABLED_RETRY_SECONDS = 60

/** New work is not taken in at the moment; what was taken in goes on. */
export function bulkDisabled(detail: string): AppError {
  return new AppError('bulk_disabled', detail, { retryAfterSeconds: DISABLED_RETRY_SECONDS })
}
