// A server that answers, with the service's database in it and a role that owns that database and nothing else.
import pg from 'pg'
import { StartupError } from '../fatal.ts'
import type { Credential } from './credentials.ts'

export type PrepareOptions = { url: string; superuserUrl: string; service: Credential }

/** SQLSTATEs of a server that is there but lets us not in yet: no such role or another password, no such database. */
const NOT_PREPARED = ['28000', '28P01', '3D000']

/** False while the server does not answer yet. */
export async function prepareDatabase({ url, superuserUrl, service }: PrepareOptions): Promise<boolean> {
  const found = await connectTo(url, async () => undefined)
  if (found === 'done') return true
  if (!NOT_PREPARED.includes(found)) return false
  const made = await connectTo(superuserUrl, (client) => makeDatabase(client, service, databaseOf(url)))
  if (made === '28P01')
    throw new StartupError(
      'The embedded database does not accept the password in superuser-password. Restore that file from your backup, or set DATA_DIR to another folder.',
    )
  return made === 'done'
}

async function makeDatabase(client: pg.Client, { role, password }: Credential, database: string): Promise<void> {
  const { rowCount: roles } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
  const [name, secret] = [client.escapeIdentifier(role), client.escapeLiteral(password)]
  await client.query(`${roles ? 'ALTER' : 'CREATE'} ROLE ${name} LOGIN NOSUPERUSER PASSWORD ${secret}`)
  const { rowCount: databases } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [database])
  if (!databases) await client.query(`CREATE DATABASE ${client.escapeIdentifier(database)} OWNER ${name}`)
}

/** Returns the SQLSTATE, or the system's code, of what went wrong. */
async function connectTo(url: string, use: (client: pg.Client) => Promise<void>): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await use(client)
    return 'done'
  } catch (error) {
    return (error as { code?: string }).code ?? ''
  } finally {
    await client.end().catch(() => undefined)
  }
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
