import { openSession } from '../database/connection.ts'

const ANSWER_MAX_MS = 2_000

/**
 * Notes why a process that takes tasks ended, where its own doing ended it: its tasks are then suspected (suspects.ts). A
 * process that is killed from outside leaves no note.
 */
export async function noteEnd(databaseUrl: string, processName: string, reason: string): Promise<void> {
  const client = await openSession(databaseUrl, { name: 'mailsift end of a process', timeoutMs: ANSWER_MAX_MS })
  try {
    await client.query('UPDATE queue_processes SET ended_by = $2 WHERE process = $1', [processName, reason])
  } finally {
    await client.end()
  }
}
