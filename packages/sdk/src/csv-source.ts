/** A path or file: URL (Node, Deno, Bun), a File or Blob, or a stream of bytes or text. */
export type CsvSource = string | URL | Blob | ByteStream

type ByteStream = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>

export type CsvFile = { blob: Blob; name: string | undefined }

/** §8. A stream is held in memory until its size is known, so it must not be endless. */
const STREAM_MAX_BYTES = 50 * 1024 * 1024

/** As a Blob a source has a known size and can be read again for a retry; one that is a file stays on the disk. */
export async function openSource(source: CsvSource): Promise<CsvFile> {
  if (typeof source === 'string' || source instanceof URL) return openPath(source)
  if (source instanceof Blob) return { blob: source, name: 'name' in source ? String(source.name) : undefined }
  return { blob: await collect(source), name: undefined }
}

async function openPath(path: string | URL): Promise<CsvFile> {
  // Imported only here, so that the rest runs where there are no files.
  const { openAsBlob } = await import('node:fs')
  return { blob: await openAsBlob(path), name: path instanceof URL ? decodeURIComponent(path.pathname) : path }
}

async function collect(stream: ByteStream): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  const encoder = new TextEncoder()
  let size = 0
  for await (const chunk of iterate(stream)) {
    // Copied, because some sources reuse their buffer.
    const bytes = typeof chunk === 'string' ? encoder.encode(chunk) : new Uint8Array(chunk)
    size += bytes.length
    if (size > STREAM_MAX_BYTES) throw new RangeError(`The stream is longer than ${STREAM_MAX_BYTES} bytes`)
    chunks.push(bytes)
  }
  return new Blob(chunks)
}

/** Not every runtime can iterate a ReadableStream. */
async function* iterate(stream: ByteStream): AsyncIterable<Uint8Array | string> {
  if (!('getReader' in stream)) return yield* stream
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value
}
