import type { Submission } from '@mailsift/sdk'
import { mailsift } from './client.ts'

/** The service's own CSV of a file or list, whole. */
export async function downloadAnswers(
  { kind, id }: Pick<Submission, 'kind' | 'id'>,
  signal?: AbortSignal,
): Promise<Blob> {
  const options = signal ? { signal } : {}
  const stream = kind === 'group' ? mailsift.groups.download(id, options) : mailsift.bulk.download(id, options)
  // Read by hand: a Response over the stream would replace its error by "Failed to fetch".
  const reader = stream.getReader()
  const parts: BlobPart[] = []
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts, { type: 'text/csv' })
    parts.push(new Blob([value as BlobPart]))
    // The browser has it now. What it came in is given back at once instead of when memory runs short.
    ;(value.buffer as { transfer?: (length: number) => void }).transfer?.(0)
  }
}
