// The door of evidence: what an account knows about mailboxes. Every statement is stored by recordEvidence and read by mailboxOf.

import { type IntakeDeps, registerIntakeRoutes } from '../bounces/receive/routes.ts'
import { registerUndoRoutes } from '../bounces/undo-routes.ts'
import { registerCalibrationRoute } from '../calibration/routes.ts'
import type { Http } from '../platform/http/server.ts'
import { registerSuppressionRoutes } from '../suppressions/routes.ts'
import { registerMailboxRoutes } from './routes.ts'

export { pickUp, pickUpCron, planPickUps, resealSources } from '../bounces/pick-up/pick-up.ts'
export { createMailReader, type MailReader } from '../bounces/receive/mail-reader/mail-reader.ts'
export { calibrate, calibrationCron } from '../calibration/count.ts'
export { keepValidated } from '../calibration/keep.ts'
export { measureCalibration } from '../calibration/metrics.ts'
export { createPackValidated, type PackValidated, type Validated } from '../calibration/pack.ts'
export { cleanEvidence, evidenceCron } from './delete-old.ts'
export { type Known, knownOf, NOTHING_KNOWN } from './known.ts'
export { mailboxOf } from './mailbox.ts'
export { type EvidenceReason, reasonsOf } from './reason.ts'
export { type Evidence, recordEvidence } from './record.ts'

export function registerEvidenceRoutes(app: Http, deps: IntakeDeps & { calibration: boolean }): void {
  registerMailboxRoutes(app, deps)
  registerIntakeRoutes(app, deps)
  registerSuppressionRoutes(app, deps)
  registerUndoRoutes(app, deps)
  registerCalibrationRoute(app, deps)
}
