// The admin area: the whole installation, for its operators. Every request is noted in the audit trail, reading included.
import {
  type InstallationAuditTrail as AuditTrail,
  InstallationAuditTrail,
  InstallationStatus,
  OperatedAccountDetail,
  OperatedAccountList,
  OperatedAccountParams,
  OperatedAccountsQuery,
  PagingQuery,
  QuarantinedTaskList,
  QuarantinedTaskParams,
} from '@mailsift/contract'
import type { FastifyRequest, preHandlerAsyncHookHandler } from 'fastify'
import { Type } from 'typebox'
import { type Access, memberOf } from '../../access/caller.ts'
import { findSubscription, listMembers } from '../../accounts/accounts.ts'
import { auditOfInstallation, note } from '../../audit/audit.ts'
import type { Db, Tx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/problem.ts'
import type { Http } from '../../platform/http/server.ts'
import { discardQuarantined, listQuarantined, retryQuarantined } from '../../platform/queue/quarantine.ts'
import { readAccountPlan, readUsage } from '../../usage/usage.ts'
import { countUnfinishedOf, findAccount, listAccounts } from './accounts.ts'
import { readInstallation } from './status.ts'

const TAGS = ['Operators']
const READ = {
  permission: 'read',
  subscription: false,
  kinds: ['session', 'bearer'],
  role: 'viewer',
  operator: true,
} satisfies Access
const WRITE = { ...READ, permission: 'write' } satisfies Access
const BODY_MAX_BYTES = 1024

type Plans = Parameters<typeof readAccountPlan>[0]['plans']

export function registerOperatorRoutes(app: Http, { db, plans }: { db: Db; plans: Plans }): void {
  /** Before the response: nothing is shown that the trail does not know. */
  const noteView =
    (what: string): preHandlerAsyncHookHandler =>
    async (request) => {
      const { accountId = null } = request.params as { accountId?: string }
      await note(db, { ...byOperator(request), action: 'operator_viewed', accountId, detail: what })
    }

  app.get(
    '/operator/status',
    {
      config: { access: READ },
      preHandler: noteView('status'),
      schema: {
        tags: TAGS,
        operationId: 'readInstallation',
        summary: 'Get the state of the installation',
        description: 'Accounts, workers, the queue and the lists of disposable domains.',
        response: { 200: InstallationStatus },
      },
    },
    () => readInstallation(db),
  )

  app.get(
    '/operator/accounts',
    {
      config: { access: READ },
      preHandler: noteView('accounts'),
      schema: {
        tags: TAGS,
        operationId: 'listAccounts',
        summary: 'List all accounts',
        description: 'The newest first, with plan, members and usage.',
        querystring: OperatedAccountsQuery,
        response: { 200: OperatedAccountList },
      },
    },
    (request) => listAccounts(db, request.query),
  )

  app.get(
    '/operator/accounts/:accountId',
    {
      config: { access: READ },
      preHandler: noteView('account'),
      schema: {
        tags: TAGS,
        operationId: 'readAccount',
        summary: 'Get an account',
        description:
          'With its members, its subscription and its usage of the last 30 days. The account sees this in its own audit trail.',
        params: OperatedAccountParams,
        response: { 200: OperatedAccountDetail },
      },
    },
    async (request) => {
      const { accountId } = request.params
      const account = await findAccount(db, accountId)
      if (!account) throw new AppError('not_found', 'The account does not exist.')
      const [subscription, plan, members, usage, unfinished] = await Promise.all([
        findSubscription(db, accountId),
        readAccountPlan({ db, plans }, accountId),
        listMembers(db, accountId),
        readUsage({ db }, accountId, {}),
        countUnfinishedOf(db, accountId),
      ])
      return { account, subscription, plan, members, usage, unfinished_lists: unfinished }
    },
  )

  app.get(
    '/operator/tasks',
    {
      config: { access: READ },
      preHandler: noteView('tasks'),
      schema: {
        tags: TAGS,
        operationId: 'listQuarantinedTasks',
        summary: 'List the tasks in quarantine',
        description: 'Tasks that crashed their process several times. They do not run until an operator retries them.',
        response: { 200: QuarantinedTaskList },
      },
    },
    async () => {
      const tasks = await listQuarantined(db)
      return { items: tasks.map(({ payload, ...task }) => ({ ...task, payload: JSON.stringify(payload) })) }
    },
  )

  app.post(
    '/operator/tasks/:taskId/retry',
    {
      config: { access: WRITE },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'retryTask',
        summary: 'Run a quarantined task again',
        description: 'If it crashes its process again, it returns to quarantine.',
        params: QuarantinedTaskParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await change(request, 'task_retried', (tx) => retryQuarantined(tx, Number(request.params.taskId)))
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/operator/tasks/:taskId',
    {
      config: { access: WRITE },
      bodyLimit: BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'discardTask',
        summary: 'Delete a quarantined task',
        description: 'It never runs. The same task, added again later, runs like any other.',
        params: QuarantinedTaskParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await change(request, 'task_discarded', (tx) => discardQuarantined(tx, Number(request.params.taskId)))
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/operator/audit',
    {
      config: { access: READ },
      preHandler: noteView('audit'),
      schema: {
        tags: TAGS,
        operationId: 'readInstallationAuditTrail',
        summary: 'Get the events of all accounts',
        description: 'The newest first.',
        querystring: PagingQuery,
        response: { 200: InstallationAuditTrail },
      },
    },
    (request): Promise<AuditTrail> => auditOfInstallation(db, request.query),
  )

  /** The change and its event, or neither. */
  async function change(
    request: FastifyRequest<{ Params: { taskId: string } }>,
    action: 'task_retried' | 'task_discarded',
    apply: (tx: Tx) => Promise<string | undefined>,
  ): Promise<void> {
    await db.transaction().execute(async (tx) => {
      const task = await apply(tx)
      if (!task) throw new AppError('not_found', 'The task is not in quarantine.')
      // The trail has words of our own only.
      const detail = task.replaceAll(/[^a-z]/g, '_')
      await note(tx, { ...byOperator(request), action, accountId: null, detail })
    })
  }
}

function byOperator(request: FastifyRequest) {
  return { actor: 'administration', ip: request.ip, userId: memberOf(request).userId } as const
}
