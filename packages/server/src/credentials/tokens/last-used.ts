import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'

export type LastUsed = { note(tokenId: string): void; close(): Promise<void> }

const WRITE_INTERVAL_MS = 1_000

/** Writes when tokens were last used, to the minute, together and beside the requests that used them. */
export function recordLastUsed({ db, log }: { db: Db; log: Log }): LastUsed {
  const used = new Set<string>()
  let writing = Promise.resolve()

  async function write(): Promise<void> {
    if (used.size === 0) return
    const ids = [...used]
    used.clear()
    // The locks of several processes are taken in one order, and a row that is up to date is left alone.
    await sql`UPDATE api_tokens SET last_used_at = date_trunc('minute', now())
      WHERE id IN (
        SELECT id FROM api_tokens
        WHERE id = ANY(${ids}::uuid[]) AND last_used_at IS DISTINCT FROM date_trunc('minute', now())
        ORDER BY id FOR UPDATE)`
      .execute(db)
      .catch((error: { code?: string }) => log.warn({ code: error.code }, 'token last-used times not recorded'))
  }

  let timer: NodeJS.Timeout | undefined
  function writeSoon(): void {
    timer = undefined
    writing = writing.then(write)
  }

  return {
    note(tokenId) {
      used.add(tokenId)
      timer ??= setTimeout(writeSoon, WRITE_INTERVAL_MS).unref()
    },
    async close() {
      clearTimeout(timer)
      await writing.then(write)
    },
  }
}
