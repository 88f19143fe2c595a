// The real command against the real service: what it says is stored, and that nothing of it is left.
import type { ContactList, JobResults, PreparedUpload, SubmittedGroup, SubmittedJob } from '@mailsift/contract'
import { loadEngine } from '@mailsift/engine/node'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { removeSubmission } from '../../src/bulk/retention/remove.ts'
import { findSiteKey, makeSiteKey } from '../../src/credentials/site-keys/site-keys.ts'
import { issueToken } from '../../src/credentials/tokens/tokens.ts'
import { keepCompanies } from '../../src/enrichment/company-store.ts'
import { recordEvidence } from '../../src/mailboxes/mailboxes.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { readUsage } from '../../src/usage/usage.ts'
import { verify } from '../../src/verify/verify.ts'
import { type Caller, type Service, startService } from '../bulk/service.ts'
import { startDnsServer } from '../stand-ins/dns-server.ts'
import { everythingStored } from './everything-stored.ts'
import { callAdmin, runAdmin } from './run-admin.ts'

const JANE = 'jane.roe@acme-rockets.com'
const JANES = ['Jane.Roe+news@acme-rockets.com', 'JANE.ROE@acme-rockets.com', JANE]
/** No address as it stands, but lists are read as if it were. */
const SPACED = 'jane.roe @ acme-rockets.com'
const OTHERS = ['john.smith@acme-rockets.com', 'mary.major@other-firm.com']
const TRACE = /jane\.?roe/i
const traces = (text: string) => text.split('\n').filter((line) => TRACE.test(line))

let service: Service
beforeAll(async () => {
  // Of a name that cannot exist only the stand-in itself knows anything: a resolver that invents it is not believed.
  const dns = await startDnsServer((name) =>
    name.endsWith('.invalid') ? undefined : { MX: [[10, 'mx.mail-host.net']], A: ['93.184.215.14'] },
  )
  service = await startService({ DNS_SERVERS: dns.address, ENRICHMENT: 'off' })
  return async () => {
    await service.stop()
    await dns.close()
  }
})

const admin = (...words: string[]) => callAdmin(service.url, words, '', store())
/** As the service of this test has it. */
const SECRET = 'a secret for tests that is long enough'
const adminProcess = (...words: string[]) =>
  runAdmin({ DATABASE_URL: service.url, DATA_DIR: service.dataDir, SECRET }, words)

async function validate(caller: Caller, email: string): Promise<void> {
  await service.json(caller, `/emails/validate?validate_domain=1&email=${encodeURIComponent(email)}`)
}

async function upload(caller: Caller, content: string, filename = 'people.csv'): Promise<string> {
  const body = JSON.stringify({ filename, size_bytes: Buffer.byteLength(content) })
  const prepared = await service.request(caller, '/emails/bulk/upload', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  })
  const { upload_id, upload_url, headers } = (await prepared.json()) as PreparedUpload
  const { 'Content-Length': _length, ...rest } = headers
  expect((await fetch(upload_url, { method: 'PUT', body: content, headers: rest })).status).toBe(200)
  return upload_id
}

async function submitCsv(caller: Caller, content: string): Promise<string> {
  const upload_id = await upload(caller, content)
  const answer = await service.submit(caller, { upload_id, email_column: 'email', validate_domain: 1 })
  return ((await answer.json()) as SubmittedGroup).group.id
}

async function contactsOf(caller: Caller): Promise<string[]> {
  const { data } = await service.json<ContactList>(caller, '/contacts?take=100')
  return data.map(({ email }) => email).sort()
}

async function untilContacts(caller: Caller, count: number): Promise<void> {
  await expect.poll(async () => (await contactsOf(caller)).length).toBe(count)
}

/** Ann and Bob both know Jane: from single validations, a list, two files, and a file that waits. */
async function jane(): Promise<{ ann: Caller; bob: Caller; kept: string }> {
  const [ann, bob] = [await service.newCaller(), await service.newCaller()]
  await validate(ann, JANES[0]!)
  await validate(ann, OTHERS[0]!)
  await service.run(bob, [...JANES, ...OTHERS, `Jane <${JANE}>`, SPACED, 'nonsense'], 1)
  const kept = (await service.run(bob, OTHERS, 1)).id
  for (const csv of [
    `email,note\n${JANES[1]},x\n${OTHERS[0]},y\n`,
    `email,boss\n${OTHERS[1]},"mailto:${JANES[0]}"\n${OTHERS[0]},\n`,
  ])
    await service.untilGroupDone(ann, await submitCsv(ann, csv))
  await upload(ann, `email\n${JANE}\n`)
  await upload(ann, `email,link\n${OTHERS[1]},https://x.test/?to=jane.roe%40acme-rockets.com\n`)
  await untilContacts(ann, 3)
  await untilContacts(bob, 3)
  await keepCompanies(service.db, 'website', [
    { domain: 'acme-rockets.com', facts: { status: 'no_match', fetchedAt: 1 }, itemId: undefined },
  ])
  const bounced = { address: JANES[0]!, class: 'no_such_mailbox', source: 'bounce', happenedAt: new Date() } as const
  const deps = { engine: loadEngine(), secrets: [SECRET] } as const
  await service.db.transaction().execute((tx) => recordEvidence(deps, tx, ann.accountId, [bounced]))
  return { ann, bob, kept }
}

type AddressExport = {
  matched_as: string[]
  contacts: { accountId: string; email: string }[]
  events: { candidates: { email: string }[] }[]
  mailbox_evidence: { account_id: string; class: string }[]
  rows: { account_id: string; group_id: string | null; item: { input: string; result: unknown } }[]
  files: { account_id: string; filename: string; lines: string[] }[]
  names: { kind: string; account_id: string; text: string }[]
}

test('an address is exported from wherever it stands, and deleted with all that holds it, but for usage', async () => {
  const { ann, bob, kept } = await jane()
  const usage = () => Promise.all([ann, bob].map((caller) => readUsage(service, caller.accountId, {})))
  const [before, usedBefore] = [await everythingStored(service), await usage()]
  expect(before).toMatch(TRACE)

  const exported = await adminProcess('privacy', 'export', '--address', ' JANE.ROE@acme-rockets.com')
  expect([exported.code, exported.errors]).toEqual([0, ''])
  const found = JSON.parse(exported.output) as AddressExport
  expect(found.matched_as).toEqual([JANE])
  expect(found.contacts.map(({ accountId }) => accountId).sort()).toEqual([ann.accountId, bob.accountId].sort())
  expect(found.events).toMatchObject([{ candidates: [{ email: JANES[0] }] }])
  expect(found.mailbox_evidence).toMatchObject([{ account_id: ann.accountId, class: 'no_such_mailbox' }])
  expect(found.rows.map(({ item }) => item.input).sort()).toEqual([...JANES, JANES[1], `Jane <${JANE}>`, SPACED].sort())
  expect(found.rows.filter(({ item }) => item.result === null)).toHaveLength(2)
  expect(found.files.map(({ lines, filename }) => lines[0] ?? filename).sort()).toEqual(
    [
      `${JANES[1]},x`,
      `${OTHERS[1]},"mailto:${JANES[0]}"`,
      JANE,
      `${OTHERS[1]},https://x.test/?to=jane.roe%40acme-rockets.com`,
    ].sort(),
  )
  expect(exported.output).not.toMatch(/sha256|fingerprint|password/)
  expect(exported.output).not.toMatch(/john|mary.major@other-firm.com"/)

  const dry = await admin('privacy', 'delete', '--address', JANE)
  expect([dry.code, dry.errors]).toEqual([2, 'Nothing was deleted. Add --yes to confirm.\n'])
  expect(dry.output).toMatch(
    /^Stored about .*:\ncontacts +2\nrecent validations +1\nbounces and other evidence +1\nallow and deny lists +0\ninvitations and sign-ups +0\nnames and keys +0\njobs and files +5\n\nKIND +ID /,
  )
  expect(traces(await everythingStored(service)).sort()).toEqual(traces(before).sort())

  const done = await adminProcess('privacy', 'delete', '--address', JANE, '--yes', '--json')
  expect([done.code, done.errors]).toEqual([0, ''])
  expect(JSON.parse(done.output)).toMatchObject({ deleted: true, account: null, contacts: 2, events: 1, evidence: 1 })
  const after = await everythingStored(service)
  expect(traces(after)).toEqual([])
  expect(await usage()).toEqual(usedBefore)
  expect(await contactsOf(ann)).toEqual(OTHERS)
  expect(await contactsOf(bob)).toEqual(OTHERS)
  expect((await service.json<JobResults>(bob, `/emails/bulk/${kept}`)).items).toHaveLength(2)
  expect(after).toContain('company_facts (acme-rockets.com,website')

  const empty = JSON.parse((await admin('privacy', 'export', '--address', JANE)).output) as AddressExport
  expect(empty).toMatchObject({
    ...{ account: null, contacts: [], events: [], rows: [], files: [], mailbox_evidence: [] },
  })
  const again = await admin('privacy', 'delete', '--address', JANE, '--yes')
  expect([again.code, again.output]).toEqual([0, expect.stringMatching(/contacts +0\n/)])
  expect(await violations([ann, bob])).toEqual([])
})

function violations(tokens: Caller[]) {
  return verify({ db: service.db, blobs: store(), http: { baseUrl: service.base, tokens } })
}

function store() {
  return createDiskBlobs({
    folder: `${service.dataDir}/blobs`,
    linkBaseUrl: '',
    secrets: [Buffer.alloc(0)],
    uploadStallMs: 0,
  })
}

test('what waits to become a contact does not bring a forgotten one back, and the others still come', async () => {
  const [ann, bob] = [await service.newCaller(), await service.newCaller()]
  await sql`UPDATE outbox_deliveries SET due_at = now()`.execute(service.db)
  // Deliveries are held back, as if their worker had died.
  await sql`ALTER TABLE outbox_deliveries ALTER due_at SET DEFAULT now() + interval '1 hour'`.execute(service.db)
  await Promise.all([...JANES, ...OTHERS].map((email) => validate(ann, email)))
  const { id } = await service.run(bob, [JANE, ...OTHERS], 1)
  expect((await admin('privacy', 'delete', '--address', JANE, '--yes')).code).toBe(0)
  await sql`ALTER TABLE outbox_deliveries ALTER due_at SET DEFAULT now()`.execute(service.db)
  await sql`UPDATE outbox_deliveries SET due_at = now()`.execute(service.db)
  await validate(ann, 'wakes.everyone@acme-rockets.com')
  await untilContacts(ann, 3)
  await untilContacts(bob, 2)
  await expect
    .poll(async () => (await sql`SELECT FROM outbox_deliveries WHERE due_at <= now()`.execute(service.db)).rows.length)
    .toBe(0)
  expect(await contactsOf(bob)).toEqual(OTHERS)
  expect(traces(await everythingStored(service))).toEqual([])
  expect((await service.request(bob, `/emails/bulk/${id}`)).status).toBe(404)
  expect(await violations([ann, bob])).toEqual([])
})

test('a job and a file that are being worked on are deleted as well, and their slots are free again', async () => {
  const ann = await service.newCaller()
  await service.stopWorker()
  const csv = `email\n${JANE}\n${OTHERS[0]}\n`
  const submitted = await service.submit(ann, { emails: [JANE, OTHERS[0]] }, { 'idempotency-key': `for ${JANE}` })
  const { job } = (await submitted.json()) as SubmittedJob
  const groups = [await submitCsv(ann, csv), await submitCsv(ann, csv)]
  expect((await service.submit(ann, { emails: OTHERS })).status).toBe(429)
  const { jobs } = JSON.parse((await admin('privacy', 'export', '--user', ann.accountId)).output) as UserExport
  expect(jobs.find(({ id }) => id === job.id)?.items).toMatchObject([
    { input: JANE, result: null },
    { input: OTHERS[0], result: null },
  ])
  const { code, output } = await admin('privacy', 'delete', '--address', JANE, '--yes')
  expect([code, output]).toEqual([0, expect.stringMatching(/jobs and files +3\n/)])
  expect(traces(await everythingStored(service))).toEqual([])
  await service.startWorker()
  for (let n = 0; n < 3; n++) expect((await service.run(ann, OTHERS)).status).toBe('completed')
  expect((await service.request(ann, `/emails/bulk/${job.id}`)).status).toBe(404)
  expect((await service.request(ann, `/emails/bulk/groups/${groups[0]}`)).status).toBe(404)
  await expect.poll(() => violations([ann])).toEqual([])
})

test('a file that is submitted while its address is being forgotten goes with what was made of it', async () => {
  const ann = await service.newCaller()
  // A contact that a worker made of it first would be forgotten by the command, and not with the file.
  await service.stopWorker()
  const groupId = await submitCsv(ann, `email\n${JANE}\n`)
  const group = await service.db
    .selectFrom('bulk_groups')
    .select('upload_id')
    .where('id', '=', groupId)
    .executeTakeFirst()
  await removeSubmission({ db: service.db, blobs: store() }, { kind: 'upload', id: group!.upload_id })
  expect((await service.request(ann, `/emails/bulk/groups/${groupId}`)).status).toBe(404)
  expect(traces(await everythingStored(service))).toEqual([])
  await service.startWorker()
  expect((await service.run(ann, OTHERS)).status).toBe('completed')
})

test('an address is found where a line of megabytes is cut', async () => {
  const ann = await service.newCaller()
  const readAtOnce = 64 * 1024
  const before = 'email\n'.padEnd(17 * readAtOnce - 10, 'x,')
  const uploadId = await upload(ann, `${before}${JANE}${',y'.repeat(readAtOnce)}`)
  const found = JSON.parse((await admin('privacy', 'export', '--address', JANE)).output) as AddressExport
  expect(found.files.map(({ lines }) => lines.every((line) => line.includes(JANE)))).toEqual([true])
  await removeSubmission({ db: service.db, blobs: store() }, { kind: 'upload', id: uploadId })
  expect(traces(await everythingStored(service))).toEqual([])
})

test('a suppressed address is never saved again, until it is let back, and the list of them holds no address', async () => {
  const mary = 'mary.stays-away@acme-rockets.com'
  const ann = await service.newCaller()
  await validate(ann, mary)
  await untilContacts(ann, 1)
  const done = await admin('privacy', 'delete', '--address', mary.toUpperCase(), '--suppress', '--yes')
  expect([done.code, done.errors]).toEqual([0, expect.stringContaining('will not become a contact again')])
  expect(await everythingStored(service)).not.toMatch(/stays-away/i)

  const bob = await service.newCaller()
  await validate(bob, 'Mary.Stays-Away+news@acme-rockets.com')
  await service.run(bob, [mary, ...OTHERS], 1)
  await untilContacts(bob, 2)
  expect(await contactsOf(bob)).toEqual(OTHERS)
  const [other] = (await service.json<ContactList>(bob, '/contacts')).data
  const moved = { email: mary, firstName: null, lastName: null }
  const refused = await service.request(bob, `/contacts/${other!.id}`, patch(moved))
  expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([409, 'address_suppressed'])
  const exported = JSON.parse((await admin('privacy', 'export', '--address', mary)).output)
  expect(exported).toMatchObject({ contacts: [], suppressed: [{ account_id: null }] })

  expect((await admin('privacy', 'allow', '--address', mary)).code).toBe(0)
  expect((await admin('privacy', 'allow', '--address', mary)).code).toBe(3)
  await validate(bob, mary)
  await untilContacts(bob, 3)
})

test('names and keys that hold an address lose it, and what they name goes on', async () => {
  const ann = await service.newCaller()
  const { token } = await issueToken(service.db, ann.accountId, { name: `for ${JANE}`, permission: 'read' })
  const siteKey = await makeKey(ann, `form of ${JANE}`)
  await sql`UPDATE users SET name = ${`Jane (${JANE})`} WHERE joined_account = ${ann.accountId}`.execute(service.db)
  await validate(ann, OTHERS[0]!)
  await untilContacts(ann, 1)
  const [john] = (await service.json<ContactList>(ann, '/contacts')).data
  const edited = { email: john!.email, firstName: 'John', lastName: `c/o ${JANES[1]}` }
  expect((await service.request(ann, `/contacts/${john!.id}`, patch(edited))).status).toBe(200)

  const key = `import-${JANE}-2`
  const submitted = await service.submit(ann, { emails: [OTHERS[1]] }, { 'idempotency-key': key })
  const { job } = (await submitted.json()) as SubmittedJob
  await service.untilDone(ann, job.id)
  const names = [`${JANE}.csv`, 'jane.roe%40acme-rockets.com.csv', `export_${JANE}.csv`]
  for (const filename of names)
    expect((await service.request(ann, '/emails/bulk/upload', prepare(filename, `up-${filename}`))).status).toBe(201)

  const exported = JSON.parse((await admin('privacy', 'export', '--address', JANE)).output) as AddressExport
  const texts = [
    `for ${JANE}`,
    `form of ${JANE}`,
    `Jane (${JANE})`,
    `John c/o ${JANES[1]}`,
    key,
    ...names,
    ...names.map((name) => `up-${name}`),
  ]
  expect(exported.names.map(({ text }) => text).sort()).toEqual(texts.sort())
  expect(new Set(exported.names.map(({ account_id }) => account_id))).toEqual(new Set([ann.accountId]))

  const { code, output } = await admin('privacy', 'delete', '--address', JANE, '--yes')
  expect([code, output]).toEqual([0, expect.stringMatching(/names and keys +11\njobs and files +0\n/)])
  expect(output.split('\n').slice(1).join()).not.toMatch(TRACE)
  expect(traces(await everythingStored(service))).toEqual([])
  expect((await service.request({ ...ann, token }, '/contacts')).status).toBe(200)
  expect(await findSiteKey(service.db, siteKey)).toBeDefined()
  expect((await service.json<ContactList>(ann, '/contacts')).data).toMatchObject([
    { email: OTHERS[0], firstName: null, lastName: null },
  ])
  expect((await service.json<JobResults>(ann, `/emails/bulk/${job.id}`)).items).toHaveLength(1)
  expect(await violations([ann])).toEqual([])
})

async function makeKey({ accountId }: Caller, name: string): Promise<string> {
  const origins = ['https://shop.contoso.com']
  return (await service.db.transaction().execute((tx) => makeSiteKey(tx, accountId, { name, origins }))).key
}

const JSON_TYPE = { 'content-type': 'application/json' }

function patch(body: object): RequestInit {
  return { method: 'PATCH', body: JSON.stringify(body), headers: JSON_TYPE }
}

function prepare(filename: string, key: string): RequestInit {
  const headers = { ...JSON_TYPE, 'idempotency-key': key }
  return { method: 'POST', body: JSON.stringify({ filename, size_bytes: 10 }), headers }
}

test('an address that is also a sign-in address: the account stays, and the command says so', async () => {
  await admin('users', 'create', JANE)
  const exported = JSON.parse((await admin('privacy', 'export', '--address', JANE)).output) as { account: object }
  expect(exported.account).toMatchObject({ email: JANE })
  const { code, errors } = await admin('privacy', 'delete', '--address', JANE, '--yes')
  expect([code, errors]).toEqual([
    0,
    expect.stringMatching(/^jane.* is also how an account signs in\. .*users delete /),
  ])
  expect((await admin('users', 'list')).output).toContain(JANE)
  expect((await admin('privacy', 'delete', '--user', JANE)).code).toBe(2)
  expect((await admin('privacy', 'delete', '--user', JANE, '--yes')).output).toBe(`Deleted ${JANE}.\n`)
  expect(traces(await everythingStored(service))).toEqual([])
})

type UserExport = {
  account: { email: string }
  tokens: { name: string }[]
  site_keys: object[]
  subscription: { plan: string }
  usage: { total: number }
  uploads: { content: string; filename: string }[]
  groups: object[]
  jobs: { id: string; items: { input: string }[]; group_id: string | null }[]
  contacts: { email: string }[]
  idempotency_keys: { key: string }[]
  audit: { action: string }[]
}

test('an account is exported with all it has, without secrets, and deleting it leaves nothing of it anywhere', async () => {
  const [ann, bob] = [await service.newCaller(), await service.newCaller()]
  const siteKey = await makeKey(ann, 'Shop')
  await validate(ann, 'only.ann@known-to-ann.com')
  await service.submit(ann, { emails: ['a.list@known-to-ann.com', 'x'] }, { 'idempotency-key': 'key-of-ann' })
  await service.untilGroupDone(ann, await submitCsv(ann, 'email\na.file@known-to-ann.com\n'))
  await upload(ann, 'email\nwaiting.file@known-to-ann.com\n')
  await service.run(bob, OTHERS, 1)
  await untilContacts(ann, 2)
  await untilContacts(bob, 2)
  await keepCompanies(service.db, 'website', [
    { domain: 'known-to-ann.com', facts: { status: 'no_match', fetchedAt: 1 }, itemId: undefined },
  ])
  expect(await everythingStored(service)).toContain('company_facts (known-to-ann.com')

  const { code, output } = await admin('privacy', 'export', '--user', ann.accountId)
  expect(code).toBe(0)
  const found = JSON.parse(output) as UserExport
  expect(found.tokens.map(({ name }) => name)).toEqual(['write', 'read'])
  expect(found.site_keys).toMatchObject([
    { name: 'Shop', key: siteKey, origins: ['https://shop.contoso.com'], revoked_at: null },
  ])
  expect(found.subscription).toMatchObject({ plan: 'test' })
  expect(found.usage.total).toBe(3)
  expect(found.jobs.flatMap(({ items }) => items.map(({ input }) => input)).sort()).toEqual(
    ['a.file@known-to-ann.com', 'a.list@known-to-ann.com', 'x'].sort(),
  )
  expect(found.uploads.map(({ content }) => content)).toEqual([
    'email\na.file@known-to-ann.com\n',
    'email\nwaiting.file@known-to-ann.com\n',
  ])
  expect(found.groups).toHaveLength(1)
  expect(found.contacts.map(({ email }) => email).sort()).toEqual([
    'a.file@known-to-ann.com',
    'only.ann@known-to-ann.com',
  ])
  expect(found.idempotency_keys).toMatchObject([{ key: 'key-of-ann' }])
  expect(found.audit.map(({ action }) => action)).toContain('token_issued')
  expect(output).not.toContain(ann.token)
  expect(output).not.toMatch(/sha256|fingerprint|"password"|mary|john/)

  const bobBefore = await contactsOf(bob)
  expect((await admin('users', 'delete', ann.accountId, '--yes')).code).toBe(0)
  const after = await everythingStored(service)
  expect(after).not.toContain('@known-to-ann.com')
  expect(after).not.toContain(siteKey)
  expect(after).not.toContain('company_facts (known-to-ann.com')
  // Of the account itself its id stays, in the audit trail alone: from now on it names no account.
  const mentions = after.split('\n').filter((line) => line.includes(ann.accountId))
  expect(mentions.filter((line) => !line.startsWith('public.audit_events '))).toEqual([])
  expect(after).not.toContain(found.account.email)
  expect(await contactsOf(bob)).toEqual(bobBefore)
  expect((await admin('privacy', 'export', '--user', ann.accountId)).code).toBe(3)
})

test.each([
  ['neither', []],
  ['both', ['--address', JANE, '--user', JANE]],
  ['what is no address', ['--address', 'jane']],
])('%s is refused', async (_what, words) => {
  for (const verb of ['export', 'delete'])
    expect((await callAdmin(service.url, ['privacy', verb, ...words])).code).toBe(2)
})
