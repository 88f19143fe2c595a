// Every operation of openapi.json, called by every role and with the ids of another account.
import { randomUUID } from 'node:crypto'
import { type PreparedUpload, ROLES, type Role } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCookieFor } from '../../src/access/session-cookie.ts'
import { findUserOf } from '../../src/accounts/accounts.ts'
import { makeInvitation } from '../../src/accounts/members/invitations.ts'
import { addMember } from '../../src/accounts/members/members.ts'
import { readPlans } from '../../src/accounts/plans/plans.ts'
import { createSessions } from '../../src/identity/sessions/sessions.ts'
import { createUser, findUser } from '../../src/identity/users/users.ts'
import { readSecrets } from '../../src/platform/secrets.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'

type Operation = {
  operationId: string
  security?: object[]
  parameters?: { name: string; in: string; required?: boolean; example?: unknown; schema: { default?: unknown } }[]
  requestBody?: { content: Record<string, { example?: unknown; schema: unknown }> }
}
type Route = Operation & { method: string; path: string }
type Ids = Record<string, string>

/** For admins and owners, because they hand out access to the account. Everything else that only people can call is for all roles. */
const ADMIN_ONLY = [
  ...['issueToken', 'listTokens', 'changeToken', 'rollOverToken', 'revokeToken'],
  ...['makeSiteKey', 'listSiteKeys', 'revokeSiteKey', 'readAuditTrail', 'exportAuditTrail'],
  ...['changeRole', 'renameAccount', 'makeMemberResetLink', 'invite', 'listInvitations', 'revokeInvitation'],
  ...['makeBounceSource', 'listBounceSources', 'removeBounceSource'],
  ...['rotateBounceSource', 'replaceBounceSourceKey'],
]
/** For owners, who pay. */
const OWNER_ONLY = ['startCheckout', 'openBillingPortal', 'requireSecondFactor']
/** For members: they cost credits, or change lists and contacts. */
const MEMBER_ONLY = [
  ...['validateEmail', 'validateEmailWithInsight', 'reportDomain', 'validateForBigQuery', 'validateForSnowflake'],
  ...['deleteContacts', 'savePolicy', 'deletePolicy', 'addListEntries', 'deleteListEntry'],
  ...['prepareUpload', 'submitBulk', 'discardUpload', 'updateContact', 'deleteContact'],
  ...['importBounces', 'reportEvents', 'setMailbox', 'addSuppressions', 'removeSuppression'],
  ...['undoBounces', 'decideBounceBurst'],
  ...['createList', 'addToList', 'changeList', 'stopList', 'deleteList', 'setContactSaving'],
  'probeList',
]

/** For operators of the installation. For everyone else they do not exist. */
const OPERATOR_ONLY = [
  ...['readInstallation', 'listAccounts', 'readAccount', 'listQuarantinedTasks', 'retryTask', 'discardTask'],
  'readInstallationAuditTrail',
]

let service: Service
let routes: Route[]
beforeAll(async () => {
  service = await startService({}, { worker: false })
  const document = (await (await fetch(`${service.origin}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Operation>>
  }
  routes = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  )
})
afterAll(() => service.stop())

const isProtected = ({ security }: Route) => security === undefined || security.length > 0

/** A request as openapi.json describes it, with its own examples. */
function send(
  { method, path, parameters = [], requestBody }: Route,
  headers: Record<string, string>,
  ids: Ids = {},
): Promise<Response> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => ids[name] ?? randomUUID())
  const query = new URLSearchParams(
    Object.fromEntries(
      parameters
        .filter((each) => each.in === 'query' && each.required)
        .map(({ name, example }) => [name, String(example)]),
    ),
  )
  const sent = Object.fromEntries(
    parameters
      .filter((each) => each.in === 'header' && each.required)
      .map(({ name, example }) => [name, String(example)]),
  )
  const body = requestBody?.content['application/json']?.example
  return fetch(`${service.origin}${filled}?${query}`, {
    method,
    headers: { ...sent, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

/** Without a sign-in, whose attempts are limited. */
async function sessionOf(userId: string): Promise<Record<string, string>> {
  const secrets = readSecrets('a secret for tests that is long enough')
  const sessions = createSessions({ db: service.db, secrets, cookie: sessionCookieFor(service.origin) })
  const { bearerToken } = await sessions.start(service.db, (await findUser(service.db, userId))!)
  return { authorization: `Bearer ${bearerToken}` }
}

async function addPerson(accountId: string, role: Role): Promise<string> {
  return service.db.transaction().execute(async (tx) => {
    const { id: userId } = await createUser(tx, { email: `${randomUUID()}@mail.example`, isConfirmed: true })
    await addMember(tx, readPlans(''), { accountId, userId, role })
    return userId
  })
}

test('the operations named here exist', () => {
  const named = new Set(routes.map(({ operationId }) => operationId))
  const listed = [...OWNER_ONLY, ...ADMIN_ONLY, ...MEMBER_ONLY, ...OPERATOR_ONLY]
  expect(listed.filter((id) => !named.has(id))).toEqual([])
})

test.each(ROLES)('the role %s opens exactly the operations that are meant for it', async (role) => {
  const wrong: string[] = []
  for (const route of routes.filter(isProtected)) {
    // Each operation gets its own person and account: some end the session or the membership.
    const { accountId } = await service.newCaller()
    const headers = await sessionOf(await addPerson(accountId, role))
    const answer = await send(route, headers)
    const text = await answer.text()
    // Warehouses get their own shape of errors, with the same sentence.
    const isRefused = answer.status === 403 && text.includes('Your role in this account')
    if (OPERATOR_ONLY.includes(route.operationId)) {
      if (answer.status !== 404) wrong.push(`${route.operationId}: ${answer.status} ${text}`)
      continue
    }
    const isAllowed = ROLES.indexOf(role) <= ROLES.indexOf(leastRole(route))
    const isUnknown = text.includes('"unauthenticated"') || answer.status >= 500
    if (isRefused === isAllowed || isUnknown) wrong.push(`${route.operationId}: ${answer.status} ${text}`)
  }
  expect(wrong).toEqual([])
})

function leastRole({ operationId }: Route): Role {
  if (OWNER_ONLY.includes(operationId)) return 'owner'
  if (ADMIN_ONLY.includes(operationId)) return 'admin'
  return MEMBER_ONLY.includes(operationId) ? 'member' : 'viewer'
}

test('the ids of another account are not found, and nothing of it changes', async () => {
  const [ours, theirs] = [await service.newCaller(), await service.newCaller()]
  const owner = (await findUserOf(service.db, ours.accountId))!
  const callers: Record<string, string>[] = [await sessionOf(owner.id), { 'service-email-api-token': ours.token }]
  for (const role of ROLES) callers.push(await sessionOf(await addPerson(ours.accountId, role)))
  const ids = await resourcesOf(theirs)
  const before = await everythingOf(theirs.accountId)
  const found: string[] = []
  for (const route of routes.filter((each) => isProtected(each) && each.path.includes('{'))) {
    const names = Array.from(route.path.matchAll(/\{(\w+)\}/g), ([, name]) => name!)
    // A domain belongs to no account, and each account has its own names of policies.
    if (names.includes('domain') || route.operationId === 'savePolicy') continue
    expect(names.filter((name) => !(name in ids))).toEqual([])
    for (const [at, headers] of callers.entries()) {
      const { status } = await send(route, headers, ids)
      // 403: an API token cannot manage the account at all, nor can roles below that of the route. The first caller is its owner.
      if (status !== 404 && !(status === 403 && at > 0)) found.push(`${route.operationId} as caller ${at}: ${status}`)
    }
  }
  expect(found).toEqual([])
  expect(await everythingOf(theirs.accountId)).toEqual(before)
})

/** One of each thing that has an id in a path. */
async function resourcesOf(caller: Caller): Promise<Ids> {
  const { db } = service
  const submitted = await service.submit(caller, { emails: ['ada@contoso.com'] })
  const { job } = (await submitted.json()) as { job: { id: string } }
  const pending = await prepare(caller)
  const uploaded = await prepare(caller)
  const csv = await fetch(uploaded.upload_url, { method: 'PUT', headers: { ...uploaded.headers }, body: CSV })
  expect(csv.ok).toBe(true)
  const submittedFile = await service.submit(caller, { upload_id: uploaded.upload_id, email_column: 'email' })
  const { group } = (await submittedFile.json()) as { group: { id: string } }
  const person = (await findUserOf(db, caller.accountId))!
  await sessionOf(person.id)
  const { invitation } = await db
    .transaction()
    .execute((tx) => makeInvitation(tx, caller.accountId, { role: 'viewer', invitedBy: person.id }))
  const idOf = async (query: ReturnType<typeof sql<{ id: string }>>) => (await query.execute(db)).rows[0]!.id
  const contactId = randomUUID()
  await sql`
    INSERT INTO contacts (id, account_id, position, email, normalized, domain, state, validated_at, created_at, updated_at)
    VALUES (${contactId}, ${caller.accountId}, 1, 'ada@contoso.com', 'ada@contoso.com', 'contoso.com', 'no_match', now(), now(), now())`.execute(
    db,
  )
  return {
    accountId: caller.accountId,
    taskId: '1',
    jobId: job.id,
    uploadId: pending.upload_id,
    contactId,
    invitationId: invitation.id,
    personId: await addPerson(caller.accountId, 'member'),
    sessionId: await idOf(sql`SELECT id FROM sessions WHERE user_id = ${person.id}`),
    tokenId: await idOf(sql`SELECT id FROM api_tokens WHERE account_id = ${caller.accountId}`),
    sourceId: await idOf(
      sql`INSERT INTO bounce_sources (id, account_id, kind, name, sha256)
        VALUES (${randomUUID()}, ${caller.accountId}, 'mail', 'Bounces', sha256(${caller.accountId}::text::bytea)) RETURNING id`,
    ),
    burstId: await idOf(
      sql`INSERT INTO bounce_bursts (account_id, id, text_hash, reply, first_at, last_at)
        VALUES (${caller.accountId}, ${randomUUID()}, sha256('unavailable'), '550 unavailable', now(), now()) RETURNING id`,
    ),
    siteKeyId: await idOf(
      sql`INSERT INTO site_keys (id, account_id, key, name, origins)
        VALUES (${randomUUID()}, ${caller.accountId}, ${`mk_${randomUUID()}`}, 'Shop', '{https://shop.example}') RETURNING id`,
    ),
    policyName: await idOf(
      sql`INSERT INTO policies (account_id, name, preset, allow, caution, refuse)
        VALUES (${caller.accountId}, 'theirs', 'b2b', '{}', '{}', '{}') RETURNING name AS id`,
    ),
    entryId: await idOf(
      sql`INSERT INTO list_entries (account_id, key, id, list, entry, note)
        VALUES (${caller.accountId}, 'contoso.com', ${randomUUID()}, 'deny', 'contoso.com', '') RETURNING id`,
    ),
    identityId: await idOf(
      sql`INSERT INTO identities (id, user_id, provider, issuer, subject_sha256)
        VALUES (${randomUUID()}, ${person.id}, 'contoso', 'https://auth.contoso.com', sha256('ada')) RETURNING id`,
    ),
    passkeyId: await idOf(
      sql`INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, backed_up, name)
        VALUES (${randomUUID()}, ${person.id}, sha256(${person.id}::text::bytea), '', 0, false, 'Laptop') RETURNING id`,
    ),
    groupId: group.id,
    submissionId: group.id,
    listId: group.id,
  }
}

const CSV = 'email\nada@contoso.com\n'

async function prepare(caller: Caller): Promise<PreparedUpload> {
  const answer = await service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ filename: 'a.csv', size_bytes: CSV.length }),
  })
  expect(answer.status).toBe(201)
  return (await answer.json()) as PreparedUpload
}

/** Every row of the account in every table that names it. The last use of a token is written later, by its own requests. */
async function everythingOf(accountId: string): Promise<Record<string, unknown>> {
  const { rows: tables } = await sql<{ name: string; key: string }>`
    SELECT table_name AS name, min(column_name::text) AS key FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name IN ('account_id', 'account_id') AND table_name <> 'first_owners'
    GROUP BY table_name`.execute(service.db)
  const rows = await Promise.all(
    tables.map(async ({ name, key }) => {
      const found = await sql<{ row: object }>`
        SELECT to_jsonb(t) - 'last_used_at' AS row FROM ${sql.table(name)} t WHERE ${sql.ref(key)} = ${accountId} ORDER BY to_jsonb(t)::text`.execute(
        service.db,
      )
      return [name, found.rows] as const
    }),
  )
  return Object.fromEntries(rows)
}
