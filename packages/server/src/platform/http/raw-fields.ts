/** How often a field was sent. Node joins repeated fields into one value, or keeps the first. */
export function countField(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const field = rawHeaders[at]!
    if (field.length === name.length && field.toLowerCase() === name) count++
  }
  return count
}
