import { AppError } from '../../platform/http/problem.ts'
import { quotaFields, type ShownQuota } from './fields.ts'

export function quotaExceeded(wanted: number, quota: ShownQuota): AppError {
  const credits = (count: number) => (count === 1 ? '1 credit' : `${count} credits`)
  return new AppError(
    'quota_exceeded',
    `This needs ${credits(wanted)}, and the account has ${credits(quota.left)} left until ${quota.periodEnd} (UTC).`,
    { headers: quotaFields(quota) },
  )
}
