// Streams a CSV to .xlsx: one sheet, or more if it exceeds the rows of a sheet. Every cell is a value: text, number or
// date.
import { neutralize } from '@mailsift/csv/formula'
import { createRecordReader } from '@mailsift/intake/records'
import type { OutputSeparator } from './layout.ts'
import { createZip, type ZipFile } from './zip.ts'

export type Workbook = {
  /** Accepts the next bytes of a UTF-8 CSV; returns the next bytes of the file. */
  push(csv: Uint8Array): Promise<Uint8Array[]>
  end(): Promise<Uint8Array[]>
}

/** `headerAt`: the number of records above the header. */
export type WorkbookOptions = { separator: OutputSeparator; headerAt?: number }

/** The maximum of a spreadsheet. */
const ROWS_MAX = 1_048_576
const TEXT_MAX_CHARACTERS = 32_767
const COLUMN_CHARACTERS = { least: 12, most: 40 }

export function createWorkbook({ separator, headerAt = 0 }: WorkbookOptions, rowsMax = ROWS_MAX): Workbook {
  const zip = createZip()
  const decoder = new TextDecoder()
  const encoder = new TextEncoder()
  const reader = createRecordReader({ separator, columns: 'all', width: 1 })
  let sheet: ZipFile | undefined
  let sheets = 0
  let rows = 0
  let header: readonly string[] = []

  async function addPart(name: string, text: string): Promise<void> {
    const part = zip.begin(name)
    await part.write(encoder.encode(text))
    await part.end()
  }

  async function beginSheet(widths: readonly string[]): Promise<void> {
    if (sheets === 0) await addPart('[Content_Types].xml', CONTENT_TYPES)
    sheet = zip.begin(`xl/worksheets/sheet${++sheets}.xml`)
    rows = 0
    await write(sheetStart(widths, sheets === 1 ? headerAt + 1 : 1, sheets === 1))
  }

  const write = (text: string) => sheet!.write(encoder.encode(text))

  async function endSheet(): Promise<void> {
    await write('</sheetData></worksheet>')
    await sheet!.end()
  }

  /** Batches rows: compressing each row separately would take longer than the row itself. */
  async function add(records: readonly { cells: (string | undefined)[] }[]): Promise<void> {
    let text = ''
    for (const { cells } of records) {
      if (sheets === 0) await beginSheet(cells as string[])
      if (rows === rowsMax) {
        await write(text)
        await endSheet()
        await beginSheet(header)
        text = rowXml(++rows, header, true)
      }
      const isHeader = sheets === 1 && rows === headerAt
      if (isHeader) header = cells as string[]
      text += rowXml(++rows, cells, isHeader)
    }
    if (text) await write(text)
  }

  return {
    async push(csv) {
      await add(reader.push(decoder.decode(csv, { stream: true })))
      return zip.take()
    },
    async end() {
      await add([...reader.push(decoder.decode()), ...reader.end()])
      if (sheets === 0) await beginSheet([])
      await endSheet()
      for (const [name, text] of bookParts(sheets)) await addPart(name, text)
      zip.end()
      return zip.take()
    },
  }
}

/** Converts a complete CSV to .xlsx. */
export async function* toWorkbook(
  csv: AsyncIterable<Uint8Array>,
  options: WorkbookOptions,
): AsyncGenerator<Uint8Array, void> {
  const workbook = createWorkbook(options)
  for await (const piece of csv) yield* await workbook.push(piece)
  yield* await workbook.end()
}

/** Indexes in `STYLES`. */
const STYLE = { header: 1, asText: 2, date: 3, time: 4 } as const

function rowXml(number: number, cells: readonly (string | undefined)[], isHeader: boolean): string {
  let xml = `<row r="${number}">`
  for (let at = 0; at < cells.length; at++) {
    const text = cells[at] ?? ''
    xml += text === '' && !isHeader ? '<c/>' : cellXml(text, isHeader)
  }
  return `${xml}</row>`
}

function cellXml(text: string, isHeader: boolean): string {
  if (isHeader) return textXml(text, STYLE.header)
  if (NUMBER.test(text) && String(Number(text)) === text) return `<c><v>${text}</v></c>`
  const serial = DATE.test(text) ? serialOf(text) : undefined
  if (serial !== undefined) return `<c s="${text.length > 10 ? STYLE.time : STYLE.date}"><v>${serial}</v></c>`
  // The apostrophe that makes a formula text in the CSV is a style of the cell here.
  const bare = text.startsWith("'") && neutralize(text.slice(1)) === text ? text.slice(1) : text
  return textXml(bare, neutralize(bare) === bare ? 0 : STYLE.asText)
}

/** Round-trips unchanged and is short enough to be shown in full: a phone number or an id stays text. */
const NUMBER = /^-?\d{1,11}(?:\.\d{1,6})?$/
const DATE = /^\d{4}-\d{2}-\d{2}(?: \d{2}:\d{2}:\d{2})?$/
const DAY_MS = 86_400_000
/** Earlier days have other numbers in Excel, which treats 1900 as a leap year. */
const FIRST_SERIAL = 61

function serialOf(text: string): number | undefined {
  const time = Date.parse(`${text.replace(' ', 'T')}${text.length > 10 ? '' : 'T00:00:00'}Z`)
  if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(text.slice(0, 10))) return undefined
  const serial = (time - Date.UTC(1899, 11, 30)) / DAY_MS
  return serial >= FIRST_SERIAL ? serial : undefined
}

function textXml(text: string, style: number): string {
  const kept = text.length > TEXT_MAX_CHARACTERS ? `${text.slice(0, TEXT_MAX_CHARACTERS - 1)}…` : text
  return `<c t="inlineStr"${style === 0 ? '' : ` s="${style}"`}><is><t xml:space="preserve">${escapeXml(kept)}</t></is></c>`
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML cannot contain, and text that would be read as an escape for one. */
const TO_ESCAPE = /[&<>"]|[\0-\x08\x0b-\x1f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)/g

const escapeXml = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(
      TO_ESCAPE,
      (sign) => ESCAPES[sign] ?? `_x${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}_`,
    )

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Worksheets are the default type, so that this part can be written first, before their number is known. */
const CONTENT_TYPES =
  `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
  '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
  `<Default Extension="xml" ContentType="${TYPES}.worksheet+xml"/>` +
  `<Override PartName="/xl/workbook.xml" ContentType="${TYPES}.sheet.main+xml"/>` +
  `<Override PartName="/xl/styles.xml" ContentType="${TYPES}.styles+xml"/></Types>`

function sheetStart(names: readonly string[], frozen: number, isActive: boolean): string {
  const widths = names.map((name) =>
    Math.min(COLUMN_CHARACTERS.most, Math.max(COLUMN_CHARACTERS.least, name.length + 4, /mail/i.test(name) ? 32 : 0)),
  )
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`)
  return (
    `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${isActive ? ' tabSelected="1"' : ''} workbookViewId="0">` +
    `<pane ySplit="${frozen}" topLeftCell="A${frozen + 1}" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>` +
    `${columns.length > 0 ? `<cols>${columns.join('')}</cols>` : ''}<sheetData>`
  )
}

const STYLES =
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/>` +
  '<numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>' +
  '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>' +
  '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
  '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>' +
  '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5">' +
  '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>' +
  '<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1" applyNumberFormat="1"/>' +
  '<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '<xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>' +
  '</cellXfs></styleSheet>'

function bookParts(count: number): [name: string, text: string][] {
  const numbers = Array.from({ length: count }, (_, at) => at + 1)
  const sheets = numbers.map((at) => `<sheet name="List${at > 1 ? ` ${at}` : ''}" sheetId="${at}" r:id="rId${at}"/>`)
  const links = numbers.map(
    (at) => `<Relationship Id="rId${at}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${at}.xml"/>`,
  )
  const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
  return [
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${sheets.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${packaged}">${links.join('')}<Relationship Id="rId0" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    ],
    ['xl/styles.xml', STYLES],
    [
      '_rels/.rels',
      `${XML}<Relationships xmlns="${packaged}"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
  ]
}
