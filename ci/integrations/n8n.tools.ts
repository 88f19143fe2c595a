// The nodes for n8n, as n8n loads them, against the real service.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { AcceptedReports, Contact, Insight, SubmittedJob } from '@mailsift/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../packages/server/test/bulk/service.ts'
import { execFile } from '../../scripts/testing/programs.ts'
import { baseContext, type Credentials, FOLDER, type Item, loadNode } from './n8n-context.ts'
import { type ProxiedService, startProxiedService } from './proxied-service.ts'

const run = promisify(execFile)
const bin = (name: string) => join(FOLDER, 'node_modules/.bin', name)

type Node = { description: Parameters<typeof baseContext>[0] }
type ActionNode = Node & { execute(): Promise<Item[][]> }
type TriggerNode = Node & { poll(): Promise<Item[][] | null> }
type NodeFailure = Error & { description: string; httpCode: string }

let service: ProxiedService
beforeAll(async () => {
  await run('npm', ['run', 'build'], { cwd: FOLDER })
  service = await startProxiedService()
})
afterAll(() => service?.stop())

type Person = { credentials: Credentials; caller: Caller }

async function newPerson(): Promise<Person> {
  const { MAILSIFT_SERVER: baseUrl } = await service.newCaller()
  const caller = await service.service.newCaller()
  return { credentials: { baseUrl: `${baseUrl}/`, apiToken: caller.token }, caller }
}

type Run = { items?: Item[]; executionId?: string; continueOnFail?: boolean }
let executions = 0

async function execute(
  { credentials }: Person,
  parameters: Record<string, unknown>,
  { items = [{ json: {} }], executionId = `execution ${executions++}`, continueOnFail = false }: Run = {},
): Promise<Item[]> {
  const node = loadNode<ActionNode>('Mailsift')
  const base = baseContext(node.description, parameters, credentials)
  const binaryOf = (item: number, field: string) => items[item]!.binary![field]!
  const context = {
    ...base,
    helpers: {
      ...base.helpers,
      assertBinaryData: binaryOf,
      getBinaryDataBuffer: async (item: number, field: string) => Buffer.from(binaryOf(item, field).data, 'base64'),
      prepareBinaryData: async (bytes: Buffer, fileName: string, mimeType: string) => ({
        ...{ data: bytes.toString('base64'), fileName, mimeType },
      }),
    },
    getInputData: () => items,
    // Expressions are n8n's; a function stands for one.
    getNodeParameter: (name: string, item: number) => {
      const value = base.getParameter(name)
      return typeof value === 'function' ? value(items[item]!.json) : value
    },
    getWorkflow: () => ({ id: 'workflow-1' }),
    getExecutionId: () => executionId,
    getWorkflowDataProxy: () => ({ $runIndex: 0 }),
    getExecutionCancelSignal: () => undefined,
    continueOnFail: () => continueOnFail,
  }
  const [output] = await node.execute.call(context as never)
  return output!
}

const only = async (person: Person, parameters: Record<string, unknown>, options?: Run) => {
  const output = await execute(person, parameters, options)
  expect(output).toHaveLength(1)
  return output[0]!.json
}

const seen = async (): Promise<{ method: string; path: string; headers: Record<string, string> }[]> =>
  (await fetch(`${(await service.newCaller()).MAILSIFT_SERVER}/_proxy/seen`)).json() as never

const fail = async (method: string, path: string, how: unknown) => {
  const { MAILSIFT_SERVER } = await service.newCaller()
  await fetch(`${MAILSIFT_SERVER}/_proxy/faults`, { method: 'POST', body: JSON.stringify({ method, path, how }) })
}

const validate = { resource: 'address', operation: 'validate' }

test("the package passes n8n's own rules", async () => {
  // Where this says "test", the rules expect the file names of their own tests.
  const env = { ...process.env, NODE_ENV: undefined }
  const lint = run(bin('eslint'), ['.', '--max-warnings', '0'], { cwd: FOLDER, env })
  const { stdout } = await lint.catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`)
  })
  expect(stdout).toBe('')
})

test('an address gets a verdict for the purpose, with its reasons', async () => {
  const person = await newPerson()
  expect(await only(person, { ...validate, email: 'ann.lee@gmial.com' })).toMatchObject({
    ...{ email: 'ann.lee@gmial.com', tier: 'unsafe', suggestion: 'ann.lee@gmail.com', reasons: ['typo'] },
  })
  const refused = await only(person, { ...validate, email: 'info@contoso.com', purpose: 'marketing' })
  expect(refused).toMatchObject({ tier: 'unsafe', reasons: ['role'], reason: expect.stringContaining('team') })
  const options = { allow: ['role'] }
  expect(await only(person, { ...validate, email: 'info@contoso.com', purpose: 'marketing', options })).toMatchObject({
    tier: 'safe',
  })
})

test('a malformed address is a verdict and not an error', async () => {
  const result = await only(await newPerson(), { ...validate, email: 'not an address' })
  expect(result).toMatchObject({ tier: 'unsafe', safe_to_send: false, reasons: ['malformed'] })
  expect(result.reason).toContain('@')
})

test('a lost response and a retry of the node are billed once', async () => {
  const person = await newPerson()
  const parameters = { ...validate, email: 'ada.lovelace@contoso.com', simplify: false }
  await seen()
  await fail('GET', '/insight/emails/validate', 'drop the answer')
  const first = (await only(person, parameters, { executionId: '7' })) as Insight
  const keys = (await seen()).map(({ headers }) => headers['idempotency-key'])
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), keys[0]])
  const retried = (await only(person, parameters, { executionId: '7' })) as Insight
  expect(retried.result.id).toBe(first.result.id)
  const other = (await only(person, parameters, { executionId: '8' })) as Insight
  expect(other.result.id).not.toBe(first.result.id)
})

test('each input item gets its result, and an item that fails its error', async () => {
  const person = await newPerson()
  const emails = ['ada.lovelace@contoso.com', '', 'grace.hopper@contoso.com']
  const output = await execute(
    person,
    { ...validate, email: ({ email }: Record<string, unknown>) => email },
    { items: emails.map((email) => ({ json: { email } })), continueOnFail: true },
  )
  expect(output.map(({ json }) => json.error ?? json.email)).toEqual([emails[0], 'The email is empty', emails[2]])
  expect(output.map(({ pairedItem }) => pairedItem)).toEqual([{ item: 0 }, { item: 1 }, { item: 2 }])
})

test.each([
  ['an unknown token', { apiToken: 'ms_w_unknown' }, '401', 'Create a token in the console'],
  [
    'a server that is away',
    { baseUrl: 'http://127.0.0.1:9' },
    null,
    'in a container, 127.0.0.1 is the container itself',
  ],
])('%s ends in an error that says what to do', async (_, credentials, httpCode, help) => {
  const person = await newPerson()
  const wrong = { ...person, credentials: { ...person.credentials, ...credentials } }
  const failure = (await execute(wrong, { ...validate, email: 'ada@contoso.com' }).catch((e) => e)) as NodeFailure
  expect(failure.name).toBe('NodeApiError')
  expect(failure.httpCode).toBe(httpCode)
  expect(failure.description).toContain(help)
})

test('a token that only reads is refused with the way to get one that writes', async () => {
  const person = await newPerson()
  const reading = { ...person, credentials: { ...person.credentials, apiToken: person.caller.readToken } }
  const submit = { resource: 'list', operation: 'submit', source: 'text', emails: 'ada@contoso.com' }
  const failure = (await execute(reading, submit).catch((e) => e)) as NodeFailure
  expect(failure).toMatchObject({ name: 'NodeApiError', httpCode: '403' })
  expect(failure.description).toContain('with the permission to write')
})

test('a field of all input items becomes one list, and each item gets its result', async () => {
  const person = await newPerson()
  const emails = ['ada.lovelace@contoso.com', 'not an address', 'info@contoso.com', '', 'ada.lovelace@contoso.com']
  const items = emails.map((email) => ({ json: { email } }))
  const output = await execute(person, { resource: 'list', operation: 'validate' }, { items })
  expect(output.map(({ json }) => [json.email, json.safe_to_send])).toEqual([
    ['ada.lovelace@contoso.com', true],
    ['not an address', false],
    ['info@contoso.com', false],
    ['', false],
    ['ada.lovelace@contoso.com', true],
  ])
  expect(output[1]!.json.problem).toContain('@')
  expect(output.map(({ pairedItem }) => pairedItem)).toEqual(emails.map((_, item) => ({ item })))
})

test('a submitted list is read later, page by page', async () => {
  const person = await newPerson()
  const emails = Array.from({ length: 130 }, (_, at) => `ada.lovelace${at}@contoso.com`)
  const submit = { resource: 'list', operation: 'submit', source: 'text', emails }
  const { id } = await only(person, submit, { executionId: 'submission' })
  expect((await only(person, submit, { executionId: 'submission' })).id).toBe(id)
  await service.service.untilDone(person.caller, String(id))
  expect(await only(person, { resource: 'list', operation: 'get', listId: id })).toMatchObject({
    status: 'completed',
    total: 130,
  })
  const results = { resource: 'list', operation: 'getResults', listId: id }
  expect(await execute(person, results)).toHaveLength(50)
  const all = await execute(person, { ...results, returnAll: true })
  expect(all.map(({ json }) => json.email)).toEqual(emails)
})

const csv = 'Name,E-Mail\nAda,ada.lovelace@contoso.com\nDesk,info@contoso.com\n"Odd, one",nothing\n'
const file: Item = {
  json: {},
  binary: { data: { data: Buffer.from(csv).toString('base64'), fileName: 'a/people.csv' } },
}
const clean = { resource: 'file', operation: 'clean', emailColumn: 'E-Mail' }

test('a binary CSV file comes back with the verdicts, also after a lost upload and a retry of the node', async () => {
  const person = await newPerson()
  await fail('PUT', '/v1/files/', 'drop the answer')
  await fail('POST', '/v1/emails/bulk', 'drop the answer')
  const [output] = await execute(person, clean, { items: [file], executionId: 'cleaning' })
  expect(output!.json).toMatchObject({ status: 'completed', total: 3, success: 2, errors: 1 })
  expect(output!.binary!.data).toMatchObject({ fileName: 'cleaned-people.csv', mimeType: 'text/csv' })
  const cleaned = Buffer.from(output!.binary!.data!.data, 'base64').toString()
  const [header, ada, desk, odd] = cleaned.split(/\r?\n/)
  expect(header).toMatch(/^Name,E-Mail,service\./)
  expect([ada, desk, odd].map((line) => line!.slice(0, 4))).toEqual(['Ada,', 'Desk', '"Odd'])
  const [retried] = await execute(person, clean, { items: [file], executionId: 'cleaning' })
  expect(retried!.json.id).toBe(output!.json.id)
})

test('a file without the column is refused with the reason', async () => {
  const parameters = { ...clean, emailColumn: 'Mail' }
  const failure = (await execute(await newPerson(), parameters, { items: [file] }).catch((e) => e)) as NodeFailure
  expect(failure.message).toContain('no column has the name')
  expect(failure.description).toContain('"Mail"')
})

test('a file can be submitted and downloaded later', async () => {
  const person = await newPerson()
  const { id } = await only(person, { ...clean, operation: 'submit' }, { items: [file] })
  await service.service.untilGroupDone(person.caller, String(id))
  const [output] = await execute(person, { resource: 'file', operation: 'download', fileId: id })
  expect(Buffer.from(output!.binary!.data!.data, 'base64').toString()).toContain('Ada,ada.lovelace@contoso.com,')
})

test('a domain has a report', async () => {
  const report = await only(await newPerson(), { resource: 'domain', operation: 'get', domain: 'contoso.com' })
  expect(report).toMatchObject({ domain: 'contoso.com', mail: { state: 'unknown' } })
})

test('contacts are found, updated field by field, and deleted', async () => {
  const person = await newPerson()
  await sql`INSERT INTO contacts (id, account_id, position, email, normalized, domain, state, first_name, validated_at, created_at, updated_at)
    VALUES (gen_random_uuid(), ${person.caller.accountId}, 1, 'ada@contoso.com', 'ada@contoso.com', 'contoso.com', 'no_match', 'Ada', now(), now(), now())`.execute(
    service.service.db,
  )
  const found = (await only(person, {
    resource: 'contact',
    operation: 'getAll',
    filters: { search: 'ada' },
  })) as Contact
  const updateFields = { lastName: 'Lovelace' }
  const contact = { resource: 'contact', contactId: found.id }
  await only(person, { ...contact, operation: 'update', updateFields })
  expect(await only(person, { ...contact, operation: 'get' })).toMatchObject({
    ...{ email: 'ada@contoso.com', firstName: 'Ada', lastName: 'Lovelace' },
  })
  expect(await only(person, { ...contact, operation: 'delete' })).toEqual({ deleted: true })
  await expect(execute(person, { ...contact, operation: 'get' })).rejects.toThrow()
})

test('addresses are suppressed, looked up, listed and removed', async () => {
  const person = await newPerson()
  const suppression = { resource: 'suppression' }
  const emails = 'ada@contoso.com\ngrace@contoso.com'
  const added = await only(person, { ...suppression, operation: 'add', emails, reason: 'unsubscribe' })
  expect(added).toEqual({ added: 2, malformed: 0 })
  const lookUp = { ...suppression, operation: 'lookUp', emails: ['grace@contoso.com', 'alan@contoso.com'] }
  expect((await execute(person, lookUp)).map(({ json }) => [json.email, json.suppressed])).toEqual([
    ['grace@contoso.com', 'unsubscribe'],
    ['alan@contoso.com', null],
  ])
  await only(person, { ...suppression, operation: 'remove', email: 'grace@contoso.com' })
  expect((await only(person, { ...suppression, operation: 'getAll' })).email).toBe('ada@contoso.com')
})

/** The workflow as n8n keeps it: its static data outlives a restart, its context does not. */
function newTrigger({ credentials }: Person, event: string) {
  const node = loadNode<TriggerNode>('MailsiftTrigger')
  let stored = '{}'
  const turnOn = (activation: string, mode = 'trigger') => {
    const data = JSON.parse(stored)
    const base = baseContext(node.description, { event }, credentials)
    const context = {
      ...base,
      getNodeParameter: base.getParameter,
      getMode: () => mode,
      getActivationMode: () => activation,
      getWorkflowStaticData: () => data,
    }
    return async () => {
      const output = await node.poll.call(context as never)
      if (mode !== 'manual') stored = JSON.stringify(data)
      return (output ?? []).flat().map(({ json }) => json)
    }
  }
  return { turnOn, read: () => stored }
}

const submitList = async (person: Person, name: string) => {
  const answer = await service.service.submit(person.caller, { emails: [`${name}@contoso.com`] })
  return ((await answer.json()) as SubmittedJob).job.id
}

test('a finished list starts the workflow once, also one that was running when it was turned on', async () => {
  const person = await newPerson()
  const { service: real } = service
  const before = await submitList(person, 'before')
  await real.untilDone(person.caller, before)
  await real.stopWorker()
  const running = await submitList(person, 'running')
  const trigger = newTrigger(person, 'listFinished')
  const poll = trigger.turnOn('activate')
  expect(await poll()).toEqual([])
  expect(await poll()).toEqual([])
  const later = await submitList(person, 'later')
  expect(await poll()).toEqual([])
  await real.startWorker()
  await real.untilDone(person.caller, running)
  await real.untilDone(person.caller, later)
  const events = await poll()
  expect(events.map(({ id, status }) => [id, status])).toEqual([
    [running, 'completed'],
    [later, 'completed'],
  ])
  expect(await poll()).toEqual([])
  const missed = await submitList(person, 'missed')
  await real.untilDone(person.caller, missed)
  const restarted = trigger.turnOn('init')
  expect((await restarted()).map(({ id }) => id)).toEqual([missed])
  expect(await restarted()).toEqual([])
  const whileOff = await submitList(person, 'while-off')
  await real.untilDone(person.caller, whileOff)
  const again = trigger.turnOn('activate')
  expect(await again()).toEqual([])
  expect(await again()).toEqual([])
})

let reports = 0
async function bounce(person: Person, ...emails: string[]): Promise<void> {
  const items = emails.map((email) => ({
    email,
    event: 'bounce',
    reply: '550 user unknown',
    id: `report ${reports++}`,
  }))
  const answer = await service.service.request(person.caller, `${service.service.origin}/account/bounces/events`, {
    method: 'POST',
    body: JSON.stringify({ items }),
    headers: { 'content-type': 'application/json' },
  })
  expect(((await answer.json()) as AcceptedReports).accepted).toBe(emails.length)
}

test('a bounced address starts the workflow once, and n8n does not store it', async () => {
  const person = await newPerson()
  await bounce(person, 'old@contoso.org')
  const trigger = newTrigger(person, 'addressBounced')
  const poll = trigger.turnOn('activate')
  expect(await poll()).toEqual([])
  const emails = Array.from({ length: 120 }, (_, at) => `gone${at}@contoso.org`)
  await bounce(person, ...emails.slice(0, 60))
  await bounce(person, ...emails.slice(60))
  expect((await poll()).map(({ email }) => email).sort()).toEqual(emails.toSorted())
  expect(await poll()).toEqual([])
  expect(trigger.read()).not.toContain('gone')
  await only(person, { resource: 'suppression', operation: 'remove', email: 'gone7@contoso.org' })
  await bounce(person, 'gone7@contoso.org')
  expect((await trigger.turnOn('init')()).map(({ email }) => email)).toEqual(['gone7@contoso.org'])
})

test('a test of the trigger returns one event as a sample and changes nothing', async () => {
  const person = await newPerson()
  await bounce(person, 'one@contoso.org')
  await bounce(person, 'two@contoso.org')
  const trigger = newTrigger(person, 'addressBounced')
  expect((await trigger.turnOn('manual', 'manual')()).map(({ email }) => email)).toEqual(['two@contoso.org'])
  expect(trigger.read()).toBe('{}')
})

test('an outage ends in an error and loses no event', async () => {
  const person = await newPerson()
  const poll = newTrigger(person, 'addressBounced').turnOn('activate')
  await poll()
  await bounce(person, 'lost@contoso.org')
  for (let attempt = 0; attempt < 3; attempt++) await fail('GET', '/account/suppressions', 'drop')
  await expect(poll()).rejects.toThrow('Mailsift could not be reached')
  expect((await poll()).map(({ email }) => email)).toEqual(['lost@contoso.org'])
})

test('the manifest registers every node and credential, with their descriptions for the catalog', () => {
  const { n8n } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as {
    n8n: { nodes: string[]; credentials: string[] }
  }
  for (const path of [...n8n.nodes, ...n8n.credentials])
    expect(readFileSync(join(FOLDER, path), 'utf8')).toContain('class')
  for (const path of n8n.nodes) {
    const codex = JSON.parse(readFileSync(join(FOLDER, path.replace(/\.js$/, '.json')), 'utf8')) as { node: string }
    const name = loadNode<Node & { description: { name: string } }>(path.split('/').at(-2)!).description.name
    expect(codex.node).toBe(`n8n-nodes-mailsift.${name}`)
  }
})
