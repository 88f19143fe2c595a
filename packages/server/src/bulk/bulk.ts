// The door of bulk validation, for the files that wire the service and for other features.
export { readCandidates } from './candidates.ts'
export { type BulkRoutesDeps, registerBulkRoutes } from './routes.ts'
export { type BulkTaskDeps, bulkCron, bulkTasks } from './tasks.ts'
