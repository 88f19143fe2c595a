// Reaching the socket is not enough to be let in: every role has a password, stored in the folder for its owner alone.
import { mkdir } from 'node:fs/promises'
import { readOrCreateSecret, readPrivateFile } from '../data-folder/folder.ts'
import { StartupError } from '../fatal.ts'

/** The service and its commands connect as the first, which can do nothing beyond its own database. */
export const SERVICE_ROLE = 'mailsift'
/** Makes the database and the role of the service, and is not used again. */
export const SUPERUSER = 'postgres'

const FILES = { [SERVICE_ROLE]: 'password', [SUPERUSER]: 'superuser-password' } as const

type Role = keyof typeof FILES
export type Credential = { role: Role; password: string }

/** The first call makes it, and the folder. */
export async function prepareCredential(folder: string, role: Role): Promise<Credential> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return { role, password: await readOrCreateSecret(folder, FILES[role]) }
}

export function passwordFileOf(folder: string, role: Role): string {
  return `${folder}/${FILES[role]}`
}

export async function readCredential(folder: string, role: Role): Promise<Credential> {
  const password = await readPrivateFile(folder, FILES[role])
  if (password) return { role, password }
  throw new StartupError(
    `The database in ${folder} has no password file (${FILES[role]}). Restore it from your backup, or set DATA_DIR to another folder.`,
  )
}
