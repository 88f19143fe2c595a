/** One stream for two readers: bytes read by the first are buffered for the second, which is never ahead. */
export function readTwice(source: AsyncIterable<Uint8Array>): {
  first: AsyncIterable<Uint8Array>
  /** The buffered bytes. Ends when there are none, and may be called again. */
  second(): AsyncGenerator<Uint8Array, void>
} {
  const waiting: Uint8Array[] = []
  async function* first() {
    for await (const chunk of source) {
      waiting.push(chunk)
      yield chunk
    }
  }
  async function* second() {
    for (let chunk = waiting.shift(); chunk; chunk = waiting.shift()) yield chunk
  }
  return { first: first(), second }
}
