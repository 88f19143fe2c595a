import { PagingQuery, Submission, SubmissionList, SubmissionParams } from '@mailsift/contract'
import { callerOf } from '../../access/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Http } from '../../platform/http/server.ts'
import { listSubmissions, readSubmission } from '../read/submissions.ts'
import { OWNER } from './access.ts'

const TAGS = ['Account']

/** Groups and jobs with what the contract's own lists do not contain: the name of the file. */
export function registerSubmissionHistoryRoutes(app: Http, { db }: { db: Db }): void {
  app.get(
    '/account/submissions',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'listSubmissions',
        summary: 'List submissions, newest first',
        description: 'Returns groups and jobs with their file names. Jobs of a group are not listed separately.',
        querystring: PagingQuery,
        response: { 200: SubmissionList },
      },
    },
    (request) => listSubmissions({ db }, callerOf(request).accountId, request.query),
  )

  app.get(
    '/account/submissions/:submissionId',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'readSubmission',
        summary: 'Get a submission',
        description: 'Returns a group or job with its file name.',
        params: SubmissionParams,
        response: { 200: Submission },
      },
    },
    (request) => readSubmission({ db }, callerOf(request).accountId, request.params.submissionId),
  )
}
