// Writes the folder `lists`: everyday and hostile files with what a person reads in each of them.
//   node scripts/run.mjs packages/intake/test/make-lists.ts
// The expected rows are written by hand, independent of the reader under test.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { gzipSync, strToU8, zipSync } from 'fflate'
import type { WrittenEncoding } from '../src/encodings.ts'
import { BOMS, encodeText, join } from '../src/text.ts'
import { makeXlsx } from './make-xlsx.ts'
import type { ReadList } from './read-list.ts'

export const FOLDER = fileURLToPath(new URL('./lists/', import.meta.url))

type Expected = Exclude<ReadList, { error: string }>
export type ListFile = { name: string; bytes: Uint8Array; expected: ReadList }

const files: ListFile[] = []

const ADDRESSES = ['zoe.mueller@contoso.com', 'ann.lee@contoso.org', 'jose@contoso.net']
const one = (addresses: readonly string[]) => addresses.map((address) => [address])
const linesFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at)

/** Adds a file with a header in its first line and one record per line by default. */
function add(name: string, content: string | Uint8Array, expected: Partial<Expected> & { rows: string[][] }): void {
  const { rows } = expected
  files.push({
    name,
    bytes: typeof content === 'string' ? encodeText(content, 'utf-8') : content,
    expected: {
      format: 'text',
      encoding: 'utf-8',
      separator: ',',
      hasHeader: true,
      names: ['id', 'name', 'email', 'city'],
      columns: ['email'],
      lines: linesFrom(2, rows.length),
      repaired: 0,
      ...expected,
    },
  })
}

function addError(name: string, content: string | Uint8Array, error: string): void {
  files.push({ name, bytes: typeof content === 'string' ? encodeText(content, 'utf-8') : content, expected: { error } })
}

// Each encoding with each separator.
const PLACES: [WrittenEncoding, bom: boolean, city: string][] = [
  ['utf-8', false, 'Łódź'],
  ['utf-8', true, '東京'],
  ['utf-16le', true, 'Łódź'],
  ['utf-16be', true, '東京'],
  ['utf-16le', false, 'Genève'],
  ['utf-16be', false, 'Genève'],
  ['windows-1252', false, 'Café – “Bar” €'],
  ['latin-1', false, 'Genève'],
]
const SEPARATORS = { comma: ',', semicolon: ';', tab: '\t', pipe: '|' } as const
for (const [encoding, bom, city] of PLACES)
  for (const [word, separator] of Object.entries(SEPARATORS)) {
    const rows = [
      ['id', 'name', 'email', 'city'],
      ...ADDRESSES.map((address, at) => [String(at + 1), ['Zoë Müller', 'Ann Lee', 'José Núñez'][at]!, address, city]),
    ]
    const text = `${rows.map((row) => row.join(separator)).join('\r\n')}\r\n`
    const bytes = encodeText(text, encoding)
    add(
      `${encoding}${bom ? '-bom' : ''}-${word}.${separator === '\t' ? 'tsv' : 'csv'}`,
      bom ? join(BOMS[encoding], bytes) : bytes,
      {
        encoding,
        separator,
        rows: one(ADDRESSES),
      },
    )
  }

// Line ends and quotes.
const HEAD = 'id,name,email,city'
const plain = ADDRESSES.map((address, at) => `${at + 1},N,${address},C`)
add('line-ends-lf.csv', `${HEAD}\n${plain.join('\n')}\n`, { rows: one(ADDRESSES) })
add('line-ends-cr.csv', `${HEAD}\r${plain.join('\r')}\r`, { rows: one(ADDRESSES) })
add('line-ends-mixed.csv', `${HEAD}\r\n${plain[0]}\n${plain[1]}\r${plain[2]}`, { rows: one(ADDRESSES) })
add('no-last-line-end.csv', `${HEAD}\n${plain.join('\n')}`, { rows: one(ADDRESSES) })
add('blank-lines.csv', `\n\n${HEAD}\n\n${plain[0]}\n\n\n${plain[1]}\n${plain[2]}\n\n`, {
  rows: one(ADDRESSES),
  lines: [5, 8, 9],
})
add('quoted-newlines.csv', `${HEAD}\n1,"Zoë\nMüller",${ADDRESSES[0]},"a\r\nb"\n2,N,${ADDRESSES[1]},C\n`, {
  rows: one(ADDRESSES.slice(0, 2)),
  lines: [2, 5],
})
add('doubled-quotes.csv', `${HEAD}\n1,"Zoë ""Zo"" Müller, Dr.","${ADDRESSES[0]}",C\n`, { rows: [[ADDRESSES[0]!]] })
add('stray-quote.csv', `${HEAD}\n1,"N,${ADDRESSES[0]},C\n2,"N",${ADDRESSES[1]},C\n3,N,${ADDRESSES[2]},C\n`, {
  rows: one(ADDRESSES),
})
add('unclosed-quote-at-the-end.csv', `${HEAD}\n${plain[0]}\n2,"N,${ADDRESSES[1]},C\n${plain[2]}\n`, {
  rows: one(ADDRESSES),
})
add('text-after-quote.csv', `${HEAD}\n1,"Zoë" Müller,${ADDRESSES[0]},C\n${plain[1]}\n`, {
  rows: one(ADDRESSES.slice(0, 2)),
})
add('quote-inside.csv', `${HEAD}\n1,5" wide,${ADDRESSES[0]},C\n2,6" wide,${ADDRESSES[1]},C\n`, {
  rows: one(ADDRESSES.slice(0, 2)),
})
add('all-quoted.csv', `"id","name","email","city"\n"1","N","${ADDRESSES[0]}","C"\n`, { rows: [[ADDRESSES[0]!]] })
add('bom-inside-quoted-header.csv', `\ufeff"email","n"\n"${ADDRESSES[0]}","1"\n`, {
  names: ['email', 'n'],
  rows: [[ADDRESSES[0]!]],
})

// Ragged.
add('ragged-short.csv', `id,email,name\n1,${ADDRESSES[0]}\n2,${ADDRESSES[1]},N\n3\n4,${ADDRESSES[2]},N\n`, {
  names: ['id', 'email', 'name'],
  rows: [[ADDRESSES[0]!], [ADDRESSES[1]!], [], [ADDRESSES[2]!]],
})
add('ragged-long.csv', `id,email,name\n1,${ADDRESSES[0]},Müller, Zoë,\n2,${ADDRESSES[1]},N\n3,${ADDRESSES[2]},N\n`, {
  names: ['id', 'email', 'name'],
  rows: one(ADDRESSES),
})
add('ragged-beside.csv', `${HEAD}\n${plain[0]}\n2,${ADDRESSES[1]},C\n3,Núñez, José,${ADDRESSES[2]},C\n${plain[0]}\n`, {
  rows: one([...ADDRESSES, ADDRESSES[0]!]),
  repaired: 2,
})
add('rows-of-separators.csv', `${HEAD}\n${plain[0]}\n,,,\n${plain[1]}\n,,,\n`, {
  rows: [[ADDRESSES[0]!], [], [ADDRESSES[1]!], []],
})
add('trailing-separator.csv', `id,email,\n1,${ADDRESSES[0]},\n2,${ADDRESSES[1]},\n`, {
  names: ['id', 'email', 'Column 3'],
  rows: one(ADDRESSES.slice(0, 2)),
})

// Lines before the header, and no header at all.
add('sep-line.csv', `sep=;\r\nemail;amount\r\n${ADDRESSES[0]};1,50\r\n${ADDRESSES[1]};2,00\r\n`, {
  separator: ';',
  names: ['email', 'amount'],
  rows: one(ADDRESSES.slice(0, 2)),
  lines: [3, 4],
})
add(
  'linkedin-connections.csv',
  `Notes:\n"When exporting your connection data, you may notice that some of the email addresses are missing. You will only see email addresses for connections who have allowed their connections to see or download their email address using this setting https://www.contoso.com/psettings/privacy/email. You can learn more here https://www.contoso.com/help/answer/261"\n\nFirst Name,Last Name,URL,Email Address,Company,Position,Connected On\nZoë,Müller,https://www.contoso.com/in/zoe,${ADDRESSES[0]},Example,CEO,01 Jan 2026\nAnn,Lee,https://www.contoso.com/in/ann,,Example,CTO,02 Jan 2026\n`,
  {
    names: ['First Name', 'Last Name', 'URL', 'Email Address', 'Company', 'Position', 'Connected On'],
    columns: ['Email Address'],
    rows: [[ADDRESSES[0]!], []],
    lines: [5, 6],
  },
)
add('title-rows.csv', `Newsletter list,,,\nExported 2026-01-02,,,\n,,,\n${HEAD}\n${plain.join('\n')}\n`, {
  rows: one(ADDRESSES),
  lines: [5, 6, 7],
})
add('title-and-one-column.csv', `# Friends of ours\n# Exported in May\nE-Mail\n${ADDRESSES.join('\n')}\n`, {
  names: ['E-Mail'],
  columns: ['E-Mail'],
  rows: one(ADDRESSES),
  lines: [4, 5, 6],
})
add('without-header.csv', `1,Zoë,${ADDRESSES[0]},x\n2,Ann,${ADDRESSES[1]},y\n`, {
  hasHeader: false,
  names: ['Column 1', 'Column 2', 'Column 3', 'Column 4'],
  columns: ['Column 3'],
  rows: one(ADDRESSES.slice(0, 2)),
  lines: [1, 2],
})
const LIST = { separator: '', hasHeader: false, names: ['Column 1'], columns: ['Column 1'] }
add('plain-list.txt', `${ADDRESSES.join('\n')}\n`, { ...LIST, rows: one(ADDRESSES), lines: [1, 2, 3] })
add('plain-list-with-head.txt', `E-Mail\n${ADDRESSES.join('\n')}\n`, {
  names: ['E-Mail'],
  columns: ['E-Mail'],
  rows: one(ADDRESSES),
})
add('plain-list-windows.txt', join(BOMS['utf-16le'], encodeText(`${ADDRESSES.join('\r\n')}\r\n`, 'utf-16le')), {
  ...LIST,
  encoding: 'utf-16le',
  rows: one(ADDRESSES),
  lines: [1, 2, 3],
})
add('one-address.txt', ADDRESSES[0]!, { ...LIST, rows: [[ADDRESSES[0]!]], lines: [1] })
add('list-in-one-line.txt', `${ADDRESSES.join(', ')}\n`, { ...LIST, rows: [ADDRESSES], lines: [1], repaired: 3 })
add('list-of-recipients.txt', `"Müller, Zoë" <${ADDRESSES[0]}>; Ann Lee <${ADDRESSES[1]}>;\n${ADDRESSES[2]};\n`, {
  ...LIST,
  rows: [[ADDRESSES[0]!, ADDRESSES[1]!], [ADDRESSES[2]!]],
  lines: [1, 2],
  repaired: 3,
})
add('list-with-numbers.txt', `1. ${ADDRESSES[0]}\n2. ${ADDRESSES[1]}\n`, {
  ...LIST,
  rows: one(ADDRESSES.slice(0, 2)),
  lines: [1, 2],
  repaired: 2,
})

// Columns.
add('capitals.csv', `ID;NAME;EMAIL\n1;N;${ADDRESSES[0]}\n`, {
  separator: ';',
  names: ['ID', 'NAME', 'EMAIL'],
  columns: ['EMAIL'],
  rows: [[ADDRESSES[0]!]],
})
add(
  'salesforce.csv',
  `"Contact owner","Name","Email","Secondary_Email__c"\n"owner@contoso.com","N","${ADDRESSES[0]}","second@contoso.com"\n"owner@contoso.com","M","${ADDRESSES[1]}",""\n`,
  {
    names: ['Contact owner', 'Name', 'Email', 'Secondary_Email__c'],
    columns: ['Email'],
    rows: one(ADDRESSES.slice(0, 2)),
  },
)
add(
  'google-contacts.csv',
  `Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value\nZoë,* Home,${ADDRESSES[0]},Work,z@contoso.com\nAnn,,${ADDRESSES[1]} ::: a@contoso.com,,\n`,
  {
    names: ['Name', 'E-mail 1 - Label', 'E-mail 1 - Value', 'E-mail 2 - Label', 'E-mail 2 - Value'],
    columns: ['E-mail 1 - Value', 'E-mail 2 - Value'],
    rows: [
      [ADDRESSES[0]!, 'z@contoso.com'],
      [ADDRESSES[1]!, 'a@contoso.com'],
    ],
    repaired: 2,
  },
)
add(
  'outlook-contacts.csv',
  `"First Name","E-mail Address","E-mail Type","E-mail Display Name","E-mail 2 Address"\n"Zoë","${ADDRESSES[0]}","SMTP","Zoë (${ADDRESSES[0]})","z2@contoso.com"\n`,
  {
    names: ['First Name', 'E-mail Address', 'E-mail Type', 'E-mail Display Name', 'E-mail 2 Address'],
    columns: ['E-mail Address'],
    rows: [[ADDRESSES[0]!]],
  },
)
add(
  'hubspot.csv',
  `Record ID,First Name,Email,Additional email addresses,Contact owner\n1,Zoë,${ADDRESSES[0]},z@contoso.com;y@contoso.com,Ann (${ADDRESSES[1]})\n`,
  {
    names: ['Record ID', 'First Name', 'Email', 'Additional email addresses', 'Contact owner'],
    columns: ['Email'],
    rows: [[ADDRESSES[0]!]],
  },
)
add(
  'names-in-german.csv',
  `Anrede;Name;E-Mail-Adresse;Notiz\nFrau;Müller;${ADDRESSES[0]};ruft an unter ${ADDRESSES[1]}\n`,
  {
    separator: ';',
    names: ['Anrede', 'Name', 'E-Mail-Adresse', 'Notiz'],
    columns: ['E-Mail-Adresse'],
    rows: [[ADDRESSES[0]!]],
  },
)
add('column-without-a-telling-name.csv', `who;where\nN;${ADDRESSES[0]}\nM;${ADDRESSES[1]}\n`, {
  separator: ';',
  names: ['who', 'where'],
  columns: ['where'],
  rows: one(ADDRESSES.slice(0, 2)),
})
add(
  'cleaned-before.csv',
  `email,service.inbound,service.normalized\n${ADDRESSES[0]},${ADDRESSES[0]},${ADDRESSES[0]}\n`,
  {
    names: ['email', 'service.inbound', 'service.normalized'],
    rows: [[ADDRESSES[0]!]],
  },
)

// Cells.
const CELLS: [name: string, cell: string, addresses: string[]][] = [
  ['angle-brackets', 'Ann Lee <ann.lee@contoso.org>', ['ann.lee@contoso.org']],
  ['mailto', 'mailto:ann.lee@contoso.org?subject=Hi', ['ann.lee@contoso.org']],
  ['label', 'SMTP:ann.lee@contoso.org E-Mail:jose@contoso.net', ['ann.lee@contoso.org', 'jose@contoso.net']],
  ['link', '<a href="mailto:ann.lee@contoso.org?subject=Hi">Ann</a>', ['ann.lee@contoso.org']],
  ['typographic-quotes', '“ann.lee@contoso.org”', ['ann.lee@contoso.org']],
  ['trailing-dot', 'ann.lee@contoso.org.', ['ann.lee@contoso.org']],
  ['zero-width', '\u200bann.lee\u200d@contoso.org\u2060', ['ann.lee@contoso.org']],
  ['no-break-space', '\u00a0ann.lee@contoso.org\u202f', ['ann.lee@contoso.org']],
  [
    'several',
    'ann.lee@contoso.org / jose@contoso.net und zoe@contoso.com',
    ['ann.lee@contoso.org', 'jose@contoso.net', 'zoe@contoso.com'],
  ],
  ['spelled-at', 'ann.lee [at] contoso [dot] org', ['ann.lee@contoso.org']],
  ['full-width', 'ann.lee＠contoso.org', ['ann.lee@contoso.org']],
  ['spaces-around-at', 'ann.lee @ contoso.org', ['ann.lee@contoso.org']],
  ['spaces-around-dot', 'ann.lee@contoso . org. Call first', ['ann.lee@contoso.org']],
  ['brackets', '(ann.lee@contoso.org)', ['ann.lee@contoso.org']],
]
for (const [name, cell, addresses] of CELLS)
  add(`cell-${name}.csv`, `id;email\n1;${cell}\n2;${ADDRESSES[0]}\n`, {
    separator: ';',
    names: ['id', 'email'],
    rows: [addresses, [ADDRESSES[0]!]],
    repaired: addresses.length,
  })
add('cell-quoted-local-part.csv', `email;n\n"""ann lee""@contoso.org";1\n`, {
  separator: ';',
  names: ['email', 'n'],
  rows: [['"ann lee"@contoso.org']],
})
add('cell-no-address.csv', `id,email\n1,none\n2,n/a\n3,${ADDRESSES[0]}\n`, {
  names: ['id', 'email'],
  rows: [['none'], ['n/a'], [ADDRESSES[0]!]],
})
add('cell-formula.csv', `id,email\n1,=HYPERLINK("x")\n2,${ADDRESSES[0]}\n`, {
  names: ['id', 'email'],
  rows: [['=HYPERLINK("x")'], [ADDRESSES[0]!]],
})

// Misleading bytes.
add('nul-byte.csv', `${HEAD}\n1,N\0N,${ADDRESSES[0]},C\n`, { rows: [[ADDRESSES[0]!]] })
const broken = encodeText(`${HEAD}\n1,Zoë Müller,${ADDRESSES[0]},Genève\n2,?,${ADDRESSES[1]},C\n`, 'utf-8')
broken[broken.lastIndexOf('?'.charCodeAt(0))] = 0xff
add('one-broken-byte.csv', broken, { rows: one(ADDRESSES.slice(0, 2)) })
const filler = Array.from({ length: 160 }, (_, at) => `${at},N,person${at}@contoso.com,${'x'.repeat(450)}\n`)
const many = filler.map((_, at) => `person${at}@contoso.com`)
add('latin-1-far-below.csv', encodeText(`${HEAD}\n${filler.join('')}160,Zoë,${ADDRESSES[0]},C\n`, 'latin-1'), {
  encoding: 'latin-1',
  rows: one([...many, ADDRESSES[0]!]),
})
add('utf-8-far-below.csv', `${HEAD}\n${filler.join('')}160,Zoë,${ADDRESSES[0]},C\n`, {
  rows: one([...many, ADDRESSES[0]!]),
})

// Excel.
const SHEET = [
  ['id', 'name', 'email', 'city'],
  [1, 'Zoë, "Zo" Müller', ADDRESSES[0]!, 'a\nb'],
  [2, 'Ann', ADDRESSES[1]!, null],
]
const XLSX = { format: 'xlsx', rows: one(ADDRESSES.slice(0, 2)) } as const
add('excel.xlsx', makeXlsx([{ name: 'People', rows: SHEET }]), { ...XLSX, lines: [2, 4] })
add('excel-under-another-name.csv', makeXlsx([{ name: 'People', rows: SHEET }]), { ...XLSX, lines: [2, 4] })
add('excel-stored.xlsx', makeXlsx([{ name: 'People', rows: SHEET }], { stored: true }), { ...XLSX, lines: [2, 4] })
add('excel-prefixed.xlsx', makeXlsx([{ name: 'People', rows: SHEET }], { prefix: 'x' }), { ...XLSX, lines: [2, 4] })
add('excel-without-references.xlsx', makeXlsx([{ name: 'People', rows: SHEET }], { withoutReferences: true }), {
  ...XLSX,
  lines: [2, 4],
})
add(
  'excel-second-sheet.xlsx',
  makeXlsx([
    { name: 'Read me', rows: [['This file was made by hand.']] },
    { name: 'People', rows: SHEET },
  ]),
  { ...XLSX, lines: [2, 4] },
)
add(
  'excel-hidden-sheet.xlsx',
  makeXlsx([
    { name: 'Old', rows: [['email'], ['old@contoso.com']], hidden: true },
    { name: 'People', rows: SHEET },
  ]),
  { ...XLSX, lines: [2, 4] },
)
add(
  'excel-kinds-of-cells.xlsx',
  makeXlsx([
    {
      name: 'S',
      rows: [
        [{ inline: 'email' }, 'since', 'n', 'ok'],
        [{ rich: ['zoe.mueller', '@contoso.com'] }, new Date(Date.UTC(2026, 0, 31)), 0.1 + 0.2, true],
        [{ formula: 'A1&"x"', value: ADDRESSES[1]! }, new Date(Date.UTC(2026, 0, 31, 12, 30)), 49_151_123_000, false],
      ],
    },
  ]),
  { ...XLSX, names: ['email', 'since', 'n', 'ok'], lines: [2, 3] },
)
add(
  'excel-blank-rows.xlsx',
  makeXlsx([{ name: 'S', rows: [null, ['email'], null, null, [ADDRESSES[0]!], [ADDRESSES[1]!]] }]),
  {
    ...XLSX,
    names: ['email'],
    lines: [5, 6],
  },
)
add(
  'excel-preamble.xlsx',
  makeXlsx([{ name: 'S', rows: [['All our friends'], null, ['id', 'email'], [1, ADDRESSES[0]!], [2, ADDRESSES[1]!]] }]),
  {
    ...XLSX,
    names: ['id', 'email'],
    lines: [4, 5],
  },
)

// Files that are not lists.
const OTHER = 'Open it in the original program and save it as .xlsx or CSV.'
addError('empty.csv', '', 'The file is empty.')
addError('only-blank-lines.csv', '\n\n  \n', 'The file contains no rows.')
addError(
  'old-excel.xls',
  Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0),
  `This is an old Excel file (.xls), or an .xlsx with a password. ${OTHER}`,
)
addError('document.pdf', '%PDF-1.7\n', 'This is a PDF. Copy the table into a spreadsheet and save it as .xlsx or CSV.')
addError(
  'list.csv.gz',
  gzipSync(strToU8('email\na@contoso.com\n'), { mtime: 1_767_312_000_000 }),
  'This is compressed (gzip). Unpack it first.',
)
const zip = (names: string[]) =>
  zipSync(Object.fromEntries(names.map((name) => [name, strToU8('x')])), { mtime: Date.UTC(2026, 0, 2), os: 3 })
addError('archive.zip', zip(['list.csv']), 'This is a zip archive. Unpack it first.')
addError(
  'open-document.ods',
  zip(['mimetype', 'content.xml']),
  'This is an OpenDocument file (.ods). Open it in LibreOffice and save it as .xlsx or CSV.',
)
addError(
  'no-text.csv',
  Uint8Array.from({ length: 512 }, (_, at) => (at * 167 + 13) % 256),
  `This is not text. ${OTHER}`,
)
addError('utf-32.csv', Uint8Array.of(0xff, 0xfe, 0, 0, 0x61, 0, 0, 0), 'This is text in UTF-32. Save it as UTF-8.')
addError(
  'numbers.numbers',
  zip(['Index/Document.iwa']),
  'This is a Numbers or Pages document. Export it as .xlsx or CSV.',
)
addError(
  'page-called-excel.xls',
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel">\n<table><tr><td>Email</td></tr><tr><td>${ADDRESSES[0]}</td></tr></table>\n`,
  'This is a web page or XML. Open it in a spreadsheet and save it as .xlsx or CSV.',
)
addError(
  'formatted-text.rtf',
  `{\\rtf1\\ansi ${ADDRESSES[0]}\\par}`,
  'This is formatted text (RTF). Save it as plain text, or as .xlsx or CSV.',
)
// Zip bombs: refused before they fill the memory.
const TOO_MUCH = 'This is an Excel file with more text than a spreadsheet can hold. Save the sheet as CSV.'
addError(
  'excel-endless-cell.xlsx',
  makeXlsx([{ name: 'S', rows: [['email'], [{ inline: 'a'.repeat(200_000) }]] }]),
  TOO_MUCH,
)
addError('excel-endless-text.xlsx', makeXlsx([{ name: 'S', rows: [['email'], ['a'.repeat(200_000)]] }]), TOO_MUCH)
addError(
  'excel-repeated-text.xlsx',
  makeXlsx([{ name: 'S', rows: [['email'], Array.from({ length: 800 }, () => 'a'.repeat(100_000))] }]),
  TOO_MUCH,
)
addError(
  'excel-endless-tag.xlsx',
  makeXlsx([{ name: 'x'.repeat(5_000_000), rows: SHEET }]),
  'This is a damaged Excel file. Save or download it again.',
)
addError(
  'excel-cut-off.xlsx',
  makeXlsx([{ name: 'People', rows: SHEET }]).subarray(0, 900),
  'This is a zip archive or an Excel file that is incomplete or damaged. Save or download it again.',
)

export const LISTS: readonly ListFile[] = files

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  rmSync(FOLDER, { recursive: true, force: true })
  mkdirSync(FOLDER, { recursive: true })
  for (const { name, bytes } of files) writeFileSync(FOLDER + name, bytes)
  const expected = Object.fromEntries(files.map(({ name, expected }) => [name, expected]))
  writeFileSync(`${FOLDER}expected.json`, `${JSON.stringify(expected, null, 1)}\n`)
  console.log(`${files.length} files`)
}
