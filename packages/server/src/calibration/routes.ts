import { CALIBRATION_REASONS, Calibration, type CalibrationGroup } from '@mailsift/contract'
import { type Access, callerOf } from '../access/caller.ts'
import type { Db } from '../platform/database/database.ts'
import type { Http } from '../platform/http/server.ts'
import { BOUNCED_DAYS, hasReports, readCalibration } from './count.ts'
import type { Counted } from './groups.ts'
import { VALIDATED_KEPT_DAYS } from './keep.ts'
import { shareOf } from './share.ts'

const READ = { permission: 'read', subscription: false } satisfies Access

export function registerCalibrationRoute(app: Http, { db, calibration }: { db: Db; calibration: boolean }): void {
  app.get(
    '/account/calibration',
    {
      config: { access: READ },
      schema: {
        tags: ['Bounces'],
        operationId: 'readCalibration',
        summary: 'Get how many of the validated addresses bounced',
        description:
          'Of the addresses that were validated in the last 35 days, how many had a hard bounce in the last 30 days, by verdict and reason. Each address counts once. Addresses that you have not mailed count as not bounced. It is counted every hour, or once a day for more than a million addresses.',
        response: { 200: Calibration },
      },
    },
    (request) => readReport(db, callerOf(request).accountId, calibration),
  )
}

const NONE: Counted = { addresses: 0, no_such_mailbox: 0, domain_gone: 0 }

async function readReport(db: Db, accountId: string, isOn: boolean): Promise<Calibration> {
  const counted = isOn ? await readCalibration(db, accountId) : undefined
  const groups = counted?.body.groups ?? {}
  return {
    state: await stateOf(),
    counted_at: counted?.counted_at.toISOString() ?? null,
    validated_days: VALIDATED_KEPT_DAYS,
    bounced_days: BOUNCED_DAYS,
    safe: toGroup(groups.safe ?? NONE),
    safe_domain_checked: toGroup(groups.safe_domain_checked ?? NONE),
    safe_domain_unchecked: toGroup(groups.safe_domain_unchecked ?? NONE),
    not_safe: toGroup(groups.not_safe ?? NONE),
    reasons: CALIBRATION_REASONS.flatMap((reason) => {
      const group = groups[reason]
      return group ? { reason, ...toGroup(group) } : []
    }).sort((one, other) => other.addresses - one.addresses),
  }

  async function stateOf(): Promise<Calibration['state']> {
    if (!isOn) return 'off'
    if (!(await hasReports(db, accountId))) return 'no_reports'
    return counted ? 'counted' : 'not_counted'
  }
}

function toGroup({ addresses, no_such_mailbox, domain_gone }: Counted): CalibrationGroup {
  const bounced = no_such_mailbox + domain_gone
  return { addresses, bounced, no_such_mailbox, domain_gone, ...shareOf(bounced, addresses) }
}
