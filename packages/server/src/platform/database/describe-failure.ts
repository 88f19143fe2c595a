// Why the database cannot be used, for the person who can do something about it.

import { StartupError } from '../fatal.ts'
import { errorCode, isDatabaseUnavailable } from './errors.ts'

/** The database is away, which may pass; every other reason not to start needs its reader. */
export class DatabaseAway extends StartupError {}

const REFUSED: Readonly<Record<string, string>> = {
  '28P01': 'The database rejected the user name or password in DATABASE_URL (28P01). Correct them.',
  '28000': 'The database rejected the user name or password in DATABASE_URL (28000). Correct them.',
  '3D000': 'The database named in DATABASE_URL does not exist (3D000). Create it, or correct the name.',
}

const AWAY: Readonly<Record<string, string>> = {
  '25006': 'The database is read-only (25006). Promote it, or correct DATABASE_URL.',
  '53100': 'The disk of the database server is full (53100). Free up space.',
  '53300':
    'The database has no free connections (53300). Raise its max_connections, or lower DATABASE_CONNECTIONS. See docs/guides/fleet.md for how many you need.',
}

export function explainDatabaseError(error: unknown): StartupError {
  const code = errorCode(error)
  const { message } = error as Error
  if (code && REFUSED[code]) return new StartupError(REFUSED[code])
  if (code && AWAY[code]) return new DatabaseAway(AWAY[code])
  // PgBouncer has this one code for all that it refuses; only its words tell what.
  if (code === '08P01')
    return new DatabaseAway(
      `The connection pooler rejected the connection (08P01): ${message}. If DATABASE_URL points to PgBouncer, set DATABASE_DIRECT_URL too. Otherwise, correct DATABASE_URL.`,
    )
  if (isDatabaseUnavailable(error))
    return new DatabaseAway(`The database cannot be reached (${code ?? message}). Check DATABASE_URL.`)
  return new StartupError(`The database cannot be used (${code ?? message}). Check DATABASE_URL.`)
}
