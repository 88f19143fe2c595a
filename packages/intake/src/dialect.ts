// Detects the format of a list from its first records: the separator, the text above the header, whether there is a
// header, and whether it is a table or only addresses.
import { holdsAddress, isOnlyAddress } from './address-like.ts'
import { isNameOfAddresses } from './columns.ts'
import { createRecordReader, type Record, type Separator } from './records.ts'

export type Dialect = {
  separator: Separator
  /** Everything before the header or, without one, before the first record. */
  preamble: string
  /** The header's record, unchanged; empty without one. */
  header: string
  names: string[]
  hasHeader: boolean
  lineEnd: string
  /** The cells of the first records. */
  sample: (string | undefined)[][]
}

type Reading = {
  separator: Separator
  records: Record[]
  /** Whether the only record continues after the sample, so that its last cell is incomplete. */
  isCut: boolean
  width: number
  consistency: number
  hasAddressCells: boolean
}

const SEPARATORS: readonly Separator[] = [',', ';', '\t', '|']
const SAMPLE_RECORDS = 300
const PREAMBLE_MAX_RECORDS = 40
const SEP_LINE = /^sep=([,;|\t])(?:\r\n|\n|\r)/i

/** `head` is the beginning of the text, or all of it if `isWhole`. `given` and `givenHeader` override detection. */
export function readDialect(head: string, isWhole: boolean, given?: Separator, givenHeader?: boolean): Dialect {
  const sepLine = SEP_LINE.exec(head)
  const text = head.slice(sepLine?.[0].length ?? 0)
  const known = given ?? (sepLine?.[1] as Separator | undefined)
  const reading = known === undefined ? bestReading(text, isWhole) : readAs(text, known, isWhole)
  const found = findHeader(reading, givenHeader)
  const isPlainList =
    known === undefined && !found.hasHeader && !hasColumnOfAddresses(reading.records.slice(found.start), reading.isCut)
  const { separator, records, start, hasHeader } = isPlainList
    ? asPlainList(text, isWhole, givenHeader)
    : { ...reading, ...found }
  const before = records.slice(0, start)
  const [header] = hasHeader ? records.slice(start) : []
  const rows = records.slice(start + (hasHeader ? 1 : 0))
  const names = header ? header.cells.map((name, at) => nameOf(name, at)) : generatedNames(Math.max(1, widthOf(rows)))
  return {
    separator,
    preamble: (sepLine?.[0] ?? '') + before.map(({ raw }) => raw).join(''),
    header: header?.raw ?? '',
    names,
    hasHeader,
    lineEnd: /\r\n|\n|\r/.exec(head)?.[0] ?? '\n',
    sample: rows.map(({ cells }) => cells),
  }
}

/** A nameless column is named by its number. */
function nameOf(name: string | undefined, at: number): string {
  const visible = (name ?? '').replaceAll(/[\u200b\ufeff]/g, '').trim()
  return visible ? name!.replaceAll(/[\u200b\ufeff]/g, '') : generatedName(at)
}

export const generatedName = (at: number) => `Column ${at + 1}`

const generatedNames = (width: number) => Array.from({ length: width }, (_, at) => generatedName(at))

function readAs(text: string, separator: Separator, isWhole: boolean): Reading {
  const reader = createRecordReader({ separator, columns: 'all', width: Number.MAX_SAFE_INTEGER })
  const all = reader.push(text)
  const isCut = !isWhole && all.length === 0
  if (isWhole || isCut) all.push(...reader.end())
  const records = all.slice(0, SAMPLE_RECORDS)
  const width = widthOf(records)
  const filled = records.filter(isFilled)
  const consistency = filled.filter(({ fields }) => fields === width).length / Math.max(1, filled.length)
  const hasAddressCells = records.some(({ cells }) => cells.some((cell) => isOnlyAddress(cell ?? '')))
  return { separator, records, isCut, width, consistency, hasAddressCells }
}

function bestReading(text: string, isWhole: boolean): Reading {
  const readings = SEPARATORS.map((separator) => readAs(text, separator, isWhole)).filter(({ width }) => width > 1)
  if (readings.length === 0) return readAs(text, ',', isWhole)
  // The right separator gives rows of the same width and cells that contain only an address.
  const scoreOf = ({ consistency, hasAddressCells }: Reading) => consistency + (hasAddressCells ? 1 : 0)
  return readings.reduce((best, next) =>
    scoreOf(next) > scoreOf(best) + 0.02 || (Math.abs(scoreOf(next) - scoreOf(best)) <= 0.02 && next.width > best.width)
      ? next
      : best,
  )
}

/** The most frequent width. */
function widthOf(records: readonly Record[]): number {
  const counts = new Map<number, number>()
  for (const record of records) if (isFilled(record)) counts.set(record.fields, (counts.get(record.fields) ?? 0) + 1)
  let [width, most] = [1, 0]
  for (const [fields, count] of counts)
    if (count > most || (count === most && fields > width)) [width, most] = [fields, count]
  return width
}

const isFilled = ({ cells }: Record) => cells.some((cell) => cell?.trim())

/** Where the table begins, and whether with a header. */
function findHeader({ records, width }: Reading, given?: boolean): { start: number; hasHeader: boolean } {
  // Blank lines before the first record are not part of one.
  const first = Math.max(0, records.findIndex(isFilled))
  if (given === false) return { start: first, hasHeader: false }
  const firstAddress = records.findIndex(({ cells }) => cells.some((cell) => holdsAddress(cell ?? '')))
  const end = Math.min(firstAddress < 0 ? records.length : firstAddress, PREAMBLE_MAX_RECORDS)
  const candidates = records.slice(0, end)
  const headers = candidates.flatMap((record, at) => (looksLikeHeader(record, width) ? [at] : []))
  // A title looks like a header, too; the header is the one with a column for addresses.
  const named = headers.find((at) => candidates[at]!.cells.some((name) => isNameOfAddresses(name ?? '')))
  const start = named ?? headers[0] ?? -1
  if (start >= 0 && records.length > start + 1) return { start, hasHeader: true }
  if (start >= 0 && records.length === start + 1 && (firstAddress < 0 || width > 1)) return { start, hasHeader: true }
  return { start: first, hasHeader: given === true && records.length > 0 }
}

/** Names, not data: as wide as the rows, mostly filled, letters, all different. */
function looksLikeHeader({ cells, fields }: Record, width: number): boolean {
  const names = cells.map((cell) => cell?.trim() ?? '').filter(Boolean)
  // Slightly fewer names than columns are still a header, if there are more than in a title.
  if (fields !== width && !(fields > 1 && fields >= width - 1)) return false
  if (names.length * 2 <= fields || names.length === 0) return false
  if (width === 1) return looksLikeName(names[0]!)
  return names.filter(looksLikeName).length * 2 > names.length
}

function looksLikeName(text: string): boolean {
  return text.length <= 80 && /\p{L}/u.test(text) && !/[@\n]/.test(text) && !isDotted(text) && !/^https?:/i.test(text)
}

/** `www.contoso.com`, `1.2.3`. */
function isDotted(text: string): boolean {
  return !/\s/.test(text) && text.split('.').length > 2
}

/** Whether the records have a column of mostly addresses and another that is not: a table without a header. */
function hasColumnOfAddresses(records: readonly Record[], isCut: boolean): boolean {
  const width = widthOf(records) - (isCut ? 1 : 0)
  if (width < 2) return false
  const shares = Array.from({ length: width }, (_, at) => {
    const filled = records.map(({ cells }) => cells[at]?.trim() ?? '').filter(Boolean)
    return filled.filter((cell) => holdsAddress(cell)).length / filled.length
  })
  // Empty columns have a share of 0.
  return shares.some((share) => share > 0.5) && shares.some((share) => share < 0.5)
}

function asPlainList(
  text: string,
  isWhole: boolean,
  given: boolean | undefined,
): { separator: Separator; records: Record[]; start: number; hasHeader: boolean } {
  const { records } = readAs(text, '', isWhole)
  return {
    separator: '',
    records,
    ...findHeader({ records, isCut: false, width: 1, separator: '', consistency: 1, hasAddressCells: true }, given),
  }
}
