import { connect } from 'node:net'
import { join } from 'node:path'
import { type Line, useLine } from './line.ts'

export type DatabaseLine = Line & { url: string }

/** A line to the test's PostgreSQL, and the address of the database at this end of it. */
export async function useDatabaseLine(databaseUrl: string): Promise<DatabaseLine> {
  const url = new URL(databaseUrl)
  const socketPath = join(url.searchParams.get('host')!, '.s.PGSQL.5432')
  const line = await useLine(() => connect(socketPath))
  url.searchParams.delete('host')
  url.host = `127.0.0.1:${line.port}`
  return Object.assign(line, { url: url.href })
}
