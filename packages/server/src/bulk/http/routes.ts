import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { DiskBlobs } from '../../platform/blobs/disk.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Http } from '../../platform/http/server.ts'
import type { ShortLists } from '../state/insert-list.ts'
import type { Storage } from '../submit/storage.ts'
import { registerGroupRoutes } from './group-routes.ts'
import { registerJobRoutes } from './job-routes.ts'
import { registerSignedLinkRoutes } from './signed-link-routes.ts'
import { registerSubmissionHistoryRoutes } from './submission-history-routes.ts'
import { registerUploadRoutes } from './upload-routes.ts'

export type BulkRoutesDeps = {
  db: Db
  blobs: BlobStore | DiskBlobs
  /** Ends in /v1. */
  baseUrl: string
  bulkAdmission: boolean
  /** Asked with each request: a store has to prove first that it does not overwrite. */
  csvAdmission(): boolean
  storage: Storage
  shortLists?: ShortLists
}

export function registerBulkRoutes(app: Http, deps: BulkRoutesDeps): void {
  registerJobRoutes(app, deps)
  registerGroupRoutes(app, deps)
  registerSubmissionHistoryRoutes(app, deps)
  registerUploadRoutes(app, deps)
  // An object store answers the links that it signs.
  if ('acceptUpload' in deps.blobs) registerSignedLinkRoutes(app, { ...deps, blobs: deps.blobs })
}
