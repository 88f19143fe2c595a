import type { Submission } from '@mailsift/sdk'
import { mailsift } from './client.ts'

/** Downloads the service's complete CSV of a file or list. */
export async function downloadAnswers(
  { kind, id }: Pick<Submission, 'kind' | 'id'>,
  signal?: AbortSignal,
): Promise<Blob> {
  const options = signal ? { signal } : {}
  const stream = kind === 'group' ? mailsift.groups.download(id, options) : mailsift.bulk.download(id, options)
  // Uses a reader: a Response made from the stream would replace its error with "Failed to fetch".
  const reader = stream.getReader()
  const parts: BlobPart[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts, { type: 'text/csv' })
    parts.push(new Blob([value as BlobPart]))
    // The browser has the data now; transferring the buffer frees its memory at once.
    ;(value.buffer as { transfer?: (length: number) => void }).transfer?.(0)
  }
}
