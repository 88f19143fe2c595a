import type { Manifest, Progress } from '../../backup/backup.ts'
import {
  type BlobStore,
  BlobsUnavailableError,
  DiskUnavailableError,
  explainBlobFault,
} from '../../platform/blobs/blobs.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Command, CommandError, command, type Outcome } from './command.ts'

export type BackupContext = {
  /** A folder, or s3://bucket/prefix. A folder is made if something is to be written there. */
  openPlace(name: string, use: 'read' | 'write'): Promise<BlobStore>
  /** The installation's database, made if there is none. */
  newDatabase(): Promise<Database>
  dataFolder(): string
  progress: Progress
}

const PLACE = { name: 'location', help: 'A folder, or s3://bucket/prefix.' } as const

export function backupCommands({ openPlace, newDatabase, dataFolder, progress }: BackupContext): Command[] {
  return [
    command({
      name: 'backup',
      summary: 'Back up the database and all files to a folder or an object store while the service runs',
      arguments: [PLACE],
      options: { verify: { type: 'boolean', help: 'Only verify the backup at this location.' } },
      details: [
        'A consistent snapshot, taken while requests and tasks continue. Each backup needs its own location; use the date as the name.',
        'An interrupted backup is overwritten. A backup includes all data and secrets, so protect it like the data folder.',
        'It does not include a SECRET that you set yourself. For object stores, set S3_REGION, S3_ENDPOINT and S3_PATH_STYLE.',
      ].join('\n'),
      examples: ['backup /backups/monday', 'backup s3://backups/monday', 'backup /backups/monday --verify'],
      async run(context, { location: name }, { verify }) {
        const { checkBackup, makeBackup } = await import('../../backup/backup.ts')
        if (verify)
          return within(await openPlace(name, 'read'), async (place) =>
            answer('Backup verified', await checkBackup(place, progress)),
          )
        return within(await openPlace(name, 'write'), async (place) => {
          const source = { database: await context.database(), blobs: await context.blobs(), dataFolder: dataFolder() }
          return answer('Backup complete', await makeBackup(source, place, progress))
        })
      },
    }),

    command({
      name: 'restore',
      summary: 'Restore a backup into a new, empty installation',
      arguments: [PLACE],
      details: [
        'Stop Mailsift first, and use a new data folder (DATA_DIR) or an empty database (DATABASE_URL). All checksums are verified',
        'during the restore. If it is interrupted, the database stays empty and you can run it again. Backups of older versions are',
        'migrated to the schema of this version.',
      ].join('\n'),
      examples: ['restore /backups/monday', 'restore s3://backups/monday'],
      async run(context, { location: name }) {
        const { requireRestorable, restoreBackup } = await import('../../backup/backup.ts')
        return within(await openPlace(name, 'read'), async (place) => {
          await requireRestorable(place)
          const { url } = await newDatabase()
          const target = { databaseUrl: url, blobs: await context.blobs(), dataFolder: dataFolder() }
          return answer('Backup restored', await restoreBackup(place, target, progress))
        })
      },
    }),
  ]
}

/** The service tells its clients no more than that a store is not available; an operator needs the reason. */
async function within(place: BlobStore, use: (place: BlobStore) => Promise<Outcome>): Promise<Outcome> {
  try {
    return await use(place)
  } catch (error) {
    if (!(error instanceof BlobsUnavailableError)) throw error
    throw new CommandError(explainFault(error))
  } finally {
    place.close()
  }
}

function explainFault(error: BlobsUnavailableError): string {
  if (!(error instanceof DiskUnavailableError)) return `Cannot use the object store: ${explainBlobFault(error)}.`
  const { code, message } = error.cause as NodeJS.ErrnoException
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return `The disk is full (${code}). Free up space, then run the same command again.`
  return `Cannot read or write a file (${message}). Fix the problem, then run the same command again.`
}

async function answer(what: string, manifest: Manifest): Promise<Outcome> {
  const { bytesOfBackup } = await import('../../backup/backup.ts')
  const { madeAt, version, tables, fileCount } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const bytes = bytesOfBackup(manifest)
  return {
    json: { made_at: madeAt, version, tables: tables.length, rows, files: fileCount, bytes },
    lines: [
      `${what}: ${tables.length} tables with ${rows} rows and ${fileCount} files, ${(bytes / 1e6).toFixed(1)} MB, of ${madeAt} by Mailsift ${version}.`,
    ],
  }
}
