/** A file as a Blob: where the runtime can, one that stays on the disk. */
import * as fs from 'node:fs'

export async function openFile(path: string | URL): Promise<Blob> {
  // Its error names the file; that of the next call does not.
  await fs.promises.access(path)
  // Node 18 cannot.
  return fs.openAsBlob ? fs.openAsBlob(path) : new Blob([await fs.promises.readFile(path)])
}
