/**
 * A 64-bit hash of the content of a file (FNV-1a, two halves). Browsers disable SHA-256 on plain HTTP pages; a
 * fingerprint is not a security feature.
 */
export async function fingerprintOf(file: Blob): Promise<string> {
  let [even, odd] = [0x811c9dc5, 0x01000193]
  const reader = file.stream().getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    for (let at = 0; at < value.length; at++) {
      even = Math.imul(even ^ value[at]!, 0x01000193)
      odd = Math.imul(odd ^ value[at]! ^ (even >>> 15), 0x85ebca6b)
    }
  }
  return [even, odd].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}
