import pg from 'pg'

/**
 * Notes why a process that takes tasks ended, where its own doing ended it: its tasks are then suspected (suspects.ts). A
 * process that is killed from outside leaves no note.
 */
export async function noteEnd(databaseUrl: string, poolId: string, reason: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'mailsift end of a process' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('UPDATE queue_processes SET ended_by = $2 WHERE pool_id = $1', [poolId, reason])
  } finally {
    await client.end()
  }
}
