// The door of evidence: what an account knows about mailboxes. Every statement is stored by recordEvidence and read by mailboxOf.
import type { Http } from '../platform/http/server.ts'
import { registerCalibrationRoute } from './calibration/routes.ts'
import { type IntakeDeps, registerIntakeRoutes } from './intake/routes.ts'
import { registerMailboxRoutes } from './routes.ts'
import { registerSuppressionRoutes } from './suppressions/routes.ts'
import { registerUndoRoutes } from './undo-routes.ts'

export { calibrate, calibrationCron } from './calibration/count.ts'
export { keepValidated } from './calibration/keep.ts'
export { measureCalibration } from './calibration/metrics.ts'
export { createPackValidated, type PackValidated, type Validated } from './calibration/pack.ts'
export { cleanEvidence, evidenceCron } from './clean.ts'
export { createMailReader, type MailReader } from './intake/mail-reader/mail-reader.ts'
export { type Known, knownOf, NOTHING_KNOWN } from './known.ts'
export { mailboxOf } from './mailbox.ts'
export { pickUp, pickUpCron, planPickUps, resealSources } from './pick-up/pick-up.ts'
export { type EvidenceReason, reasonsOf } from './reason.ts'
export { type Evidence, recordEvidence } from './record.ts'

export function registerEvidenceRoutes(app: Http, deps: IntakeDeps & { calibration: boolean }): void {
  registerMailboxRoutes(app, deps)
  registerIntakeRoutes(app, deps)
  registerSuppressionRoutes(app, deps)
  registerUndoRoutes(app, deps)
  registerCalibrationRoute(app, deps)
}
