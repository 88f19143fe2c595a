// Messy lists, and the expected export of all rows with our three columns.
import { strToU8, zipSync } from 'fflate'

export type MessyList = { name: string; bytes: Uint8Array; expected: string }

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0))
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'))

/** The smallest workbook that Excel itself would open. */
export function workbook(sheets: { readonly [name: string]: readonly (readonly string[])[] }): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const packaged = 'http://schemas.openxmlformats.org/package/2006/relationships'
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`
  const names = Object.keys(sheets)
  const each = (write: (name: string, number: number) => string) =>
    names.map((name, at) => write(name, at + 1)).join('')
  const tab = (name: string, number: number) => `<sheet name="${name}" sheetId="${number}" r:id="rId${number}"/>`
  const relation = (_: string, number: number) =>
    `<Relationship Id="rId${number}" Type="${relations}/worksheet" Target="worksheets/sheet${number}.xml"/>`
  const pages = names.map((name, at) => {
    const rows = sheets[name]!.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
    const sheet = `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`
    return [`xl/worksheets/sheet${at + 1}.xml`, strToU8(sheet)]
  })
  return zipSync({
    '_rels/.rels': strToU8(
      `<Relationships xmlns="${packaged}"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${each(tab)}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(`<Relationships xmlns="${packaged}">${each(relation)}</Relationships>`),
    ...Object.fromEntries(pages),
  })
}

export const MESSY_LISTS: readonly MessyList[] = [
  {
    name: 'excel semicolons.csv',
    bytes: utf8('\ufeffName;E-Mail\r\nAnn Lee;ann.lee@contoso.com\r\nDesk;info@contoso.com\r\n'),
    expected:
      'Name;E-Mail;status;reason;suggestion\r\nAnn Lee;ann.lee@contoso.com;safe;ok;\r\nDesk;info@contoso.com;unsafe;role;\r\n',
  },
  {
    name: 'sep line.csv',
    bytes: utf8('sep=;\r\nName;E-Mail\r\nAnn Lee;ann.lee@contoso.com\r\n'),
    expected: 'Name;E-Mail;status;reason;suggestion\nAnn Lee;ann.lee@contoso.com;safe;ok;\n',
  },
  {
    name: 'windows-1252.csv',
    bytes: latin1('Name,Email\nJ\xf6rg M\xfcller,joerg.mueller@contoso.com\n'),
    expected: 'Name,Email,status,reason,suggestion\nJörg Müller,joerg.mueller@contoso.com,safe,ok,\n',
  },
  {
    name: 'utf-16.txt',
    bytes: utf16('Name\tEmail\r\nŁukasz\tlukasz.nowak@contoso.com\r\n'),
    expected: 'Name\tEmail\tstatus\treason\tsuggestion\nŁukasz\tlukasz.nowak@contoso.com\tsafe\tok\t\n',
  },
  {
    name: 'workbook.xlsx',
    bytes: workbook({
      Kunden: [
        ['Name', 'Email'],
        ['Ann, Lee', 'ann.lee@contoso.com'],
      ],
    }),
    expected: 'Name,Email,status,reason,suggestion\n"Ann, Lee",ann.lee@contoso.com,safe,ok,\n',
  },
  {
    name: 'preamble.csv',
    bytes: utf8(
      'Export of May\nMade by hand\n\nName,Email,City\nAnn Lee,ann.lee@contoso.com,Bonn\nBob Ray,bob.ray@contoso.com,Kiel\n',
    ),
    expected:
      'Name,Email,City,status,reason,suggestion\nAnn Lee,ann.lee@contoso.com,Bonn,safe,ok,\nBob Ray,bob.ray@contoso.com,Kiel,safe,ok,\n',
  },
  {
    name: 'no header.csv',
    bytes: utf8('Ann Lee,ann.lee@contoso.com\nBob Ray,bob.ray@contoso.com\n'),
    expected:
      'Column 1,Column 2,status,reason,suggestion\nAnn Lee,ann.lee@contoso.com,safe,ok,\nBob Ray,bob.ray@contoso.com,safe,ok,\n',
  },
  {
    name: 'two columns.csv',
    bytes: utf8(
      'Private E-Mail,Work E-Mail\nann.lee@gmail.com,ann.lee@contoso.com\nbob.ray@gmial.com,bob.ray@contoso.com\n',
    ),
    expected:
      'Private E-Mail,Work E-Mail,original_Private E-Mail,original_Work E-Mail,status,reason,suggestion\n' +
      'ann.lee@gmail.com,,,ann.lee@contoso.com,safe,ok,\n' +
      'ann.lee@contoso.com,,ann.lee@gmail.com,ann.lee@contoso.com,safe,ok,\n' +
      'bob.ray@gmial.com,,,bob.ray@contoso.com,unsafe,typo,bob.ray@gmail.com\n' +
      'bob.ray@contoso.com,,bob.ray@gmial.com,bob.ray@contoso.com,safe,ok,\n',
  },
  {
    name: 'quoted "lines" <img src=x onerror=alert(1)>.csv',
    bytes: utf8('Remark,Email\n"two\nlines, and ""quotes""",ann.lee@contoso.com\n=HYPERLINK(1),bob.ray@contoso.com\n'),
    expected:
      'Remark,Email,status,reason,suggestion\n"two\nlines, and ""quotes""",ann.lee@contoso.com,safe,ok,\n=HYPERLINK(1),bob.ray@contoso.com,safe,ok,\n',
  },
]

/** A list that Excel writes, a workbook, and one with a script for a careless page. */
export const FEW_LISTS = MESSY_LISTS.filter(({ name }) => /^(?:excel|workbook|quoted)/.test(name))

/** The limit of a file. */
export const LONG_ROWS = 100_000

export function longList(rows = LONG_ROWS): Uint8Array {
  const names = ['anna', 'ben', 'clara', 'david', 'eva', 'frank', 'greta', 'hans']
  const lines = Array.from(
    { length: rows },
    (_, at) => `${at},${names[at % 8]}.miller${at % 977}@domain${at % 5000}.com`,
  )
  return utf8(`id,email\n${lines.join('\n')}\n`)
}
