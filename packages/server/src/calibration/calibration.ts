// The door of calibration: how many of the validated addresses bounced later.
import type { CronEntry } from '../platform/queue/queue.ts'

export { calibrate } from './count.ts'
export { deleteOldValidated, keepValidated, VALIDATED_KEPT_DAYS } from './keep.ts'
export { measureCalibration } from './metrics.ts'
export { createPackValidated, type PackValidated, type Validated } from './pack.ts'

export const calibrationCron: readonly CronEntry[] = [
  { task: 'calibration.count', match: '13 * * * *' },
  { task: 'calibration.delete-old', match: '46 * * * *' },
]
