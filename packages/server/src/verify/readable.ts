/** Undefined when what is stored cannot be read: that is one more thing to report, and not the end of the report. */
export function readable<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
