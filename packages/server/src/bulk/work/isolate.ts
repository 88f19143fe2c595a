/**
 * Does the work on all rows at once. Should that fail, on each half by itself, down to the row that fails alone: it gets
 * its substitute, and only it. `work` must answer one value for each row; `offset` is where its rows begin.
 */
export function isolate<Row, Value>(
  rows: readonly Row[],
  work: (rows: readonly Row[], offset: number) => Value[],
  substitute: (row: Row) => Value,
  offset = 0,
): Value[] {
  try {
    return work(rows, offset)
  } catch {
    if (rows.length === 1) return [substitute(rows[0]!)]
    const middle = rows.length >> 1
    return [
      ...isolate(rows.slice(0, middle), work, substitute, offset),
      ...isolate(rows.slice(middle), work, substitute, offset + middle),
    ]
  }
}
