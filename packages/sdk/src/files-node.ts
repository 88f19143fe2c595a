/** A file as a Blob: where the runtime can, one that stays on the disk. */
import * as fs from 'node:fs'

export async function openFile(path: string | URL): Promise<Blob> {
  // Node 18 cannot.
  return fs.openAsBlob ? fs.openAsBlob(path) : new Blob([await fs.promises.readFile(path)])
}
