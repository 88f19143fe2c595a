// 5, 9, 11 as a client sees them: everything that a credential reaches is its user's own and adds up, and what has expired
// says so.
import { randomUUID } from 'node:crypto'
import { API_TOKEN_HEADER, type ContactList, type GroupDetail, type GroupList, type JobList } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { errorCode } from '../platform/database/errors.ts'
import { StartupError } from '../platform/fatal.ts'
import type { Violation, Violations } from './violation.ts'

export type HttpChecks = {
  db: Db
  baseUrl: string
  tokens: readonly { token: string; accountId: string }[]
  responseMaxMs?: number
}

type Answer = { status: number; body: Record<string, unknown> }
type Get = (path: string) => Promise<Answer>
type Client = { db: Db; accountId: string; get: Get }

const SAMPLE_COUNT = 20
/** A program of another protocol may wait for its client without end. */
const RESPONSE_MAX_MS = 30_000

export async function* checkHttp({ db, baseUrl, tokens, responseMaxMs = RESPONSE_MAX_MS }: HttpChecks): Violations {
  for (const { token, accountId } of tokens) {
    const client = { db, accountId, get: (path: string) => ask(baseUrl + path, token, responseMaxMs) }
    yield* checkListed(client)
    yield* checkExpired(client)
    yield* checkSums(client)
    yield* checkForeign(client)
  }
}

/** Statuses of resources that are there, missing or expired. */
const STATUSES = new Set([200, 404, 410])

/** Anything else says nothing of an invariant: it ends the run, and its reader learns why. */
async function ask(url: string, token: string, responseMaxMs: number): Promise<Answer> {
  const signal = AbortSignal.timeout(responseMaxMs)
  const { status, text } = await fetch(url, { headers: { [API_TOKEN_HEADER]: token }, signal })
    .then(async (response) => ({ status: response.status, text: await response.text() }))
    .catch((error: unknown) => {
      throw new StartupError(`The connection to ${url} failed (${reasonOf(error)}). ${CHECK_ADDRESS}`)
    })
  const body = parseObject(text)
  if (STATUSES.has(status) && body) return { status, body }
  const code = typeof body?.code === 'string' ? ` ${body.code}` : ''
  throw new StartupError(`${url} returned ${status}${code || ' without JSON'}. ${CHECK_ADDRESS}`)
}

const CHECK_ADDRESS = 'Check that Mailsift is running, that BASE_URL is its URL and that the token in DATA_DIR works.'

/** fetch only says that it failed; its cause says why. */
function reasonOf(error: unknown): string {
  const { name, message, cause } = error as Error
  if (name === 'TimeoutError') return 'no complete response in time'
  return errorCode(cause) ?? (cause instanceof Error ? cause.message : message)
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const violated = (invariant: number, subject: string, what: string): Violation => ({ invariant, subject, what })

const LISTS = [
  { kind: 'job', path: '/emails/bulk', table: 'bulk_jobs' },
  { kind: 'group', path: '/emails/bulk/groups', table: 'bulk_groups' },
  { kind: 'contact', path: '/contacts', table: 'contacts' },
] as const

async function* checkListed({ db, accountId, get }: Client): Violations {
  for (const { kind, path, table } of LISTS) {
    const listed = (await get(`${path}?take=100`)).body as JobList | GroupList | ContactList
    const ids = ('data' in listed ? listed.data : listed.items).map(({ id }) => id)
    const { rows } = await sql<{ id: string }>`
      SELECT id FROM ${sql.table(table)} WHERE account_id = ${accountId} AND id = ANY (${ids}::uuid[])`.execute(db)
    const own = new Set(rows.map(({ id }) => id))
    for (const id of ids)
      if (!own.has(id)) yield violated(9, `${kind} ${id}`, `is listed for user ${accountId}, who does not own it`)
  }
}

async function* checkExpired({ db, accountId, get }: Client): Violations {
  const { rows } = await sql<{ kind: string; path: string; expired: boolean }>`
    (SELECT 'job ' || id AS kind, '/emails/bulk/' || id AS path, expires_at <= now() AS expired FROM bulk_jobs
      WHERE account_id = ${accountId} ORDER BY created_at DESC LIMIT ${SAMPLE_COUNT})
    UNION ALL (SELECT 'group ' || id, '/emails/bulk/groups/' || id, expires_at <= now() FROM bulk_groups
      WHERE account_id = ${accountId} ORDER BY created_at DESC LIMIT ${SAMPLE_COUNT})`.execute(db)
  for (const { kind, path, expired } of rows) {
    const { status } = await get(path)
    if (status !== (expired ? 410 : 200)) yield violated(11, kind, `is answered ${status}`)
  }
}

async function* checkSums({ db, accountId, get }: Client): Violations {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM bulk_groups WHERE account_id = ${accountId} AND expires_at > now() ORDER BY created_at DESC
    LIMIT ${SAMPLE_COUNT}`.execute(db)
  for (const { id } of rows) {
    const { status, body } = await get(`/emails/bulk/groups/${id}`)
    if (status !== 200) continue
    const { group, jobs } = body as GroupDetail
    const sum = (count: 'processed' | 'success' | 'errors') => jobs.reduce((total, job) => total + job[count], 0)
    for (const count of ['processed', 'success', 'errors'] as const)
      if (group[count] !== sum(count))
        yield violated(5, `group ${id}`, `says ${group[count]} ${count}, its children ${sum(count)}`)
    if (group.processed !== group.success + group.errors || group.unprocessed !== group.total - group.processed)
      yield violated(2, `group ${id}`, 'its counts do not add up')
  }
}

async function* checkForeign({ db, accountId, get }: Client): Violations {
  const { rows } = await sql<{ id: string; kind: string }>`
    (SELECT id, 'job' AS kind FROM bulk_jobs WHERE account_id <> ${accountId} LIMIT ${SAMPLE_COUNT})
    UNION ALL (SELECT id, 'group' FROM bulk_groups WHERE account_id <> ${accountId} LIMIT ${SAMPLE_COUNT})
    UNION ALL (SELECT id, 'contact' FROM contacts WHERE account_id <> ${accountId} LIMIT ${SAMPLE_COUNT})`.execute(db)
  const pathsOf = (kind: string, id: string) =>
    kind === 'contact'
      ? [`/contacts/${id}`]
      : ['', 'groups/'].flatMap((part) => [`/emails/bulk/${part}${id}`, `/emails/bulk/${part}${id}/download`])
  for (const { id, kind } of rows)
    for (const path of pathsOf(kind, id)) {
      const missing = comparable(await get(path.replace(id, randomUUID())))
      if (comparable(await get(path)) !== missing)
        yield violated(9, `${kind} ${id}`, `another user's is not answered like a missing one at ${path}`)
    }
}

function comparable({ status, body }: Answer): string {
  return JSON.stringify([status, { ...body, request_id: null }])
}
