import { ListParams, ListProbe, ProbeListBody } from '@mailsift/contract'
import { callerOf } from '../../access/caller.ts'
import { actorOf, note } from '../../audit/audit.ts'
import { OWNER, readList, SUBMITTER } from '../../bulk/bulk.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { isAllowed } from '../requests.ts'
import { readListProbe, requestListProbe } from './request.ts'
import type { ListDeps } from './unknown.ts'

const TAGS = ['Account']
const ENDS = ['completed', 'partial', 'failed', 'expired']

export type ListProbeDeps = ListDeps & {
  /** Undefined where probes are off. */
  dailyMax: number | undefined
}

export function registerListProbeRoutes(app: Http, deps: ListProbeDeps): void {
  const { db, dailyMax } = deps

  app.get(
    '/account/lists/:listId/probe',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'readListProbe',
        summary: 'Get what it costs to probe the unknown mailboxes of a list, and the progress',
        description:
          'The cost counts each address once: those that no check calls unsafe, and about which neither bounces nor probes say anything. Providers that are not asked ' +
          'are left out only when the request begins, so it can make fewer probes.',
        params: ListParams,
        response: { 200: ListProbe },
      },
    },
    async (request) => {
      const list = { accountId: callerOf(request).accountId, listId: request.params.listId.toLowerCase() }
      await readList({ db }, list.accountId, list.listId)
      return readListProbe(deps, list, dailyMax)
    },
  )

  app.post(
    '/account/lists/:listId/probe',
    {
      config: { access: SUBMITTER },
      schema: {
        tags: TAGS,
        operationId: 'probeList',
        summary: 'Probe the unknown mailboxes of a finished list',
        description:
          'Workers query mail servers in the background, within the budget of the day. Get the list probe again for the progress, and the mailboxes for the answers. ' +
          'Repeating the request has no effect while it runs, and no address is probed twice within seven days.',
        params: ListParams,
        body: ProbeListBody,
        response: { 202: ListProbe },
      },
    },
    async (request, reply) => {
      const list = { accountId: callerOf(request).accountId, listId: request.params.listId.toLowerCase() }
      const { status } = await readList({ db }, list.accountId, list.listId)
      if (!ENDS.includes(status))
        throw new AppError(
          'invalid_request',
          'The list is still being validated. Repeat the request when it has ended.',
        )
      if (dailyMax !== undefined && (await isAllowed(db, list.accountId)))
        await db.transaction().execute(async (tx) => {
          if (await requestListProbe(tx, list, request.body.probes_max))
            await note(tx, { action: 'list_probed', subjectId: list.listId, ...actorOf(request) })
        })
      return reply.code(202).send(await readListProbe(deps, list, dailyMax))
    },
  )
}
