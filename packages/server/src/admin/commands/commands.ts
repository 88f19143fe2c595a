import { auditCommands } from './audit.ts'
import { type BackupContext, backupCommands } from './backup.ts'
import { billingCommands } from './billing.ts'
import { type BouncesContext, bounceCommands } from './bounces.ts'
import type { Command } from './command.ts'
import { listCommands } from './disposable-domains.ts'
import { mailCommands, type OpenMail } from './mail.ts'
import { operatorCommands } from './operators.ts'
import { planCommands } from './plans.ts'
import { privacyCommands } from './privacy.ts'
import { type ProbeContext, probeCommands } from './probe.ts'
import { signInCommands } from './sign-in.ts'
import { sizeCommands } from './size.ts'
import { statusCommands } from './status.ts'
import type { StatusSettings } from './status-facts.ts'
import { subscriptionCommands } from './subscription.ts'
import { type Setting, systemCommands } from './system.ts'
import { taskCommands } from './tasks.ts'
import { tokenCommands } from './tokens.ts'
import { usageCommands } from './usage.ts'
import { userCommands } from './users.ts'

export type Installation = {
  backups: BackupContext
  bounces: BouncesContext
  probe: ProbeContext
  openMail: OpenMail
  readStatusSettings(): StatusSettings
  /** Fails with every problem at once. */
  describeSettings(): Setting[]
}

/** Every command of the administration, in the order of its help. */
export function allCommands({
  backups,
  bounces,
  probe,
  openMail,
  readStatusSettings,
  describeSettings,
}: Installation): Command[] {
  return [
    ...userCommands,
    ...signInCommands,
    ...operatorCommands,
    ...tokenCommands,
    ...subscriptionCommands,
    ...planCommands,
    ...billingCommands,
    ...usageCommands,
    ...auditCommands,
    ...taskCommands,
    ...listCommands,
    ...bounceCommands(bounces),
    ...probeCommands(probe),
    ...mailCommands(openMail),
    ...privacyCommands,
    ...backupCommands(backups),
    ...statusCommands(readStatusSettings),
    ...sizeCommands,
    ...systemCommands(describeSettings),
  ]
}
