// Reads a whole backup and says whether it is what was written, without a database.
import type { BlobStore } from '../platform/blobs/blobs.ts'
import { checkFiles } from './files.ts'
import type { Progress } from './make.ts'
import { BackupError, type Manifest, readManifest } from './manifest.ts'
import { readAll, readParts } from './parts.ts'
import { countRows } from './tables.ts'

export async function checkBackup(place: BlobStore, progress: Progress): Promise<Manifest> {
  const manifest = await readManifest(place)
  const { tables, fileCount, fileList, privateFiles } = manifest
  for (const [index, table] of tables.entries()) {
    progress(`table ${index + 1} of ${tables.length}: ${table.name}`)
    const rows = await countRows(table, place)
    if (rows !== table.rows)
      throw new BackupError(
        `The backup is damaged: ${table.name} has ${rows} rows instead of ${table.rows}. Use another one.`,
      )
  }
  let checked = 0
  const found = await checkFiles(place, fileList, () => progress(`${++checked} of ${fileCount} files read`))
  if (found !== fileCount)
    throw new BackupError(
      `The backup is damaged: its list has ${found} files instead of ${fileCount}. Use another one.`,
    )
  await readAll(readParts(place, privateFiles))
  return manifest
}
