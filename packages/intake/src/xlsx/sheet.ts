// Streams the rows of a sheet as CSV, so that a sheet is processed like any other list.
import { csvCell } from '../csv-cell.ts'
import { ListError } from '../list-error.ts'
import { formatDate } from './dates.ts'
import type { Effort } from './effort.ts'
import type { Strings } from './strings.ts'
import { checkLength, createXmlParser, tooMuchText } from './xml.ts'

export type SheetContext = {
  strings: Pick<Strings, 'get'>
  /** By style number. */
  isDate: readonly boolean[]
  is1904: boolean
}

/** The maximum of a spreadsheet. */
const ROWS_MAX = 1_048_576
/** The maximum of a spreadsheet. */
const COLUMNS_MAX = 16_384
/**
 * Cells may refer to the same long text repeatedly: the output of one piece of the sheet is kept until the piece has
 * been read.
 */
const PIECE_MAX_CHARACTERS = 32 * 1024 * 1024
/** Padding a row and copying text are cheaper than parsing, but a small archive can require gigabytes of both. */
const FILLED_CELL_STEPS = 1 / 2
const WRITTEN_CHARACTER_STEPS = 1 / 32
/** A quote is doubled here and parsed back. */
const QUOTE_STEPS = 4
/** An escape such as `_x000D_` shrinks by six characters. */
const UNESCAPED_CHARACTER_STEPS = 1 / 2
/** Rows skipped above a row become blank lines, so that line numbers match the sheet, up to this many. */
const BLANK_LINES_MAX = 1000

export async function* readSheet(
  bytes: AsyncIterable<Uint8Array>,
  context: SheetContext,
  effort: Effort,
): AsyncGenerator<string, void> {
  let rows = ''
  let cells: string[] = []
  /** Characters of the cells not yet returned, including those of the current row. */
  let characters = 0
  let rowCharacters = 0
  let rowNumber = 0
  let rowCount = 0
  let column = -1
  let type = ''
  let style = 0
  let value = ''
  let isValue = false
  /** Inside a phonetic guide, which is not part of the cell's text. */
  let isPhonetic = false
  let isDone = false

  const parser = createXmlParser(effort, {
    open(name, attributes) {
      if (name === 'c') {
        column = attributes.r ? columnOf(attributes.r) : column + 1
        type = attributes.t ?? 'n'
        style = Number(attributes.s ?? 0)
        value = ''
      } else if (name === 'v' || (name === 't' && type === 'inlineStr')) isValue = !isPhonetic
      else if (name === 'rPh') isPhonetic = true
      else if (name === 'row') {
        const next = rowNumber + 1
        const number = Math.min(Math.max(Number(attributes.r ?? next) || next, next), ROWS_MAX)
        rows += '\n'.repeat(Math.max(0, Math.min(number - next, BLANK_LINES_MAX)))
        rowNumber = number
        cells = []
        rowCharacters = 0
        column = -1
      }
    },
    text(text) {
      if (!isValue) return
      value += text
      checkLength(value)
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'c') {
        if (column >= 0 && column < COLUMNS_MAX) {
          if (column > cells.length) effort.spend((column - cells.length) * FILLED_CELL_STEPS)
          while (cells.length < column) cells.push('')
          const text = cellText(type, value, style, context, effort)
          effort.spend(text.length * WRITTEN_CHARACTER_STEPS)
          characters += text.length
          rowCharacters += text.length
          if (characters > PIECE_MAX_CHARACTERS) throw tooMuchText()
          cells[column] = text
        }
      } else if (name === 'row') {
        effort.progressed()
        if (++rowCount > ROWS_MAX) throw tooManyRows()
        rows += `${cells.map((cell) => writeCell(cell, effort)).join(',')}\n`
      } else if (name === 'sheetData') isDone = true
    },
  })
  for await (const piece of bytes) {
    parser.push(piece)
    if (rows) {
      yield rows
      rows = ''
      characters = rowCharacters
    }
    // Only formatting, links and drawings follow.
    if (isDone) return
  }
  parser.end()
  if (rows) yield rows
}

const tooManyRows = () =>
  new ListError(
    'broken_file',
    'This Excel file has more rows than a spreadsheet can hold. Save the sheet as CSV and use that file.',
  )

function writeCell(cell: string, effort: Effort): string {
  const written = csvCell(cell, ',')
  effort.spend((written.length - cell.length) * QUOTE_STEPS)
  return written
}

function cellText(
  type: string,
  value: string,
  style: number,
  { strings, isDate, is1904 }: SheetContext,
  effort: Effort,
): string {
  if (type === 's') return strings.get(Number(value))
  if (type === 'inlineStr' || type === 'str') return unescapeText(value, effort)
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
  if (type === 'e' || type === 'd' || value === '') return value
  const number = Number(value)
  if (Number.isNaN(number)) return value
  if (isDate[style]) return formatDate(number, is1904) ?? value
  return /[.eE]/.test(value) ? String(number) : value
}

/** A sheet writes characters that XML cannot contain as `_x000D_`. */
export function unescapeText(text: string, effort: Effort): string {
  if (!text.includes('_x')) return text
  const unescaped = text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  effort.spend((text.length - unescaped.length) * UNESCAPED_CHARACTER_STEPS)
  return unescaped
}

/** `C12` → 2. */
function columnOf(reference: string): number {
  let column = 0
  for (let at = 0; at < reference.length; at++) {
    const code = reference.charCodeAt(at) & ~0x20
    if (code < 0x41 || code > 0x5a) break
    column = column * 26 + code - 0x40
  }
  return column - 1
}
