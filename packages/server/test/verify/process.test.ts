// `npm run verify` as it is really called: its own process beside a running service.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { spawn } from '../../../../scripts/testing/programs.ts'
import { ensureFirstAccount } from '../../src/accounts/first-account.ts'
import { writePublicFile } from '../../src/platform/data-folder/folder.ts'
import { checkHttp } from '../../src/verify/http.ts'
import { type Service, startService } from '../bulk/service.ts'
import { CHILD_ENV } from '../support/child-env.ts'
import { useDatabaseLine } from '../support/database-line.ts'
import { freePort } from '../support/program.ts'

const RUN = fileURLToPath(new URL('../../../../scripts/run.mjs', import.meta.url))
const VERIFY = fileURLToPath(new URL('../../src/verify.ts', import.meta.url))

let service: Service
beforeAll(async () => {
  service = await startService({}, { worker: false })
  await ensureFirstAccount(service.db, service.dataDir)
  await writePublicFile(service.dataDir, 'address', `${service.origin}\n`)
  return () => service.stop()
})

async function runVerify(environment: NodeJS.ProcessEnv = {}, args: readonly string[] = []) {
  const env = {
    ...CHILD_ENV,
    DATABASE_URL: service.url,
    DATA_DIR: service.dataDir,
    SECRET: 'a secret for tests that is long enough',
    DNS_SERVERS: '127.0.0.1:9',
    REGISTRY_LOOKUPS: 'off',
    LIST_REFRESH: 'off',
    ...environment,
  }
  const child = spawn(process.execPath, [RUN, VERIFY, ...args], { env, stdio: 'pipe' })
  const exited = once(child, 'exit')
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = await exited
  return { code, output, errors }
}

async function useServer(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
}

test('the service is found by the address in its data folder, whatever its port', async () => {
  expect(await runVerify()).toEqual({ code: 0, output: 'All invariants hold.\n', errors: '' })
})

test.each<[string, () => string | Promise<string>, RegExp]>([
  [
    'a wrong port',
    async () => `http://127.0.0.1:${await freePort()}/v1`,
    /^Not verified\. The connection to \S+ failed \(ECONNREFUSED\)\./,
  ],
  [
    'a lost connection',
    () =>
      useServer((_request, reply) => {
        reply.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
        reply.write('{"items"', () => reply.destroy())
      }),
    /^Not verified\. The connection to \S+ failed \(.+\)\./,
  ],
  [
    'a refused token',
    () =>
      useServer((_request, reply) => {
        reply.writeHead(403, { 'content-type': 'application/problem+json' }).end('{"code":"forbidden"}')
      }),
    /^Not verified\. \S+ returned 403 forbidden\./,
  ],
  [
    'the page of another program',
    () => useServer((_request, reply) => void reply.writeHead(403).end('<html>Forbidden</html>')),
    /^Not verified\. \S+ returned 403 without JSON\./,
  ],
])('%s is reported in one line that says what to check', async (_, baseUrl, line) => {
  const { code, output, errors } = await runVerify({ BASE_URL: await baseUrl() })
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toMatch(line)
  expect(errors).toMatch(/^[^\n]*BASE_URL[^\n]*\n$/)
})

test.each([
  ['an unknown option', '--help', /^Not verified\. Unknown option '--help'[^\n]* Usage: npm run verify[^\n]*\n$/],
  [
    'a missing log file',
    '/nowhere.log',
    /^Not verified\. ENOENT[^\n]*nowhere\.log[^\n]* Usage: npm run verify[^\n]*\n$/,
  ],
])('%s is reported in one line with the usage', async (_, argument, line) => {
  const { code, output, errors } = await runVerify({}, [argument])
  expect({ code, output }).toEqual({ code: 1, output: '' })
  expect(errors).toMatch(line)
})

test('a program that never responds is reported, not waited for', async () => {
  const baseUrl = await useServer(() => undefined)
  const checks = checkHttp({ db: service.db, baseUrl, tokens: [{ token: 'a', accountId: 'b' }], responseMaxMs: 50 })
  await expect(checks.next()).rejects.toThrow(/^The connection to \S+ failed \(no complete response in time\)\./)
})

test('a database that is lost amid the run is reported in one line', async () => {
  const line = await useDatabaseLine(service.url)
  const cut = line.breakAt('bulk_uploads u', 'asked').then(() => line.cut())
  const { code, errors } = await runVerify({ DATABASE_URL: line.url })
  await cut
  expect(code).toBe(1)
  expect(errors).toMatch(/^Not verified\. The database cannot be reached \([^\n]+\n$/)
})
