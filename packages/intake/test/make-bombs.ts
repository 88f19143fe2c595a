// Small archives that look like workbooks and expand to more than anyone can read.
import { strToU8, unzipSync, zipSync } from 'fflate'
import { makeXlsx } from './make-xlsx.ts'

const SHEET = 'xl/worksheets/sheet1.xml'
const STRINGS = 'xl/sharedStrings.xml'
const book = unzipSync(makeXlsx([{ name: 'A', rows: [['email'], ['ann.lee@contoso.com']] }]))

const withPart = (part: string, xml: string) => zipSync({ ...book, [part]: strToU8(xml) })
const sheet = (rows: string) => `<worksheet><sheetData><row><c t="inlineStr"><is><t>email</t></is></c></row>${rows}`

/** 8 KB. */
export const nestedTags = () => withPart(SHEET, sheet('<a>'.repeat(2_000_000)))

export const BOMBS: { readonly [what: string]: () => Uint8Array } = {
  'two million nested tags in a sheet': nestedTags,
  'nested tags in the texts': () => withPart(STRINGS, '<a>'.repeat(200_000)),
  'repeated tags': () => withPart(SHEET, sheet('<a/>'.repeat(3_000_000))),
  'repeated attributes': () => withPart(SHEET, sheet(`<a ${'b="" '.repeat(700_000)}/>`.repeat(5))),
  'repeated entities': () => withPart(SHEET, sheet(`<row><c><v>${'&amp;'.repeat(2_000_000)}</v></c></row>`)),
  'repeated empty texts': () => withPart(STRINGS, `<sst>${'<si/>'.repeat(3_000_000)}`),
  'repeated rows': () => withPart(SHEET, sheet('<row/>'.repeat(3_000_000))),
  'rows whose only cell is in the last column': () =>
    withPart(SHEET, sheet('<row><c r="XFD1"><v>1</v></c></row>'.repeat(5_000))),
  'one long text that every cell names': () => oneText('a'.repeat(100_000), 20_000),
  'quotes that every cell names': () => oneText('"'.repeat(100_000), 200),
  'repeated escapes': () =>
    withPart(SHEET, sheet(`<row><c t="str"><v>${'_x0041_'.repeat(10_000)}</v></c></row>`.repeat(300))),
  'blanks that deflate a thousandfold': () => withPart(SHEET, sheet(' '.repeat(40_000_000))),
  'a thousand sheets over the same bytes': () => manySheets(1_000),
}

function oneText(text: string, rows: number): Uint8Array {
  return zipSync({
    ...book,
    [STRINGS]: strToU8(`<sst><si><t>${text}</t></si></sst>`),
    [SHEET]: strToU8(sheet('<row><c t="s"><v>0</v></c></row>'.repeat(rows))),
  })
}

/** Each is within the limit of one sheet. */
function manySheets(count: number): Uint8Array {
  const numbers = Array.from({ length: count }, (_, at) => at)
  const name = (at: number) => `name="${at}" sheetId="${at + 1}" r:id="rId${at}"`
  return zipSync({
    ...book,
    'xl/workbook.xml': strToU8(`<workbook><sheets>${numbers.map((at) => `<sheet ${name(at)}/>`).join('')}</sheets>`),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<r>${numbers.map((at) => `<Relationship Id="rId${at}" Target="worksheets/sheet1.xml"/>`).join('')}</r>`,
    ),
    [SHEET]: strToU8(`<worksheet><sheetData>${'<a/>'.repeat(200_000)}`),
  })
}

/** Each style takes as long as reading a megabyte if it parses the format again. */
export function longFormat(): Uint8Array {
  const format = `<numFmt numFmtId="170" formatCode="${'['.repeat(1_000_000)}"/>`
  const styles = '<xf numFmtId="170"/>'.repeat(20_000)
  return withPart('xl/styles.xml', `<styleSheet><numFmts>${format}</numFmts><cellXfs>${styles}</cellXfs></styleSheet>`)
}

/** The "billion laughs": each entity contains the previous one ten times. */
export function entityBomb(): Uint8Array {
  const entities = Array.from({ length: 9 }, (_, at) => `<!ENTITY e${at + 1} "${`&e${at};`.repeat(10)}">`).join('')
  const text = '<row><c t="inlineStr"><is><t>&e9;</t></is></c></row>'
  return withPart(
    SHEET,
    `<?xml version="1.0"?><!DOCTYPE w [<!ENTITY e0 "ha"><!ENTITY file SYSTEM "file:///etc/passwd">${entities}]>${sheet(text)}`,
  )
}

/** The `BOMBS` that take seconds of processor time before they are refused. */
export const SLOW_BOMBS = [
  'repeated tags',
  'repeated attributes',
  'repeated empty texts',
  'repeated rows',
  'rows whose only cell is in the last column',
  'blanks that deflate a thousandfold',
]
