import {
  AddedListEntries,
  AddListEntriesBody,
  LIST_ENTRIES_MAX_COUNT,
  ListEntries,
  ListEntryParams,
  POLICIES_MAX_COUNT,
  PolicyParams,
  SavedPolicy,
  SavedPolicyList,
  SavePolicyBody,
} from '@mailsift/contract'
import { type Engine, keyOfEntry } from '@mailsift/engine'
import { Type } from 'typebox'
import { type Access, callerOf } from '../access/caller.ts'
import { actorOf, asAccount, note } from '../audit/audit.ts'
import type { Db } from '../platform/database/database.ts'
import { AppError, invalidValue } from '../platform/http/problem.ts'
import type { Http } from '../platform/http/server.ts'
import { addEntries, deleteEntry, listEntries, type NewEntry } from './allow-deny-rules.ts'
import { deletePolicy, isPreset, listPolicies, savePolicy } from './policies.ts'

const TAGS = ['Rules']
const READ = { permission: 'read', subscription: false } satisfies Access
const WRITE = { permission: 'write', subscription: false } satisfies Access
const NoQuery = Type.Object({}, { additionalProperties: false })
const POLICY_BODY_MAX_BYTES = 16 * 1024
const ENTRIES_BODY_MAX_BYTES = 1024 * 1024
const NO_BODY_BYTES = 1_024

export type RuleRoutesDeps = { db: Db; engine: Engine }

export function registerRuleRoutes(app: Http, { db, engine }: RuleRoutesDeps): void {
  app.get(
    '/account/policies',
    {
      config: { access: READ },
      schema: {
        tags: TAGS,
        operationId: 'listPolicies',
        summary: 'List saved policies',
        description: 'Returns every policy with the effective tier of each reason, by name.',
        querystring: NoQuery,
        response: { 200: SavedPolicyList },
      },
    },
    async (request) => ({ items: await listPolicies(db, callerOf(request).accountId) }),
  )

  app.put(
    '/account/policies/:policyName',
    {
      config: { access: WRITE },
      bodyLimit: POLICY_BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'savePolicy',
        summary: 'Save a policy',
        description:
          'Creates the policy or replaces it. Use its name as `policy` of `/insight`, `/guard` and `mailsift clean`.',
        params: PolicyParams,
        body: SavePolicyBody,
        response: { 200: SavedPolicy },
      },
    },
    async (request) => {
      const { accountId } = callerOf(request)
      const { policyName } = request.params
      if (isPreset(policyName)) throw invalidValue('/params/policyName', 'is the name of a built-in policy')
      return asAccount(db, request, async (tx) => {
        const saved = await savePolicy(tx, accountId, policyName, request.body, POLICIES_MAX_COUNT)
        if (!saved) throw new AppError('too_many_rules', `An account can have ${POLICIES_MAX_COUNT} saved policies.`)
        await note(tx, { action: 'policy_saved', ...actorOf(request) })
        return saved
      })
    },
  )

  app.delete(
    '/account/policies/:policyName',
    {
      config: { access: WRITE },
      bodyLimit: NO_BODY_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'deletePolicy',
        summary: 'Delete a saved policy',
        description: 'Requests that name it fail with 400 from then on.',
        params: PolicyParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await asAccount(db, request, async (tx) => {
        if (!(await deletePolicy(tx, callerOf(request).accountId, request.params.policyName)))
          throw new AppError('not_found', 'The policy does not exist.')
        await note(tx, { action: 'policy_deleted', ...actorOf(request) })
      })
      return reply.code(204).send(null)
    },
  )

  app.get(
    '/account/list-entries',
    {
      config: { access: READ },
      schema: {
        tags: TAGS,
        operationId: 'listListEntries',
        summary: 'List the entries of the allow and deny lists',
        description: `Returns all entries, up to ${LIST_ENTRIES_MAX_COUNT.toLocaleString('en-US')}, newest first.`,
        querystring: NoQuery,
        response: { 200: ListEntries },
      },
    },
    async (request) => ({ items: await listEntries(db, callerOf(request).accountId) }),
  )

  app.post(
    '/account/list-entries',
    {
      config: { access: WRITE },
      bodyLimit: ENTRIES_BODY_MAX_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'addListEntries',
        summary: 'Add addresses and domains to the allow or deny list',
        description:
          'An address matches every spelling of its mailbox; a domain matches its subdomains, too. All entries are added, or none.',
        body: AddListEntriesBody,
        response: { 200: AddedListEntries },
      },
    },
    async (request) => {
      const { list, note: text = '' } = request.body
      if (text.includes('\0')) throw invalidValue('/body/note', 'must not contain U+0000')
      const entries = request.body.entries.map((entry, at) => readEntry(engine, entry, at))
      return asAccount(db, request, async (tx) => {
        const { accountId } = callerOf(request)
        const added = await addEntries(tx, accountId, { list, note: text.trim(), entries }, LIST_ENTRIES_MAX_COUNT)
        if (!added)
          throw new AppError(
            'too_many_rules',
            `The allow and deny lists of an account can have ${LIST_ENTRIES_MAX_COUNT.toLocaleString('en-US')} entries together.`,
          )
        const count = added.added + added.changed
        if (count > 0)
          await note(tx, { action: 'list_entries_added', detail: `${list}: ${count}`, ...actorOf(request) })
        return added
      })
    },
  )

  app.delete(
    '/account/list-entries/:entryId',
    {
      config: { access: WRITE },
      bodyLimit: NO_BODY_BYTES,
      schema: {
        tags: TAGS,
        operationId: 'deleteListEntry',
        summary: 'Delete an entry of the allow or deny list',
        description: 'Takes effect with the next request.',
        params: ListEntryParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await asAccount(db, request, async (tx) => {
        const list = await deleteEntry(tx, callerOf(request).accountId, request.params.entryId)
        if (!list) throw new AppError('not_found', 'The entry does not exist.')
        await note(tx, { action: 'list_entry_deleted', detail: list, ...actorOf(request) })
      })
      return reply.code(204).send(null)
    },
  )
}

function readEntry(engine: Engine, text: string, at: number): NewEntry {
  const entry = text.trim()
  const read = keyOfEntry((address) => engine.validate(address), entry)
  if ('key' in read) return { entry, key: read.key }
  const path = `/body/entries/${at}`
  throw new AppError('invalid_request', `Entry ${at + 1} is neither an address nor a domain. ${read.message}`, {
    errors: [{ path, message: read.message }],
  })
}
