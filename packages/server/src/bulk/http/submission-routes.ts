import { PagingQuery, Submission, SubmissionList, SubmissionParams } from '@mailsift/contract'
import { callerOf } from '../../accounts/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Http } from '../../platform/http/server.ts'
import { listSubmissions, readSubmission } from '../read/submissions.ts'
import { OWNER } from './access.ts'

const TAGS = ['Account']

/** Groups and jobs with what the contract's own lists do not tell: the name of the file. */
export function registerSubmissionRoutes(app: Http, { db }: { db: Db }): void {
  app.get(
    '/account/submissions',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'listSubmissions',
        summary: 'Files and lists, newest first',
        description: 'Groups and jobs in one list, with the name of the file. The children of a group are not listed.',
        querystring: PagingQuery,
        response: { 200: SubmissionList },
      },
    },
    (request) => listSubmissions({ db }, callerOf(request).userId, request.query),
  )

  app.get(
    '/account/submissions/:submissionId',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'readSubmission',
        summary: 'One file or list',
        description: 'With the name that it was submitted under.',
        params: SubmissionParams,
        response: { 200: Submission },
      },
    },
    (request) => readSubmission({ db }, callerOf(request).userId, request.params.submissionId),
  )
}
