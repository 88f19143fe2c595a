import { PendingUploadList, UploadParams } from '@mailsift/contract'
import { Type } from 'typebox'
import { callerOf } from '../../access/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Http } from '../../platform/http/server.ts'
import { discardUpload, listPendingUploads } from '../submit/pending-uploads.ts'
import { EDITOR, OWNER } from './access.ts'

const TAGS = ['Account']

/** Aborted uploads count toward the account's three for an hour, unless their owner discards them. */
export function registerPendingUploadRoutes(app: Http, { db }: { db: Db }): void {
  app.get(
    '/account/uploads',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'listPendingUploads',
        summary: 'List unfinished uploads',
        description:
          'An account can have up to three unfinished uploads. An upload leaves the list when it is submitted, expires or is discarded.',
        response: { 200: PendingUploadList },
      },
    },
    async (request) => ({ items: await listPendingUploads({ db }, callerOf(request).accountId) }),
  )

  app.delete(
    '/account/uploads/:uploadId',
    {
      config: { access: EDITOR },
      schema: {
        tags: TAGS,
        operationId: 'discardUpload',
        summary: 'Discard an unfinished upload',
        description:
          'Makes room for another upload immediately; the file is deleted within half an hour. A submitted upload ' +
          'cannot be discarded. Discarding an upload again has no effect.',
        params: UploadParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await discardUpload({ db }, callerOf(request).accountId, request.params.uploadId.toLowerCase())
      return reply.code(204).send(null)
    },
  )
}
