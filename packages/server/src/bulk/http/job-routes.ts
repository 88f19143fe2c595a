import {
  Download,
  IDEMPOTENCY_REPLAYED_HEADER,
  IdempotencyHeaders,
  JobList,
  JobParams,
  JobResults,
  PagingQuery,
  SubmitBody,
  SubmittedGroup,
  SubmittedJob,
} from '@mailsift/contract'
import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { callerOf } from '../../access/caller.ts'
import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { DiskBlobs } from '../../platform/blobs/disk.ts'
import type { Db } from '../../platform/database/database.ts'
import { idempotencyKeyOf } from '../../platform/http/idempotency-key.ts'
import type { Http } from '../../platform/http/server.ts'
import type { Quotas } from '../../usage/usage.ts'
import { linkToCsv } from '../read/download.ts'
import { listJobs } from '../read/jobs.ts'
import { readResults } from '../read/results.ts'
import { toGroup } from '../state/group-row.ts'
import type { ShortLists } from '../state/insert-list.ts'
import { toJob } from '../state/job-row.ts'
import { submitCsv } from '../submit/csv.ts'
import { submitList } from '../submit/list.ts'
import type { Storage } from '../submit/storage.ts'
import { OWNER, SUBMITTER } from './access.ts'

export type BulkRoutesDeps = {
  db: Db
  blobs: BlobStore | DiskBlobs
  /** Ends in /v1. */
  baseUrl: string
  bulkAdmission: boolean
  /** Called with each request: a store has to prove first that it does not overwrite. */
  csvAdmission(): boolean
  storage: Storage
  quotas?: Quotas | undefined
  shortLists?: ShortLists
}

const TAGS = ['Lists']

export function registerJobRoutes(app: Http, deps: BulkRoutesDeps): void {
  app.post(
    '/v1/emails/bulk',
    {
      config: { access: SUBMITTER },
      schema: {
        tags: TAGS,
        operationId: 'submitBulk',
        summary: 'Submit a list of addresses or an uploaded CSV',
        description:
          'Malformed addresses become row errors and are free. An account can have up to three unfinished submissions. ' +
          'If a response is lost, repeat the request with the same Idempotency-Key.',
        headers: IdempotencyHeaders,
        body: SubmitBody,
        response: { 202: Type.Union([SubmittedJob, SubmittedGroup]) },
      },
      serializerCompiler: () => JSON.stringify,
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const key = idempotencyKeyOf(request)
      const { body } = request
      if ('emails' in body) {
        const { row, replayed } = await submitList(deps, accountId, body, key)
        return accepted(reply, { job: toJob(row), status_url: `${deps.baseUrl}/emails/bulk/${row.id}` }, replayed)
      }
      const { row, replayed } = await submitCsv({ ...deps, csvAdmission: deps.csvAdmission() }, accountId, body, key)
      const url = `${deps.baseUrl}/emails/bulk/groups/${row.id}`
      return accepted(reply, { group: toGroup(row), status_url: url }, replayed)
    },
  )

  app.get(
    '/v1/emails/bulk',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'listJobs',
        summary: 'List jobs, newest first',
        description: 'Returns jobs of JSON lists only. Jobs of a CSV file are returned with their group.',
        querystring: PagingQuery,
        response: { 200: JobList },
      },
    },
    (request) => listJobs(deps, callerOf(request).accountId, request.query),
  )

  app.get(
    '/v1/emails/bulk/:jobId',
    {
      config: { access: OWNER },
      // The answer is ready-made JSON.
      serializerCompiler: () => String,
      schema: {
        tags: TAGS,
        operationId: 'readJob',
        summary: 'Get the progress and results of a job',
        description:
          '`total` counts the rows with results, `job.total` all submitted rows. Pages can change while the job is ' +
          'processing and are stable once it is completed or failed.',
        params: JobParams,
        querystring: PagingQuery,
        response: { 200: JobResults },
      },
    },
    async (request, reply) => {
      const text = await readResults(deps, callerOf(request).accountId, request.params.jobId, request.query)
      reply.type('application/json; charset=utf-8')
      return text as unknown as JobResults
    },
  )

  app.get(
    '/v1/emails/bulk/:jobId/download',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'downloadJob',
        summary: 'Get a link to the CSV of a completed job',
        description: 'With the id of a group, returns the link to the CSV of the group.',
        params: JobParams,
        response: { 200: Download },
      },
    },
    (request) => linkToCsv(deps, callerOf(request).accountId, request.params.jobId.toLowerCase()),
  )
}

function accepted<Body extends { status_url: string }>(reply: FastifyReply, body: Body, replayed: boolean): never {
  if (replayed) reply.header(IDEMPOTENCY_REPLAYED_HEADER, 'true')
  return reply.code(202).header('location', body.status_url).send(body) as never
}
