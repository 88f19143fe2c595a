// Fills the file system of the folder it is given, and says what a disk store on it does.
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import { BlobsUnavailableError } from '../../../src/platform/blobs/blobs.ts'
import { createDiskBlobs } from '../../../src/platform/blobs/disk.ts'

const folder = process.argv[2]!
const blobs = createDiskBlobs({ folder, linkBaseUrl: '', secrets: [Buffer.alloc(32)], uploadStallMs: 1_000 })
async function* halfMebibyte() {
  for (let at = 0; at < 8; at++) yield Buffer.alloc(64 * 1024, 'x')
}

const filler = join(folder, 'filler')
await writeFile(filler, Buffer.alloc(768 * 1024))
const error = await blobs.write('exports/a.csv', halfMebibyte()).catch((error: unknown) => error)
const report = {
  whenFull: error instanceof BlobsUnavailableError ? error.code : String(error),
  cause: error instanceof BlobsUnavailableError ? (error.cause as NodeJS.ErrnoException).code : undefined,
  visible: (await blobs.stat('exports/a.csv')) !== undefined,
  temporaryFiles: await readdir(join(folder, 'incoming')),
}
await rm(filler)
const { outcome } = await blobs.write('exports/a.csv', halfMebibyte())
console.log(JSON.stringify({ ...report, withSpaceAgain: outcome }))
