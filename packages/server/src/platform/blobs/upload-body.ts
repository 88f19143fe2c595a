export type UploadRefusal = 'longer' | 'shorter' | 'stalled' | 'interrupted'

export class UploadRefusedError extends Error {
  readonly refusal: UploadRefusal

  constructor(refusal: UploadRefusal, options?: ErrorOptions) {
    super(`The upload was refused: ${refusal}.`, options)
    this.refusal = refusal
  }
}

/**
 * Passes on a body of exactly `size` bytes that never pauses for longer than `stallMs`; throws at any other. The body is
 * left to its owner, who may still want to answer on the same connection.
 */
export async function* expectBody(
  body: AsyncIterable<Uint8Array>,
  { size, stallMs }: { size: number; stallMs: number },
): AsyncGenerator<Uint8Array, void> {
  const chunks = body[Symbol.asyncIterator]()
  let received = 0
  for (;;) {
    const { done, value } = await nextBefore(stallMs, chunks)
    if (done) break
    received += value.length
    if (received > size) throw new UploadRefusedError('longer')
    yield value
  }
  if (received < size) throw new UploadRefusedError('shorter')
}

async function nextBefore<T>(stallMs: number, chunks: AsyncIterator<T>): Promise<IteratorResult<T>> {
  let timer: NodeJS.Timeout | undefined
  const stalled = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new UploadRefusedError('stalled')), stallMs)
  })
  const next = chunks.next().catch((cause) => {
    throw new UploadRefusedError('interrupted', { cause })
  })
  // The loser of the race must not end as an unhandled rejection.
  next.catch(() => undefined)
  try {
    return await Promise.race([next, stalled])
  } finally {
    clearTimeout(timer)
  }
}
