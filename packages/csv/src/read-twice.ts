/** One stream for two readers: what the first has read waits for the second, who is never ahead. */
export function readTwice(source: AsyncIterable<Uint8Array>): {
  first: AsyncIterable<Uint8Array>
  /** The waiting bytes. It ends when there are none, and may be called again. */
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
