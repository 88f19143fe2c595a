// 9, 11 as a client sees them: everything that a credential reaches is its user's own, and what has expired says so.
import { randomUUID } from 'node:crypto'
import { API_TOKEN_HEADER, type JobList } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../platform/database.ts'
import type { Violation, Violations } from './violation.ts'

export type HttpChecks = { db: Db; baseUrl: string; tokens: readonly { token: string; userId: string }[] }

const SAMPLE_COUNT = 20

export async function* checkHttp({ db, baseUrl, tokens }: HttpChecks): Violations {
  for (const { token, userId } of tokens) {
    const violated = (invariant: number, subject: string, what: string): Violation => ({ invariant, subject, what })
    const get = (path: string) => fetch(`${baseUrl}${path}`, { headers: { [API_TOKEN_HEADER]: token } })
    const listed = (await (await get('/emails/bulk?take=100')).json()) as JobList
    const { rows: own } = await sql<{ id: string; expired: boolean }>`
      SELECT id, expires_at <= now() AS expired FROM bulk_jobs WHERE user_id = ${userId} ORDER BY created_at DESC`.execute(
      db,
    )
    const ownIds = new Set(own.map(({ id }) => id))
    for (const { id } of listed.items)
      if (!ownIds.has(id)) yield violated(9, `job ${id}`, `is listed for user ${userId}, who does not own it`)
    for (const { id, expired } of own.slice(0, SAMPLE_COUNT)) {
      const { status } = await get(`/emails/bulk/${id}`)
      if (status !== (expired ? 410 : 200)) yield violated(11, `job ${id}`, `is answered ${status}`)
    }
    const missing = await comparable(await get(`/emails/bulk/${randomUUID()}`))
    const { rows: foreign } = await sql<{ id: string }>`
      SELECT id FROM bulk_jobs WHERE user_id <> ${userId} LIMIT ${SAMPLE_COUNT}`.execute(db)
    for (const { id } of foreign)
      for (const path of [`/emails/bulk/${id}`, `/emails/bulk/${id}/download`])
        if ((await comparable(await get(path))) !== missing)
          yield violated(9, `job ${id}`, `another user's job is not answered like a missing one at ${path}`)
  }
}

async function comparable(answer: Response): Promise<string> {
  const body = (await answer.json()) as Record<string, unknown>
  return JSON.stringify([answer.status, { ...body, request_id: null }])
}
