// Once in a month, when four fifths of the credits are used or reserved: a line in the audit trail and in the log, and a mail where there is a
// way to send one.
import { sql } from 'kysely'
import { warnOfQuota } from '../../accounts/notices.ts'
import { note } from '../../audit/audit.ts'
import type { Mail } from '../../mail/mail.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import type { QuotaState } from './state.ts'

const WARNING_SHARE = 0.8

export type QuotaWarning = { accountId: string; credits: number; left: number; periodStart: string; periodEnd: string }

/** Notes it in the transaction that takes `more` credits: a crash leaves both or none. */
export type Warn = (
  tx: Tx,
  accountId: string,
  taking: { quota: QuotaState; credits: number; more: number },
) => Promise<void>

export type WarnDeps = {
  log: Log
  /** Sends mail to the account, as a part of the transaction. */
  tell?: ((tx: Tx, warning: QuotaWarning) => Promise<void>) | undefined
}

export function createWarn({ log, tell }: WarnDeps): Warn {
  return async (tx, accountId, { quota, credits, more }) => {
    const { used, reserved, periodStart, periodEnd } = quota
    if (quota.warned || used + reserved + more < credits * WARNING_SHARE) return
    await sql`UPDATE quotas SET warned = true WHERE account_id = ${accountId}`.execute(tx)
    await note(tx, { action: 'quota_warning', actor: 'service', accountId })
    const left = Math.max(0, credits - used - reserved - more)
    await tell?.(tx, { accountId, credits, left, periodStart, periodEnd })
    log.warn({ account_id: accountId, credits, left, period_end: periodEnd }, 'account has used 80 % of its credits')
  }
}

/** Mail to the owners and admins of the account. */
export const tellOfQuota =
  (mail: Mail) =>
  (tx: Tx, { accountId, credits, left, periodEnd }: QuotaWarning): Promise<void> =>
    warnOfQuota(tx, mail, accountId, {
      percent: WARNING_SHARE * 100,
      used: credits - left,
      limit: credits,
      periodEnd: new Date(`${periodEnd}T00:00:00Z`),
    })

/** Whether an account is past the mark, for people to see. */
export function isNearLimit({ used, reserved }: Pick<QuotaState, 'used' | 'reserved'>, credits: number): boolean {
  return used + reserved >= credits * WARNING_SHARE
}
