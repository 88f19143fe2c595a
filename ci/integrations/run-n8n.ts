// scripts/test-n8n.sh runs this: node scripts/run.mjs ci/integrations/run-n8n.ts <folder of n8n> <folder with the packed nodes>. A real n8n
// on PostgreSQL imports the examples of integrations/n8n and runs them against the real service.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import process from 'node:process'
import { promisify } from 'node:util'
import pg from 'pg'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../packages/server/src/platform/postgres/embedded.ts'
import { eventually } from '../../scripts/eventually.ts'
import { freePort, startInstance } from '../release/service.ts'

type Item = { json: Record<string, unknown>; binary?: Record<string, { fileName: string; mimeType: string }> }
type Execution = { data: { resultData: { runData: Record<string, { data: { main: Item[][] } }[]> } } }

const run = promisify(execFile)
const [n8nFolder = '', folder = ''] = process.argv.slice(2).map((path) => resolve(path))
const N8N = join(n8nFolder, 'node_modules/n8n/bin/n8n')
const EXAMPLES = resolve('integrations/n8n/examples')
const WAIT_MS = 300_000

const service = await startInstance()
const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres'), log: pino({ level: 'silent' }) })
const env = { ...process.env, ...(await databaseOf(postgres.superuserUrl)), ...settings() }
let server: ChildProcess | undefined
try {
  await installNodes()
  await importExamples()
  checkExample(await execute('mailsiftExample1'))
  console.log('ok    the example workflow, headless: one address each, a list, a file')
  server = await startServer()
  await checkTrigger()
  console.log('ok    the trigger: nothing from before it was turned on, and one execution for a list that finished')
} finally {
  if (server && server.exitCode === null) {
    const exited = once(server, 'exit')
    server.kill()
    await exited
  }
  await postgres.stop()
  await service.stop()
}

async function databaseOf(superuserUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: superuserUrl })
  await client.connect()
  await client.query('CREATE DATABASE n8n')
  await client.end()
  const { host, port, user, password } = client
  return {
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: host,
    DB_POSTGRESDB_PORT: String(port),
    DB_POSTGRESDB_DATABASE: 'n8n',
    DB_POSTGRESDB_USER: user ?? '',
    DB_POSTGRESDB_PASSWORD: String(password ?? ''),
  }
}

function settings(): Record<string, string> {
  return {
    N8N_USER_FOLDER: folder,
    N8N_ENCRYPTION_KEY: 'a key for tests',
    N8N_LOG_LEVEL: 'warn',
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_LISTEN_ADDRESS: '127.0.0.1',
  }
}

/** As the guide says. */
async function installNodes(): Promise<void> {
  const nodes = join(folder, '.n8n/nodes')
  const [tarball] = globSync(join(folder, 'n8n-nodes-mailsift-*.tgz'))
  await run('npm', ['install', '--prefix', nodes, '--omit=peer', '--no-audit', '--no-fund', tarball!])
}

async function importExamples(): Promise<void> {
  const credentials = join(folder, 'credentials.json')
  const data = { baseUrl: service.origin, apiToken: service.token }
  writeFileSync(credentials, JSON.stringify([{ id: 'mailsiftExample', name: 'Mailsift', type: 'mailsiftApi', data }]))
  await n8n('import:credentials', `--input=${credentials}`)
  await n8n('import:workflow', '--separate', `--input=${EXAMPLES}`)
}

async function n8n(...args: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [N8N, ...args], { env, maxBuffer: 2 ** 27 }).catch((error) => {
    throw new Error(`n8n ${args[0]} ended with ${error.code}:\n${error.stdout}\n${error.stderr}`)
  })
  return stdout
}

async function execute(id: string): Promise<Execution> {
  const output = await n8n('execute', `--id=${id}`, '--rawOutput')
  const start = output.search(/^\{/m)
  assert.ok(start >= 0, `n8n printed no result:\n${output}`)
  return JSON.parse(output.slice(start)) as Execution
}

function checkExample({ data }: Execution): void {
  const outputOf = (node: string) => data.resultData.runData[node]![0]!.data.main[0]!
  const column = (node: string, name: string) => outputOf(node).map(({ json }) => json[name])
  const emails = [
    'ada.lovelace@contoso.com',
    'ann.lee@gmial.com',
    'info@contoso.com',
    'max@mailinator.com',
    'not an address',
  ]
  assert.deepEqual(column('Validate each', 'email'), emails)
  assert.deepEqual(column('Validate each', 'tier'), ['safe', 'unsafe', 'unsafe', 'unsafe', 'unsafe'])
  assert.deepEqual(
    column('Validate each', 'reasons').map((reasons) => (reasons as string[])[0]),
    [undefined, 'typo', 'role', 'disposable', 'malformed'],
  )
  assert.equal(column('Validate each', 'suggestion')[1], 'ann.lee@gmail.com')
  assert.deepEqual(column('Validate the list', 'email'), emails)
  assert.deepEqual(column('Validate the list', 'safe_to_send'), [true, false, false, false, false])
  const [cleaned] = outputOf('Clean the file')
  assert.equal(cleaned!.json.status, 'completed')
  assert.deepEqual([cleaned!.json.success, cleaned!.json.errors], [4, 1])
  assert.equal(cleaned!.binary!.data!.fileName, 'cleaned-people.csv')
  assert.deepEqual(column('Rows', 'name'), ['Ada', 'Ann', 'Desk', 'Max', 'Odd'])
  assert.deepEqual(column('Rows', 'service.validations.safe_to_send').slice(0, 4), ['true', 'false', 'false', 'false'])
}

async function startServer(): Promise<ChildProcess> {
  await n8n('update:workflow', '--id=mailsiftExample2', '--active=true')
  const port = await freePort()
  const child = spawn(process.execPath, [N8N, 'start'], {
    env: { ...env, N8N_PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error('n8n ended.')
    return (await fetch(`http://127.0.0.1:${port}/healthz/readiness`).catch(() => undefined))?.ok
  }
  await eventually(isReady, { within: WAIT_MS })
  return child
}

async function checkTrigger(): Promise<void> {
  const id = await submit('grace.hopper@contoso.com')
  const client = new pg.Client({ connectionString: postgres.superuserUrl, database: 'n8n' })
  await client.connect()
  try {
    const executions = async () => {
      const { rows } = await client.query<{ data: string }>(
        `SELECT data FROM execution_entity e JOIN execution_data d ON d."executionId" = e.id
          WHERE e."workflowId" = 'mailsiftExample2' AND e.status = 'success'`,
      )
      return rows.length > 0 && rows
    }
    const found = await eventually(executions, { within: WAIT_MS })
    assert.equal(found.length, 1)
    assert.ok(found[0]!.data.includes(id), 'The execution is not about the list that finished.')
    assert.ok(found[0]!.data.includes('grace.hopper@contoso.com'), 'The workflow did not read the results of the list.')
  } finally {
    await client.end()
  }
}

async function submit(email: string): Promise<string> {
  const answer = await fetch(`${service.origin}/v1/emails/bulk`, {
    method: 'POST',
    headers: { 'service-email-api-token': service.token, 'content-type': 'application/json' },
    body: JSON.stringify({ emails: [email] }),
  })
  return ((await answer.json()) as { job: { id: string } }).job.id
}
