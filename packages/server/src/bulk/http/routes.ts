import type { Http } from '../../platform/http/server.ts'
import { registerGroupRoutes } from './group-routes.ts'
import { type BulkRoutesDeps, registerJobRoutes } from './job-routes.ts'
import { registerListRoutes } from './list-routes.ts'
import { registerPendingUploadRoutes } from './pending-upload-routes.ts'
import { registerSignedLinkRoutes } from './signed-link-routes.ts'
import { registerSubmissionHistoryRoutes } from './submission-history-routes.ts'

export function registerBulkRoutes(app: Http, deps: BulkRoutesDeps): void {
  registerJobRoutes(app, deps)
  registerGroupRoutes(app, deps)
  registerSubmissionHistoryRoutes(app, deps)
  registerListRoutes(app, deps)
  registerPendingUploadRoutes(app, deps)
  // An object store answers the links that it signs.
  if ('acceptUpload' in deps.blobs) registerSignedLinkRoutes(app, { ...deps, blobs: deps.blobs })
}
