// Generates Excel files, byte for byte the same each time.
import { strToU8, zipSync } from 'fflate'

export type Cell =
  | string
  | number
  | boolean
  | Date
  | null
  | { inline: string }
  | { rich: string[] }
  | { formula: string; value: string }
export type SheetDefinition = { name: string; rows: (Cell[] | null)[]; hidden?: boolean }
export type BookOptions = { prefix?: string; withoutReferences?: boolean; stored?: boolean }

const MTIME = Date.UTC(2026, 0, 2)
const xml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

export function makeXlsx(
  sheets: SheetDefinition[],
  { prefix = '', withoutReferences = false, stored = false }: BookOptions = {},
): Uint8Array {
  const strings: string[] = []
  const numbers = new Map<string, number>()
  const tag = (name: string) => (prefix ? `${prefix}:${name}` : name)
  const stringNumber = (content: string) => {
    const known = numbers.get(content) ?? strings.push(content) - 1
    numbers.set(content, known)
    return known
  }
  const cellXml = (cell: Cell, reference: string) => {
    const at = withoutReferences ? '' : ` r="${reference}"`
    const value = (text: string | number) => `<${tag('v')}>${text}</${tag('v')}>`
    const made = (attributes: string, inner: string) => `<${tag('c')}${at}${attributes}>${inner}</${tag('c')}>`
    if (cell === null) return withoutReferences ? made('', '') : ''
    if (typeof cell === 'number') return made('', value(cell))
    if (typeof cell === 'boolean') return made(' t="b"', value(cell ? 1 : 0))
    if (cell instanceof Date) return made(' s="1"', value((cell.getTime() - Date.UTC(1899, 11, 30)) / 86_400_000))
    if (typeof cell === 'string')
      return made(' t="s"', value(stringNumber(`<${tag('t')} xml:space="preserve">${xml(cell)}</${tag('t')}>`)))
    if ('inline' in cell)
      return made(' t="inlineStr"', `<${tag('is')}><${tag('t')}>${xml(cell.inline)}</${tag('t')}></${tag('is')}>`)
    if ('rich' in cell) {
      const runs = cell.rich.map((run) => `<${tag('r')}><${tag('t')}>${xml(run)}</${tag('t')}></${tag('r')}>`).join('')
      return made(
        ' t="s"',
        value(
          stringNumber(`${runs}<${tag('rPh')} sb="0" eb="1"><${tag('t')}>reading aid</${tag('t')}></${tag('rPh')}>`),
        ),
      )
    }
    return made(' t="str"', `<${tag('f')}>${xml(cell.formula)}</${tag('f')}>${value(xml(cell.value))}`)
  }
  const space = prefix ? `xmlns:${prefix}` : 'xmlns'
  const main = `${space}="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
  const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
  const sheetXml = ({ rows }: SheetDefinition) =>
    `${head}<${tag('worksheet')} ${main}><${tag('sheetData')}>${rows
      .map(
        (row, at) =>
          row &&
          `<${tag('row')}${withoutReferences ? '' : ` r="${at + 1}"`}>${row.map((cell, column) => cellXml(cell, `${columnName(column)}${at + 1}`)).join('')}</${tag('row')}>`,
      )
      .filter(Boolean)
      .join('')}</${tag('sheetData')}></${tag('worksheet')}>`
  const sheetFiles = sheets.map((sheet, at) => [`xl/worksheets/sheet${at + 1}.xml`, sheetXml(sheet)] as const)
  const files: [string, string][] = [
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    ],
    [
      '_rels/.rels',
      `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ],
    [
      'xl/workbook.xml',
      `${head}<${tag('workbook')} ${main} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><${tag('sheets')}>${sheets.map(({ name, hidden }, at) => `<${tag('sheet')} name="${xml(name)}" sheetId="${at + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`).join('')}</${tag('sheets')}></${tag('workbook')}>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${head}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${sheets.map((_, at) => `<Relationship Id="rId${at + 1}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${at % 2 === 0 ? '' : '/xl/'}worksheets/sheet${at + 1}.xml"/>`).join('')}</Relationships>`,
    ],
    ...sheetFiles.map(([name, text]) => [name, text] as [string, string]),
    [
      'xl/styles.xml',
      `${head}<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="[$-407]dd\\.mm\\.yyyy;@"/></numFmts><cellStyleXfs count="1"><xf numFmtId="14"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>`,
    ],
    [
      'xl/sharedStrings.xml',
      `${head}<${tag('sst')} ${main}>${strings.map((content) => `<${tag('si')}>${content}</${tag('si')}>`).join('')}</${tag('sst')}>`,
    ],
  ]
  return zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])), {
    mtime: MTIME,
    level: stored ? 0 : 6,
    os: 3,
  })
}

function columnName(column: number): string {
  return column < 26
    ? String.fromCharCode(65 + column)
    : columnName(Math.floor(column / 26) - 1) + columnName(column % 26)
}
