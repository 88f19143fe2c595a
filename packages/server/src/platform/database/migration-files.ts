import { readdir, readFile } from 'node:fs/promises'
import { checksumOf } from './sql-checksum.ts'

export type Migration = { number: number; name: string; sql: string; sha256: string }
/** As the table `migrations` has it. `version` is the Mailsift that applied it. */
export type AppliedMigration = Pick<Migration, 'number' | 'name' | 'sha256'> & { version?: string }

const FOLDER = new URL('../../migrations/', import.meta.url)

export function readMigrations(): Promise<Migration[]> {
  return readFolder(FOLDER)
}

/** The migrations from before 0.1.0, and what takes their databases over. */
export function readTakeover(): Promise<Migration[]> {
  return readFolder(new URL('takeover/', FOLDER))
}

async function readFolder(folder: URL): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (name) => {
      const sql = await readFile(new URL(name, folder), 'utf8')
      return { number: Number.parseInt(name, 10), name, sql, sha256: checksumOf(sql) }
    }),
  )
}
