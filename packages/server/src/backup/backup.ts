// The door of backups.
export { checkBackup } from './check.ts'
export { makeBackup, type Progress } from './make.ts'
export { bytesOfBackup, type Manifest } from './manifest.ts'
export { restoreBackup } from './restore.ts'
