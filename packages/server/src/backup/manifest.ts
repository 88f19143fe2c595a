// The parts of a backup. Its manifest is written last: without one, the backup was never finished.
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { BlobStore } from '../platform/blobs/blobs.ts'
import { StartupError } from '../platform/fatal.ts'

export const FORMAT = 1
export const KEYS = {
  manifest: 'manifest.json',
  /** Written first: what lies beside it without a manifest is a backup that was not finished. */
  started: 'started.json',
  /** The list of the copied files, one JSON text a line. */
  fileList: 'files.ndjson',
  files: 'files/',
  tables: 'database/',
  privateFiles: 'private/',
} as const

export type Part = { key: string; size: number; sha256: string }

/** The text of COPY, compressed, in parts that any store takes. `name` has its schema before it if that is not the service's own. */
export type TableDump = { name: string; columns: string[]; rows: number; parts: Part[] }

export type Manifest = {
  format: typeof FORMAT
  madeAt: string
  /** The Mailsift that made it. */
  version: string
  /** The migrations that made the schema of the tables. */
  migrations: { name: string; sha256: string }[]
  tables: TableDump[]
  sequences: { name: string; value: number }[]
  fileCount: number
  fileBytes: number
  fileList: Part[]
  /** Files of the data folder that belong to its data: the secret, and the first account's token. */
  privateFiles: Part[]
}

export function bytesOf(parts: readonly Part[]): number {
  return parts.reduce((sum, { size }) => sum + size, 0)
}

export function bytesOfBackup({ tables, fileBytes }: Manifest): number {
  return fileBytes + tables.reduce((sum, { parts }) => sum + bytesOf(parts), 0)
}

/** Told to the person as it is. */
export class BackupError extends StartupError {}

export function writeManifest(manifest: Manifest): string {
  return `${JSON.stringify({ manifest, sha256: digest(manifest) }, null, 1)}\n`
}

export async function readManifest(place: BlobStore): Promise<Manifest> {
  const body = await place.read(KEYS.manifest)
  if (!body) {
    if (await place.stat(KEYS.started))
      throw new BackupError('This backup is incomplete. Run the same backup command again to overwrite it.')
    throw new BackupError(
      'No backup found at this location. Use the folder or s3://bucket/prefix that you passed to `backup`.',
    )
  }
  const { manifest, sha256 } = parse((await buffer(body)).toString('utf8'))
  if (manifest?.format !== FORMAT && Number(manifest?.format) > FORMAT)
    throw new BackupError(
      `This backup was made by a newer version of Mailsift (${manifest?.version}). Use that version.`,
    )
  if (!manifest || digest(manifest) !== sha256)
    throw new BackupError('The manifest of this backup is damaged. Use another one.')
  return manifest
}

function parse(text: string): { manifest?: Manifest; sha256?: string } {
  try {
    return JSON.parse(text) as { manifest?: Manifest; sha256?: string }
  } catch {
    return {}
  }
}

function digest(manifest: Manifest): string {
  return createHash('sha256').update(JSON.stringify(manifest)).digest('hex')
}
