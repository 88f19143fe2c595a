import { open } from 'node:fs/promises'
import process from 'node:process'

/** Names in a folder outlive a loss of power once the folder itself is on the disk. */
export async function syncFolder(path: string): Promise<void> {
  // Windows writes folders through and cannot open them.
  if (process.platform === 'win32') return
  const folder = await open(path)
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
