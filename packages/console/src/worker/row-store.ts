// All rows of a result, compressed: as strings, the cells of 150,000 rows would take hundreds of megabytes.
export type StoredRow = {
  address: string
  suggestion: string
  /** Whether its domain had no registry lookup. */
  isUnregistered: boolean
  /** Source and date of a bounce or another reason that only the account knows; empty for nearly all. */
  evidence: string
  cells: string[]
}

/** Rows per compressed chunk. */
const CHUNK_ROWS = 256

export function createRowStore() {
  const encoder = new TextEncoder()
  const decoder = new TextDecoder()
  const chunks: Uint8Array[] = []
  let open: string[] = []
  /** The group of each row, as given to `add`. */
  const codes: number[] = []

  /** JSON escapes line ends, so each line is a row. */
  const linesOf = (chunk: number): string[] =>
    chunk < chunks.length ? decoder.decode(chunks[chunk]).split('\n') : open

  function rowOf(line: string): StoredRow {
    const [address, suggestion, isUnregistered, evidence, ...cells] = JSON.parse(line)
    return { address, suggestion, isUnregistered, evidence, cells }
  }

  return {
    codes: codes as readonly number[],
    add({ address, suggestion, isUnregistered, evidence, cells }: StoredRow, code: number): void {
      codes.push(code)
      open.push(JSON.stringify([address, suggestion, isUnregistered, evidence, ...cells]))
      if (open.length < CHUNK_ROWS) return
      chunks.push(encoder.encode(open.join('\n')))
      open = []
    },
    /** Rows by position, in ascending order. */
    read(positions: readonly number[]): StoredRow[] {
      let chunk = -1
      let lines: string[] = []
      return positions.map((position) => {
        const at = Math.floor(position / CHUNK_ROWS)
        if (at !== chunk) [chunk, lines] = [at, linesOf(at)]
        return rowOf(lines[position % CHUNK_ROWS]!)
      })
    },
    /** The positions of rows with the text in any cell, ignoring case. */
    search(text: string): number[] {
      const wanted = text.toLowerCase()
      const packed = JSON.stringify(wanted).slice(1, -1)
      // A line may contain the text outside the cells, such as a comma or "false".
      const isFound = (line: string) => {
        if (!line.toLowerCase().includes(packed)) return false
        const { address, suggestion, evidence, cells } = rowOf(line)
        return [address, suggestion, evidence, ...cells].some((cell) => cell.toLowerCase().includes(wanted))
      }
      const found: number[] = []
      for (let chunk = 0; chunk <= chunks.length; chunk++)
        for (const [at, line] of linesOf(chunk).entries()) if (isFound(line)) found.push(chunk * CHUNK_ROWS + at)
      return found
    },
  }
}

export type RowStore = ReturnType<typeof createRowStore>
