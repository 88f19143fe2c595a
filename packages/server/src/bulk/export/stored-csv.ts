import type { BlobStore } from '../../platform/blobs/blobs.ts'
import type { StoredCsv } from '../state/objects.ts'

export async function storeCsv(
  blobs: Pick<BlobStore, 'write'>,
  key: string,
  content: AsyncIterable<Uint8Array>,
): Promise<StoredCsv> {
  const written = await blobs.write(key, content)
  if (written.outcome === 'exists') throw new Error('Another object has the name of a new CSV.')
  return { key, size: written.size, sha256: written.sha256 }
}
