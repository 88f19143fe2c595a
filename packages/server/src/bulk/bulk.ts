// The door of bulk validation, for the files that wire the service and for other features.
export { registerBulkRoutes } from './http/routes.ts'
export { readCandidates } from './read/candidates.ts'
export { bulkCron, bulkTasks } from './work/tasks.ts'
export { warmUp } from './work/warm.ts'
