// Why the database cannot be used, for the person who can do something about it.

import { StartupError } from '../fatal.ts'
import { errorCode, isDatabaseUnavailable } from './errors.ts'

/** The database is away, which may pass; every other reason not to start needs its reader. */
export class DatabaseAway extends StartupError {}

const REFUSED: Readonly<Record<string, string>> = {
  '28P01': 'The database refuses the user or the password in DATABASE_URL (28P01). Correct them.',
  '28000': 'The database refuses the user or the password in DATABASE_URL (28000). Correct them.',
  '3D000': 'The server has no database of the name in DATABASE_URL (3D000). Create it, or correct the name.',
}

const AWAY: Readonly<Record<string, string>> = {
  '25006': 'The database only reads (25006). Promote it, or correct DATABASE_URL.',
  '53100': 'The disk of the database is full (53100). Make room on it.',
  '53300':
    'The database has no connection left (53300). Raise its max_connections, or lower DATABASE_CONNECTIONS: docs/guides/fleet.md says how many are needed.',
}

export function explainDatabaseError(error: unknown): StartupError {
  const code = errorCode(error)
  const { message } = error as Error
  if (code && REFUSED[code]) return new StartupError(REFUSED[code])
  if (code && AWAY[code]) return new DatabaseAway(AWAY[code])
  // PgBouncer has this one code for all that it refuses; only its words tell what.
  if (code === '08P01')
    return new DatabaseAway(
      `What stands before the database refuses the connection (08P01): ${message}. Set DATABASE_DIRECT_URL, if DATABASE_URL leads to PgBouncer; else correct DATABASE_URL.`,
    )
  if (isDatabaseUnavailable(error))
    return new DatabaseAway(`The database cannot be reached (${code ?? message}). Check DATABASE_URL.`)
  return new StartupError(`The database cannot be used (${code ?? message}). Check DATABASE_URL.`)
}
