import {
  Download,
  GroupDetail,
  GroupList,
  GroupParams,
  IDEMPOTENCY_REPLAYED_HEADER,
  IdempotencyHeaders,
  PagingQuery,
  PreparedUpload,
  PrepareUploadBody,
} from '@mailsift/contract'
import { callerOf } from '../../access/caller.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts'
import type { Http } from '../../platform/http/server.ts'
import { linkToGroupCsv } from '../read/download.ts'
import { listGroups, readGroup } from '../read/groups.ts'
import { prepareUpload } from '../submit/uploads.ts'
import { OWNER, SUBMITTER } from './access.ts'
import type { BulkRoutesDeps } from './job-routes.ts'

const TAGS = ['CSV files']

export function registerGroupRoutes(app: Http, deps: BulkRoutesDeps): void {
  app.post(
    '/v1/emails/bulk/upload',
    {
      config: { access: SUBMITTER },
      schema: {
        tags: TAGS,
        operationId: 'prepareUpload',
        summary: 'Prepare the upload of a CSV',
        description:
          'PUT the file to upload_url with the returned headers within 15 minutes, then submit upload_id within an hour. ' +
          'Repeat the request with the same Idempotency-Key to get a fresh upload_url for the same upload.',
        headers: IdempotencyHeaders,
        body: PrepareUploadBody,
        response: { 201: PreparedUpload },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const { upload, replayed } = await prepareUpload(
        { ...deps, csvAdmission: deps.csvAdmission() },
        accountId,
        request.body,
        idempotencyKeyOf(request),
      )
      if (replayed) reply.header(IDEMPOTENCY_REPLAYED_HEADER, 'true')
      return reply.code(201).send(upload)
    },
  )

  app.get(
    '/v1/emails/bulk/groups',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'listGroups',
        summary: 'List groups, newest first',
        description: 'Returns one group per submitted CSV file.',
        querystring: PagingQuery,
        response: { 200: GroupList },
      },
    },
    (request) => listGroups(deps, callerOf(request).accountId, request.query),
  )

  app.get(
    '/v1/emails/bulk/groups/:groupId',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'readGroup',
        summary: 'Get the progress of a group and its jobs',
        description:
          'Poll until `status` is completed, partial or failed. Then download the result, or read `failure` for the reason.',
        params: GroupParams,
        response: { 200: GroupDetail },
      },
    },
    (request) => readGroup(deps, callerOf(request).accountId, request.params.groupId),
  )

  app.get(
    '/v1/emails/bulk/groups/:groupId/download',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'downloadGroup',
        summary: 'Get a link to the CSV of a group',
        description: 'The CSV is the uploaded file with the results in appended columns.',
        params: GroupParams,
        response: { 200: Download },
      },
    },
    (request) => linkToGroupCsv(deps, callerOf(request).accountId, request.params.groupId.toLowerCase()),
  )
}
