// An .xlsx: a zip of XML. The strings and styles that cells refer to are read first; the sheet itself is streamed.
import { unzipRaw, type ZipEntry } from 'unzipit'
import { ListError } from '../list-error.ts'
import { isBuiltInDate, isDateFormatCode } from './dates.ts'
import { createEffort, type Effort, PARTS_STEPS_PER_BYTE, SHEETS_STEPS_PER_BYTE } from './effort.ts'
import { readSheet, type SheetContext, unescapeText } from './sheet.ts'
import { createStrings, type Strings } from './strings.ts'
import { checkLength, readXml, tooMuchText } from './xml.ts'

export type Sheet = { name: string; isHidden: boolean; path: string }
export type Book = {
  sheets: Sheet[]
  /** The sheet as CSV text, from its beginning. */
  read(sheet: Sheet): AsyncGenerator<string, void>
}

/** A book's strings are kept in memory: a list of contacts has fewer than this. */
const STRINGS_MAX_CHARACTERS = 512 * 1024 * 1024

export async function openBook(blob: Blob): Promise<Book> {
  const effort = createEffort(blob.size, PARTS_STEPS_PER_BYTE)
  // Shared by all sheets: an archive may list the same bytes as a thousand sheets.
  const sheetEffort = createEffort(blob.size, SHEETS_STEPS_PER_BYTE)
  const entries = await entriesOf(blob)
  const workbook = await readWorkbook(entries, effort)
  const context: SheetContext = {
    strings: await readStrings(entries.get('xl/sharedStrings.xml') ?? findByEnd(entries, '/sharedStrings.xml'), effort),
    isDate: await readStyles(entries.get('xl/styles.xml') ?? findByEnd(entries, '/styles.xml'), effort),
    is1904: workbook.is1904,
  }
  return {
    sheets: workbook.sheets,
    read: (sheet) => readSheet(contentOf(entries.get(sheet.path)!), context, sheetEffort),
  }
}

async function entriesOf(blob: Blob): Promise<Map<string, ZipEntry>> {
  const all = await unzipRaw(blob).catch(() => {
    throw new ListError(
      'broken_file',
      'This is a zip archive or an Excel file that is incomplete or damaged. Save or download it again.',
    )
  })
  const files = all.entries.filter(({ isDirectory }) => !isDirectory)
  const entries = new Map(files.map((entry) => [entry.name.replace(/^\//, ''), entry]))
  if (entries.has('xl/workbook.xml') || entries.has('_rels/.rels')) {
    if ([...entries.keys()].some((name) => name.endsWith('workbook.xml'))) return entries
    if (entries.has('xl/workbook.bin')) throw notAList('a binary Excel file (.xlsb)', 'Save it as .xlsx or CSV.')
    throw notAList('an Office file without sheets', 'Save the table in it as .xlsx or CSV.')
  }
  if (entries.has('content.xml'))
    throw notAList('an OpenDocument file (.ods)', 'Open it in LibreOffice and save it as .xlsx or CSV.')
  if ([...entries.keys()].some((name) => name.endsWith('.iwa')))
    throw notAList('a Numbers or Pages document', 'Export it as .xlsx or CSV.')
  throw notAList('a zip archive', 'Unpack it first.')
}

function notAList(what: string, advice: string): ListError {
  return new ListError('not_a_list', `This is ${what}. ${advice}`)
}

/** The sheets in tab order, visible ones first. */
async function readWorkbook(
  entries: Map<string, ZipEntry>,
  effort: Effort,
): Promise<{ sheets: Sheet[]; is1904: boolean }> {
  const path = [...entries.keys()].find((name) => name.endsWith('workbook.xml'))!
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const targets = new Map<string, string>()
  await readXml(contentOf(entries.get(`${folder}_rels/workbook.xml.rels`)), effort, {
    open(name, { Id, Target }) {
      if (name === 'Relationship' && Id && Target)
        targets.set(Id, Target.startsWith('/') ? Target.slice(1) : folder + Target)
    },
  })
  const sheets: Sheet[] = []
  let is1904 = false
  await readXml(contentOf(entries.get(path)), effort, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const [, id] = Object.entries(attributes).find(([key]) => key === 'id' || key.endsWith(':id')) ?? []
      const target = id === undefined ? undefined : targets.get(id)
      if (target && entries.has(target) && !target.includes('chartsheets'))
        sheets.push({
          name: attributes.name ?? '',
          isHidden: (attributes.state ?? 'visible') !== 'visible',
          path: target,
        })
    },
  })
  if (sheets.length === 0) throw new ListError('no_sheet', 'This is an Excel file without a worksheet.')
  return {
    sheets: [...sheets.filter(({ isHidden }) => !isHidden), ...sheets.filter(({ isHidden }) => isHidden)],
    is1904,
  }
}

async function readStrings(entry: ZipEntry | undefined, effort: Effort): Promise<Strings> {
  const strings = createStrings()
  let text = ''
  let isText = false
  let isPhonetic = false
  await readXml(contentOf(entry), effort, {
    open(name) {
      if (name === 't') isText = !isPhonetic
      else if (name === 'rPh') isPhonetic = true
      else if (name === 'si') text = ''
    },
    text(piece) {
      if (!isText) return
      text += piece
      checkLength(text)
    },
    close(name) {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si') {
        effort.progressed()
        strings.add(unescapeText(text, effort))
        if (strings.characters() > STRINGS_MAX_CHARACTERS) throw tooMuchText()
      }
    },
  })
  return strings
}

async function readStyles(entry: ZipEntry | undefined, effort: Effort): Promise<boolean[]> {
  const isDateById = new Map<number, boolean>()
  const isDate: boolean[] = []
  let isCellStyle = false
  await readXml(contentOf(entry), effort, {
    open(name, attributes) {
      // Examined once: thousands of styles may refer to one format of a megabyte.
      if (name === 'numFmt') isDateById.set(Number(attributes.numFmtId), isDateFormatCode(attributes.formatCode ?? ''))
      else if (name === 'cellXfs') isCellStyle = true
      else if (name === 'xf' && isCellStyle) {
        const id = Number(attributes.numFmtId ?? 0)
        isDate.push(isDateById.get(id) ?? isBuiltInDate(id))
      }
    },
    close(name) {
      if (name === 'cellXfs') isCellStyle = false
    },
  })
  return isDate
}

function findByEnd(entries: Map<string, ZipEntry>, end: string): ZipEntry | undefined {
  return [...entries].find(([name]) => name.endsWith(end))?.[1]
}

/** Decompressed while reading, by the platform; stopping the reader stops the decompression. */
async function* contentOf(entry: ZipEntry | undefined): AsyncGenerator<Uint8Array, void> {
  if (!entry) return
  const reader = (await orBroken(entry.stream())).getReader()
  try {
    for (;;) {
      const { done, value } = await orBroken(reader.read())
      if (done) return
      yield value
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

async function orBroken<Value>(reading: Promise<Value>): Promise<Value> {
  try {
    return await reading
  } catch {
    throw new ListError(
      'broken_file',
      'This is an Excel file that is incomplete or damaged. Save or download it again.',
    )
  }
}
