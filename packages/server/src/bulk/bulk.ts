// The door of bulk validation, for the files that wire the service and for other features.

export { type BulkRoutesDeps, registerBulkRoutes } from './http/routes.ts'
export { type AddressTest, type FoundFile, type FoundRow, findFiles, findRows } from './privacy/find-address.ts'
export {
  groupsOfUser,
  jobsOfUser,
  keysOfUser,
  readUploadedFile,
  rowsOfJob,
  submissionsOfUser,
  uploadsOfUser,
} from './privacy/of-user.ts'
export { readCandidates } from './read/candidates.ts'
export { endSubmission, jobIdsOf, objectsOf, removeSubmission, type Submission } from './retention/remove.ts'
export { type BulkTaskDeps, bulkCron, bulkTasks } from './work/tasks.ts'
