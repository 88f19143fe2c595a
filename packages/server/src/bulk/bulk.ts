// The door of bulk validation, for the files that wire the service and for other features.
export { readCandidates } from './candidates.ts'
export { type AddressTest, type FoundFile, type FoundRow, findFiles, findRows } from './find-address.ts'
export {
  groupsOfUser,
  jobsOfUser,
  keysOfUser,
  readUploadedFile,
  rowsOfJob,
  submissionsOfUser,
  uploadsOfUser,
} from './of-user.ts'
export { endSubmission, jobIdsOf, objectsOf, removeSubmission, type Submission } from './remove.ts'
export { type BulkRoutesDeps, registerBulkRoutes } from './routes.ts'
export { type BulkTaskDeps, bulkCron, bulkTasks } from './tasks.ts'
