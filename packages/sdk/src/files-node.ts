/** A file as a Blob, which stays on disk if the runtime supports it. */
import * as fs from 'node:fs'

export async function openFile(path: string | URL): Promise<Blob> {
  // This error names the file; that of the next call does not.
  await fs.promises.access(path)
  // Not supported by Node 18.
  return fs.openAsBlob ? fs.openAsBlob(path) : new Blob([await fs.promises.readFile(path)])
}
