// Routes by which people correct what bounces did: bursts that are held, and bounces that were a mistake.
import {
  BounceBurst,
  BounceBurstList,
  BounceBurstParams,
  BounceUndoList,
  DecideBounceBurstBody,
  UndoBouncesBody,
  UndoneBounces,
} from '@mailsift/contract'
import { Type } from 'typebox'
import { type Access, callerOf } from '../access/caller.ts'
import { actorOf, note } from '../audit/audit.ts'
import type { HashDeps } from '../mailboxes/hash.ts'
import type { Db } from '../platform/database/database.ts'
import { AppError, invalidValue } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { decideBurst } from './bursts/decide.ts'
import { listBursts } from './bursts/list.ts'
import { listUndos, undoBounces } from './undo.ts'

const READ = { permission: 'read', subscription: false, scope: 'contacts' } satisfies Access
const WRITE = { permission: 'write', subscription: false, scope: 'contacts' } satisfies Access
const TAGS = ['Bounces']
const NoQuery = Type.Object({}, { additionalProperties: false })
const SMALL_BODY_BYTES = 1_024

export function registerUndoRoutes(app: Http, deps: HashDeps & { db: Db }): void {
  const { db } = deps
  app.get(
    '/account/bounces/bursts',
    {
      config: { access: READ },
      schema: {
        tags: TAGS,
        operationId: 'listBounceBursts',
        summary: 'List bursts of bounces',
        description:
          'Many bounces with one text from many mail operators within an hour point at a fault of the sender. They are held and have no effect until you decide. Those that wait come first, then the newest; 50 at most.',
        querystring: NoQuery,
        response: { 200: BounceBurstList },
      },
    },
    async (request) => ({ items: await listBursts(db, callerOf(request).accountId) }),
  )

  app.post(
    '/account/bounces/bursts/:burstId',
    {
      config: { access: WRITE, feature: null },
      bodyLimit: SMALL_BODY_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'decideBounceBurst',
        summary: 'Apply or discard a burst of bounces',
        description:
          '`apply`: the mailboxes do not exist, and its bounces count. `discard`: the fault was yours, and they never count. The decision also holds for later reports with the same text that follow within an hour.',
        params: BounceBurstParams,
        body: DecideBounceBurstBody,
        response: { 200: BounceBurst },
      },
    },
    (request) => {
      const { accountId } = callerOf(request)
      const { burstId } = request.params
      const decision = request.body.decision === 'apply' ? 'applied' : 'discarded'
      return db.transaction().execute(async (tx) => {
        const decided = await decideBurst(deps, tx, accountId, burstId, decision)
        const [burst] = await listBursts(tx, accountId, burstId)
        if (burst?.state !== decision) throw new AppError('not_found', 'No burst with this id waits for a decision.')
        if (decided) {
          const action = decision === 'applied' ? ('burst_applied' as const) : ('burst_discarded' as const)
          const detail = `reports: ${decided.reports}`
          await note(tx, { action, subjectId: burstId, detail, ...actorOf(request) })
        }
        return burst
      })
    },
  )

  app.post(
    '/account/bounces/undo',
    {
      config: { access: WRITE, feature: null },
      bodyLimit: SMALL_BODY_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'undoBounces',
        summary: 'Undo the bounces of a source or of a span of time',
        description:
          'Takes their effect back and removes the addresses from the suppression list. At least one condition is required; all of them must hold. Complaints and unsubscribes stay. A later bounce counts again. For one address, remove it from the suppression list.',
        body: UndoBouncesBody,
        response: { 200: UndoneBounces },
      },
    },
    (request) => {
      const { accountId } = callerOf(request)
      const { source_id: sourceId, origin = sourceId?.toLowerCase(), since, until } = request.body
      if (origin === undefined && since === undefined && until === undefined)
        throw invalidValue('/body', 'must have a source, an origin or a time')
      if (sourceId !== undefined && request.body.origin !== undefined)
        throw invalidValue('/body/origin', 'cannot be combined with source_id')
      const span = {
        since: since === undefined ? undefined : new Date(since),
        until: until === undefined ? undefined : new Date(until),
      }
      return db.transaction().execute(async (tx) => {
        const undone = await undoBounces(tx, accountId, { origin, ...span })
        const detail = `bounces: ${undone.bounces}`
        if (undone.bounces > 0) await note(tx, { action: 'bounces_undone', detail, ...actorOf(request) })
        return undone
      })
    },
  )

  app.get(
    '/account/bounces/undo',
    {
      config: { access: READ },
      schema: {
        tags: TAGS,
        operationId: 'listBounceUndos',
        summary: 'List what was undone',
        description: 'Returns when bounces were undone and how many, the newest first; 20 at most.',
        querystring: NoQuery,
        response: { 200: BounceUndoList },
      },
    },
    async (request) => ({ items: await listUndos(db, callerOf(request).accountId) }),
  )
}
