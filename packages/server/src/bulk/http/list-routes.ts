import {
  AddToListBody,
  ChangeListBody,
  CreateListBody,
  ListDetail,
  ListParams,
  ListSubmissionParams,
  PagingQuery,
  SubmittedLists,
} from '@mailsift/contract'
import { Type } from 'typebox'
import { callerOf } from '../../access/caller.ts'
import { actorOf, note } from '../../audit/audit.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Http } from '../../platform/http/server.ts'
import { deleteList } from '../lists/delete.ts'
import { addToList, changeList, createList } from '../lists/lists.ts'
import { stopList } from '../lists/stop.ts'
import { listLists, readList } from '../read/lists.ts'
import { EDITOR, OWNER } from './access.ts'

const TAGS = ['Account']

/** Lists as people know them, however many submissions each was sent in. */
export function registerListRoutes(app: Http, { db }: { db: Db }): void {
  app.get(
    '/account/lists',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'listLists',
        summary: 'List lists, newest first',
        description:
          'A list is one or more submissions that belong together. A submission that was not added to a list is a list under its own id.',
        querystring: PagingQuery,
        response: { 200: SubmittedLists },
      },
    },
    (request) => listLists({ db }, callerOf(request).accountId, request.query),
  )

  app.post(
    '/account/lists',
    {
      config: { access: EDITOR },
      schema: {
        tags: TAGS,
        operationId: 'createList',
        summary: 'Create a list',
        description:
          'Do this before you submit a list in several parts, then add each submission to it. Repeating the request with the same id returns the same list.',
        body: CreateListBody,
        response: { 201: ListDetail },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      await createList({ db }, accountId, request.body)
      return reply.code(201).send(await readList({ db }, accountId, request.body.id.toLowerCase()))
    },
  )

  app.get(
    '/account/lists/:listId',
    {
      config: { access: OWNER },
      schema: {
        tags: TAGS,
        operationId: 'readList',
        summary: 'Get a list',
        description:
          'Returns the progress of all parts together, the parts, and the last earlier list of the same file.',
        params: ListParams,
        response: { 200: ListDetail },
      },
    },
    (request) => readList({ db }, callerOf(request).accountId, request.params.listId.toLowerCase()),
  )

  app.put(
    '/account/lists/:listId/submissions/:submissionId',
    {
      config: { access: EDITOR },
      schema: {
        tags: TAGS,
        operationId: 'addToList',
        summary: 'Add a submission to a list',
        description: 'Adds a group or a job of this account. Repeating the request has no effect.',
        params: ListSubmissionParams,
        body: AddToListBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { listId, submissionId } = request.params
      const ids = { listId: listId.toLowerCase(), submissionId: submissionId.toLowerCase() }
      const { accountId } = callerOf(request)
      const { isStopped } = await addToList({ db }, accountId, ids, request.body)
      // Another part of a list that was stopped while it was uploaded.
      if (isStopped) await db.transaction().execute((tx) => stopList(tx, { accountId, listId: ids.listId }))
      return reply.code(204).send(null)
    },
  )

  app.patch(
    '/account/lists/:listId',
    {
      config: { access: EDITOR },
      schema: {
        tags: TAGS,
        operationId: 'changeList',
        summary: 'Rename a list or change its notes',
        description: 'The name of the uploaded file stays as it is.',
        params: ListParams,
        body: ChangeListBody,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await changeList({ db }, callerOf(request).accountId, request.params.listId.toLowerCase(), request.body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/account/lists/:listId/stop',
    {
      config: { access: EDITOR },
      schema: {
        tags: TAGS,
        operationId: 'stopList',
        summary: 'Stop a running list',
        description:
          'Chunks that are being validated finish and are billed; no other rows are validated or billed. Results stay available. Running jobs end as `failed` with the failure ' +
          '`Stopped by its owner`, groups as `partial` if one of their jobs completed, otherwise as `failed`. Slots and reserved credits are released, idempotency keys stay ' +
          'reserved. A list that has ended does not change.',
        params: ListParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const listId = request.params.listId.toLowerCase()
      await db.transaction().execute(async (tx) => {
        if (await stopList(tx, { accountId, listId }))
          await note(tx, { action: 'list_stopped', subjectId: listId, ...actorOf(request) })
      })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/account/lists/:listId',
    {
      config: { access: EDITOR },
      schema: {
        tags: TAGS,
        operationId: 'deleteList',
        summary: 'Delete a list and its files',
        description:
          'Stops the list if it is running, and deletes the uploaded files, results and downloads of all parts within seconds; until then, ' +
          'the list is returned with `deleting`. Used credits and saved contacts stay, and idempotency keys stay reserved.',
        params: ListParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { accountId } = callerOf(request)
      const listId = request.params.listId.toLowerCase()
      await db.transaction().execute(async (tx) => {
        await deleteList(tx, { accountId, listId })
        await note(tx, { action: 'list_deleted', subjectId: listId, ...actorOf(request) })
      })
      return reply.code(204).send(null)
    },
  )
}
