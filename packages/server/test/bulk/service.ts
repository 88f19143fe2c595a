// The API and one worker of the real service in this process, over a database and their own folder.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GroupDetail, Job, JobResults, SubmittedJob } from '@mailsift/contract'
import { eventually } from '../../../../scripts/eventually.ts'
import { createAccount } from '../../src/accounts/accounts.ts'
import { setSubscription } from '../../src/accounts/subscriptions/subscriptions.ts'
import { startApi } from '../../src/api.ts'
import { readConfig } from '../../src/config/config.ts'
import { issueToken } from '../../src/credentials/tokens/tokens.ts'
import type { BlobLimits } from '../../src/platform/blobs/open.ts'
import type { Db } from '../../src/platform/database/database.ts'
import { startWorker } from '../../src/worker.ts'
import { createTestDatabase, silentLog } from '../support/database.ts'
import { freePort } from '../support/program.ts'
import { stopApi } from '../support/stop-api.ts'

export type Caller = { accountId: string; token: string; readToken: string }

export type Service = {
  origin: string
  base: string
  db: Db
  dataDir: string
  url: string
  newCaller(): Promise<Caller>
  request(caller: Caller, path: string, init?: RequestInit): Promise<Response>
  json<T>(caller: Caller, path: string): Promise<T>
  submit(caller: Caller, body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Submits a list and waits for its end. */
  run(caller: Caller, emails: string[], validateDomain?: 0 | 1): Promise<Job>
  untilDone(caller: Caller, jobId: string): Promise<Job>
  untilGroupDone(caller: Caller, groupId: string): Promise<GroupDetail>
  stopWorker(): Promise<void>
  startWorker(): Promise<void>
  stop(): Promise<void>
}

/** An answer takes milliseconds of the processor that the work itself needs. */
const POLL_MS = 20

export type ServiceOptions = { worker?: boolean; limits?: BlobLimits }

export async function startService(
  env: NodeJS.ProcessEnv = {},
  { worker = true, limits }: ServiceOptions = {},
): Promise<Service> {
  const database = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'mailsift-service-'))
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    SECRET: 'a secret for tests that is long enough',
    REGISTRY_LOOKUPS: 'off',
    LIST_REFRESH: 'off',
    DNS_SERVERS: '127.0.0.1:9',
    LOOKUP_PATIENCE_MS: '0',
    ROLE: 'api',
    // Whatever is submitted waits for the worker, and stays where it is without one.
    SHORT_LIST_MAX_COUNT: '0',
    // A busy machine, or the memory of all tests in this process, is no fault of the code under test.
    EVENT_LOOP_DELAY_MAX_MS: '0',
    MEMORY_MAX_MB: '0',
    ...env,
  })
  const api = await startApi(config, silentLog, { limits })
  const start = () => startWorker(config, silentLog)
  let running = worker ? await start() : undefined
  const { db } = database
  let users = 0

  const service: Service = {
    origin: api.address,
    base: config.baseUrl,
    db,
    dataDir,
    url: database.url,
    async newCaller() {
      const { id: accountId } = await createAccount(db, { email: `caller${users++}@mail.example` })
      await setSubscription(db, accountId, { plan: 'test', status: 'active', periodEnd: null })
      const { token } = await issueToken(db, accountId, { name: 'write', permission: 'write' })
      const { token: readToken } = await issueToken(db, accountId, { name: 'read', permission: 'read' })
      return { accountId, token, readToken }
    },
    request: (caller, path, init = {}) =>
      fetch(path.startsWith('http') ? path : `${config.baseUrl}${path}`, {
        ...init,
        headers: { 'service-email-api-token': caller.token, ...(init.headers as Record<string, string>) },
      }),
    async json<T>(caller: Caller, path: string) {
      const answer = await service.request(caller, path)
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
      return (await answer.json()) as T
    },
    submit: (caller, body, headers = {}) =>
      service.request(caller, '/emails/bulk', {
        method: 'POST',
        body: typeof body === 'string' || body instanceof Uint8Array ? (body as string) : JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    async run(caller, emails, validateDomain = 0) {
      const answer = await service.submit(caller, { emails, validate_domain: validateDomain })
      if (answer.status !== 202) throw new Error(`The submission was answered ${answer.status}: ${await answer.text()}`)
      const { job } = (await answer.json()) as SubmittedJob
      return service.untilDone(caller, job.id)
    },
    async untilDone(caller, jobId) {
      const look = async () => {
        const { job } = await service.json<JobResults>(caller, `/emails/bulk/${jobId}?take=1`)
        return (job.status === 'completed' || job.status === 'failed') && job
      }
      return eventually(look, { every: POLL_MS })
    },
    async untilGroupDone(caller, groupId) {
      const look = async () => {
        const detail = await service.json<GroupDetail>(caller, `/emails/bulk/groups/${groupId}`)
        return ['completed', 'partial', 'failed'].includes(detail.group.status) && detail
      }
      return eventually(look, { every: POLL_MS })
    },
    async stopWorker() {
      await running?.stop()
      running = undefined
    },
    async startWorker() {
      running = await start()
    },
    async stop() {
      await running?.stop()
      await stopApi(api)
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return service
}
