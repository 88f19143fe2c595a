/** The chunk's own id with the row's place in its last 16 bits: unique, made once at submission, and stored for free. */
export function resultIds(chunkId: string): (row: number) => string {
  const prefix = chunkId.slice(0, -ROW_DIGITS)
  return (row) => prefix + row.toString(16).padStart(ROW_DIGITS, '0')
}

const ROW_DIGITS = 4
