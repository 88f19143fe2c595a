// A forgiving CSV parser: unclosed quotes, text after a closing quote and any line end are read in the most likely way.
// A record extends to the first character of the next one, including blank lines, so that no character of the text is
// lost.

export type Separator = ',' | ';' | '\t' | '|' | ''

export type Record = {
  /** Exactly as in the file, including the line end. */
  raw: string
  /** Its first line, one-based. */
  line: number
  /** The number of fields. */
  fields: number
  /** The texts of the requested fields; undefined if the record is too short. */
  cells: (string | undefined)[]
  /** The position in `raw` of the first field beyond the header, or of the line end. */
  contentEnd: number
  /** Contains quotes where no CSV reader expects them: other readers would parse the unchanged text differently. */
  isOdd: boolean
  /** The position in `raw` where the last field with a header name ends. */
  widthEnd: number
}

export type RecordReader = {
  /** The complete records in the text so far. */
  push(text: string): Record[]
  end(): Record[]
}

export type RecordOptions = {
  /** Without one, every line is one field, and quotes are ordinary characters. */
  separator: Separator
  /** The requested columns. */
  columns: readonly number[] | 'all'
  /** The number of fields in the header. */
  width: number
  /** The line number of the start of the text. */
  line?: number
  /** Cells exactly as written, including quotes. */
  isRaw?: boolean
}

/** A quote that is not closed within this length is an ordinary character. */
const RECORD_MAX_CHARACTERS = 1024 * 1024

const LF = 0x0a
const CR = 0x0d
const QUOTE = 0x22

export function createRecordReader(options: RecordOptions): RecordReader {
  const { separator, columns, width, line: firstLine = 1, isRaw = false } = options
  const separatorCode = separator === '' ? -1 : separator.charCodeAt(0)
  const hasQuotes = separator !== ''
  let starts = new Int32Array(64)
  let ends = new Int32Array(64)
  let carried = ''
  /** A record that spans many pieces is rescanned only when it has doubled, so that an endless line takes linear time. */
  let scanFrom = 0
  let line = firstLine
  /** Fields of the current record. */
  let fields = 0
  let lineEnds = 0
  let contentEnd = 0
  let isOdd = false

  function addField(start: number, end: number): void {
    if (fields === starts.length) {
      starts = grown(starts)
      ends = grown(ends)
    }
    starts[fields] = start
    ends[fields] = end
    fields++
  }

  /** The start of the next record; -1 if the text may end within this one. */
  function scan(text: string, start: number, isLast: boolean): number {
    const { length } = text
    fields = 0
    lineEnds = 0
    isOdd = false
    let at = start
    for (;;) {
      const fieldStart = at
      if (hasQuotes && at < length && text.charCodeAt(at) === QUOTE) {
        const end = quotedEnd(text, at, start, isLast)
        if (end === INCOMPLETE) return INCOMPLETE
        isOdd ||= end === 0
        if (end > 0) {
          at = end
          isOdd ||= at < length && !endsField(text.charCodeAt(at))
        }
      }
      while (at < length) {
        const code = text.charCodeAt(at)
        if (code === separatorCode || code === LF || code === CR) break
        at++
      }
      if (at === length && !isLast) return INCOMPLETE
      addField(fieldStart, at)
      if (at === length || text.charCodeAt(at) !== separatorCode) break
      at++
    }
    contentEnd = at
    while (at < length) {
      const code = text.charCodeAt(at)
      if (code !== LF && code !== CR) break
      if (code === LF || text.charCodeAt(at + 1) !== LF) lineEnds++
      at++
    }
    return at === length && !isLast ? INCOMPLETE : at
  }

  const endsField = (code: number) => code === separatorCode || code === LF || code === CR

  /** The position after the closing quote; 0 if the quote is an ordinary character. */
  function quotedEnd(text: string, open: number, recordStart: number, isLast: boolean): number {
    let close = open
    for (;;) {
      close = text.indexOf('"', close + 1)
      if (close < 0) return isLast || text.length - recordStart > RECORD_MAX_CHARACTERS ? 0 : INCOMPLETE
      if (close + 1 === text.length && !isLast) return INCOMPLETE
      if (text.charCodeAt(close + 1) !== QUOTE) break
      close++
    }
    if (close - recordStart > RECORD_MAX_CHARACTERS) return 0
    const inside = countLineEnds(text, open, close)
    const next = text.charCodeAt(close + 1)
    const isClosed = close + 1 === text.length || endsField(next)
    // The quote found some lines below opens another field.
    if (!isClosed && inside > 0) return 0
    lineEnds += inside
    return close + 1
  }

  function take(text: string, start: number, end: number): Record {
    const raw = text.slice(start, end)
    const count = columns === 'all' ? fields : columns.length
    const cells: (string | undefined)[] = new Array(count)
    for (let at = 0; at < count; at++) {
      const column = columns === 'all' ? at : columns[at]!
      cells[at] = column < fields ? cellText(text, starts[column]!, ends[column]!) : undefined
    }
    const widthEnd = (fields > width ? ends[width - 1]! : contentEnd) - start
    return { raw, line, fields, cells, contentEnd: contentEnd - start, isOdd, widthEnd }
  }

  function cellText(text: string, start: number, end: number): string {
    const isQuoted =
      !isRaw && hasQuotes && end - start > 1 && text.charCodeAt(start) === QUOTE && text.charCodeAt(end - 1) === QUOTE
    if (!isQuoted) return text.slice(start, end)
    const inner = text.slice(start + 1, end - 1)
    return inner.includes('"') ? inner.replaceAll('""', '"') : inner
  }

  function read(text: string, isLast: boolean): Record[] {
    const all = carried + text
    if (all.length < scanFrom && !isLast) {
      carried = all
      return []
    }
    const records: Record[] = []
    let start = 0
    while (start < all.length) {
      const end = scan(all, start, isLast)
      if (end === INCOMPLETE) break
      records.push(take(all, start, end))
      line += lineEnds
      start = end
    }
    carried = all.slice(start)
    scanFrom = 2 * carried.length
    return records
  }

  return { push: (text) => read(text, false), end: () => read('', true) }
}

const INCOMPLETE = -1

function grown(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length)
  larger.set(array)
  return larger
}

/** \r\n, \n and \r each end one line. */
export function countLineEnds(text: string, start = 0, end = text.length): number {
  let count = 0
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) count++
  }
  return count
}
