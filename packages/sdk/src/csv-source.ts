import { openFile } from '#files'

/** A path or file: URL (Node, Deno, Bun), a File or Blob, or a stream of bytes or text. */
export type CsvSource = string | URL | Blob | ByteStream

type ByteStream = AsyncIterable<Uint8Array | string> | ReadableStream<Uint8Array>
type AnyStream<Piece> = AsyncIterable<Piece> | ReadableStream<Piece>

export type CsvFile = { blob: Blob; name: string | undefined }

/** §8. A stream is buffered in memory until its size is known, so it must be bounded. */
const STREAM_MAX_BYTES = 50 * 1024 * 1024

/** Collected before it becomes a Blob: small pieces need neither a Blob each nor twice the memory. */
const PIECE_BYTES = 1024 * 1024

/** A Blob has a known size and can be read again for a retry; a file stays on disk. */
export async function openSource(source: CsvSource, signal: AbortSignal | undefined): Promise<CsvFile> {
  signal?.throwIfAborted()
  if (typeof source === 'string' || source instanceof URL) return openPath(source)
  if (source instanceof Blob) return { blob: source, name: 'name' in source ? String(source.name) : undefined }
  return { blob: await collect(source, signal), name: undefined }
}

async function openPath(path: string | URL): Promise<CsvFile> {
  return { blob: await openFile(path), name: path instanceof URL ? decodeURIComponent(path.pathname) : path }
}

async function collect(stream: ByteStream, signal: AbortSignal | undefined): Promise<Blob> {
  const pieces: Blob[] = []
  const piece = new Uint8Array(PIECE_BYTES)
  const encoder = new TextEncoder()
  let [size, filled] = [0, 0]
  for await (const chunk of iterate<Uint8Array | string>(stream, signal)) {
    let rest = typeof chunk === 'string' ? encoder.encode(chunk) : chunk
    size += rest.length
    if (size > STREAM_MAX_BYTES) throw new RangeError(`The stream is longer than ${STREAM_MAX_BYTES} bytes`)
    while (rest.length > 0) {
      const fitting = rest.subarray(0, PIECE_BYTES - filled)
      piece.set(fitting, filled)
      filled += fitting.length
      rest = rest.subarray(fitting.length)
      if (filled < PIECE_BYTES) break
      pieces.push(new Blob([piece]))
      filled = 0
    }
  }
  return new Blob([...pieces, piece.subarray(0, filled)])
}

/** The stream is released however reading ends, including an abort while it is stalled. */
export async function* iterate<Piece>(
  stream: AnyStream<Piece>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Piece, void, void> {
  const source = iteratorOf(stream)
  try {
    for (;;) {
      const { done, value } = await unlessAborted(signal, source.next())
      if (done) return
      yield value
    }
  } finally {
    // Not awaited: a stalled source may never respond.
    source.return?.().catch(() => {})
  }
}

/** Like Promise.race, but without a retained reaction for each of a million chunks. */
function unlessAborted<Value>(signal: AbortSignal | undefined, pending: Promise<Value>): Promise<Value> {
  if (!signal) return pending
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** Not every runtime can iterate a ReadableStream. */
function iteratorOf<Piece>(stream: AnyStream<Piece>): AsyncIterator<Piece, void> {
  if (!('getReader' in stream)) return stream[Symbol.asyncIterator]()
  const reader = stream.getReader()
  return {
    next: async () => {
      const { done, value } = await reader.read()
      return done ? { done, value: undefined } : { done, value }
    },
    return: async () => {
      await reader.cancel()
      return { done: true, value: undefined }
    },
  }
}
