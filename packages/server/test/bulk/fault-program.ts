// The real program in processes that can be killed, and what a fault test needs to look inside.
import { join } from 'node:path'
import type { Group, GroupDetail, Job, JobResults, PreparedUpload, SubmittedGroup } from '@mailsift/contract'
import { sql } from 'kysely'
import { expect, onTestFinished } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'
import { createAccount } from '../../src/accounts/accounts.ts'
import { setSubscription } from '../../src/accounts/subscriptions/subscriptions.ts'
import { issueToken } from '../../src/credentials/tokens/tokens.ts'
import { createDiskBlobs } from '../../src/platform/blobs/disk.ts'
import { type Db, openDatabase } from '../../src/platform/database/database.ts'
import { embeddedDatabaseUrl } from '../../src/platform/postgres/embedded.ts'
import { verify } from '../../src/verify/verify.ts'
import { watch } from '../../src/verify/watch.ts'
import { silentLog } from '../support/database.ts'
import { type Program, startProgram } from '../support/program.ts'

export type FaultCaller = { token: string; accountId: string }

export type FaultProgram = Program & {
  db: Db
  base: string
  newCaller(): Promise<FaultCaller>
  /** Sends until somebody answers: a killed API drops connections. */
  send(caller: FaultCaller, path: string, init?: RequestInit): Promise<Response>
  submit(caller: FaultCaller, body: unknown, key: string): Promise<Job>
  untilDone(caller: FaultCaller, jobId: string): Promise<Job>
  /** Uploads a CSV, submits it and waits for its end; whatever is refused or lost on the way is sent again. */
  runCsv(caller: FaultCaller, content: string, key: string): Promise<Group>
  isTaskTakenSince(time: Date): Promise<boolean>
  /** Expects that every invariant held all the time and holds now. */
  expectInvariants(): Promise<void>
}

export async function startFaultProgram(env: NodeJS.ProcessEnv = {}): Promise<FaultProgram> {
  const program = await startProgram({
    env: {
      WORKERS: '2',
      REGISTRY_LOOKUPS: 'off',
      LIST_REFRESH: 'off',
      DNS_SERVERS: '127.0.0.1:9',
      LOOKUP_PATIENCE_MS: '0',
      EVENT_LOOP_DELAY_MAX_MS: '0',
      ...env,
    },
  })
  const url = await embeddedDatabaseUrl(join(program.dataDir, 'postgres'))
  const database = openDatabase(url, { log: silentLog, connectionCount: 4 })
  onTestFinished(() => database.close())
  const { db } = database
  const watching = watch(db, 20)
  const callers: FaultCaller[] = []
  let users = 0
  const base = `${program.origin}/v1`

  async function send(caller: FaultCaller, path: string, init: RequestInit = {}): Promise<Response> {
    const headers = { 'service-email-api-token': caller.token, ...(init.headers as Record<string, string>) }
    const url = path.startsWith('http') ? path : base + path
    return eventually(async () => {
      const answer = await fetch(url, { ...init, headers }).catch(() => undefined)
      return answer?.status !== 503 && answer
    })
  }

  return {
    ...program,
    db,
    base,
    send,
    async newCaller() {
      const { id: accountId } = await createAccount(db, { email: `caller${users++}@mail.example` })
      await setSubscription(db, accountId, { plan: 'test', status: 'active', periodEnd: null })
      const { token } = await issueToken(db, accountId, { name: 'test', permission: 'write' })
      const caller = { token, accountId }
      callers.push(caller)
      return caller
    },
    async submit(caller, body, key) {
      return eventually(async () => {
        const answer = await send(caller, '/emails/bulk', {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { 'content-type': 'application/json', 'idempotency-key': key },
        })
        const { job, code } = (await answer.json()) as { job: Job; code: string }
        if (answer.status === 202) return job
        if (code !== 'idempotency_in_progress') throw new Error(`The submission was answered ${answer.status}: ${code}`)
        return undefined
      })
    },
    async untilDone(caller, jobId) {
      return eventually(async () => {
        const answer = await send(caller, `/emails/bulk/${jobId}?take=1`)
        const { job } = (await answer.json()) as JobResults
        return (job.status === 'completed' || job.status === 'failed') && job
      })
    },
    async runCsv(caller, content, key) {
      const json = { 'content-type': 'application/json', 'idempotency-key': key }
      const body = JSON.stringify({ filename: 'a.csv', size_bytes: Buffer.byteLength(content) })
      const prepared = await send(caller, '/emails/bulk/upload', { method: 'POST', body, headers: json })
      const { upload_id, upload_url, headers } = (await prepared.json()) as PreparedUpload
      const { 'Content-Length': _length, ...rest } = headers
      await send(caller, upload_url, { method: 'PUT', body: content, headers: rest })
      const form = JSON.stringify({ upload_id, email_column: 'email' })
      const submitted = await send(caller, '/emails/bulk', { method: 'POST', body: form, headers: json })
      const { group } = (await submitted.json()) as SubmittedGroup
      return eventually(async () => {
        const answer = await send(caller, `/emails/bulk/groups/${group.id}`)
        const { group: current } = (await answer.json()) as GroupDetail
        return ['completed', 'partial', 'failed'].includes(current.status) && current
      })
    },
    async isTaskTakenSince(time) {
      const { rows } = await sql`
        SELECT FROM graphile_worker.jobs WHERE task_identifier LIKE 'bulk.%' AND locked_at > ${time}`.execute(db)
      return rows.length > 0
    },
    async expectInvariants() {
      const blobs = createDiskBlobs({
        folder: join(program.dataDir, 'blobs'),
        linkBaseUrl: base,
        secrets: [Buffer.from('not needed')],
        uploadStallMs: 1_000,
      })
      const logs = [{ name: 'output', text: program.output() }]
      expect(await verify({ db, blobs, logs, http: { baseUrl: base, tokens: callers } })).toEqual([])
      expect(await watching.stop()).toEqual([])
    },
  }
}
