import { openSession } from '../database/connection.ts'

const TIMEOUT_MS = 2_000

/**
 * Notes that a process which ran tasks has ended, so that others need not wait for its heartbeat to grow old; and why, where its own
 * doing ended it: its tasks are then isolated (quarantine.ts).
 */
export async function noteEnd(databaseUrl: string, processName: string, reason?: string): Promise<void> {
  const client = await openSession(databaseUrl, { name: 'mailsift end of a process', timeoutMs: TIMEOUT_MS })
  try {
    await client.query(
      `UPDATE heartbeats SET seen_at = '-infinity', ended_by = coalesce($2, ended_by) WHERE process = $1`,
      [processName, reason],
    )
  } finally {
    await client.end()
  }
}
