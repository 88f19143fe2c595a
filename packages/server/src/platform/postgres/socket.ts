import { createHash } from 'node:crypto'
import { chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartupError } from '../fatal.ts'
import type { Credential } from './credentials.ts'
import type { Identity } from './identity.ts'

/** sun_path of unix(7) holds 108 bytes with its closing NUL (104 on BSDs and macOS). */
const SOCKET_PATH_MAX_BYTES = process.platform === 'linux' ? 107 : 103

/** The socket is in the data folder; where that path is too long for a socket, in a private folder below the temporary one. */
export function socketFolderOf(folder: string): string {
  const inside = join(folder, 'socket')
  if (fits(inside)) return inside
  return join(tmpdir(), `mailsift-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`)
}

/** Makes the folder and insists that only we can enter it: what stands there for others would be talked to in our place. */
export async function prepareSocketFolder(socketFolder: string, identity: Identity): Promise<void> {
  await mkdir(socketFolder, { recursive: true, mode: 0o700 })
  const { mode, uid } = await lstat(socketFolder)
  const ours = [process.getuid?.(), identity.uid].includes(uid)
  if (process.platform !== 'win32' && (!ours || (mode & 0o077) !== 0))
    throw new StartupError(
      `The folder ${socketFolder} belongs to another user or is open to others. Remove it, or set DATA_DIR to a shorter path.`,
    )
  if (identity.uid !== undefined && uid !== identity.uid)
    await chown(socketFolder, identity.uid, identity.gid ?? identity.uid)
}

function fits(folder: string): boolean {
  return Buffer.byteLength(join(folder, '.s.PGSQL.5432')) <= SOCKET_PATH_MAX_BYTES
}

export function databaseUrl(socketFolder: string, database: string, { role, password }: Credential): string {
  return `postgres://${role}:${password}@localhost/${database}?host=${encodeURIComponent(socketFolder)}`
}
