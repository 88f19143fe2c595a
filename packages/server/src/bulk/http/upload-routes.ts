import { PendingUploadList, UploadParams } from '@mailsift/contract'
import { Type } from 'typebox'
import { callerOf } from '../../accounts/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Http } from '../../platform/http/server.ts'
import { discardUpload, listPendingUploads } from '../submit/pending-uploads.ts'
import { DISCARDER, OWNER } from './access.ts'

const TAGS = ['Account']

/** Aborted uploads hold the account's three places for an hour, unless their owner discards them. */
export function registerUploadRoutes(app: Http, { db }: { db: Db }): void {
  app.get(
    '/account/uploads',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'listPendingUploads',
        summary: 'Uploads that were not submitted yet',
        description:
          'At most three uploads of an account can be pending. Each leaves this list when it is submitted, expires or is discarded.',
        response: { 200: PendingUploadList },
      },
    },
    async (request) => ({ items: await listPendingUploads({ db }, callerOf(request).userId) }),
  )

  app.delete(
    '/account/uploads/:uploadId',
    {
      config: { access: DISCARDER },
      schema: {
        tags: TAGS,
        operationId: 'discardUpload',
        summary: 'Discard a pending upload',
        description:
          'Makes room for another upload at once; the file is deleted within half an hour. An upload that was submitted ' +
          'cannot be discarded. Discarding an upload twice has the effect of discarding it once.',
        params: UploadParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await discardUpload({ db }, callerOf(request).userId, request.params.uploadId.toLowerCase())
      return reply.code(204).send(null)
    },
  )
}
