// The door of backups.
export { checkBackup } from './check.ts'
export { type LastBackup, readLastBackup } from './last.ts'
export { makeBackup, type Progress } from './make.ts'
export { bytesOfBackup, type Manifest } from './manifest.ts'
export { requireRestorable, restoreBackup } from './restore.ts'
