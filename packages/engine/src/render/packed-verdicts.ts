/**
 * A compact format for many verdicts, to be compressed and stored. Reading returns the same rows regardless of the
 * engine's current data, because nothing is validated again.
 *
 * Small numbers are in byte columns, because columns of similar bytes compress best. Text that is a slice of the input
 * is not stored; packing tries each slice and stores the text if it differs.
 *
 *   number   version of the format
 *   number   rows
 *   text     JSON: the distinct domains (with the facts of their lookup) and row errors
 *   columns  COLUMN_COUNT × rows bytes
 *   ids      16 × rows bytes, column by column
 *   texts    for each row its input, then what its columns say is written out
 */
import { trimWhiteSpace } from '../address/white-space.ts'
import { titleCase } from '../names/title-case.ts'
import { isAscii } from '../text/ascii.ts'
import { HAS_LABEL } from '../verdict/flags.ts'
import type { MailDomain } from '../verdict/mail-domain.ts'
import type { Accepted, RowError, Verdict } from '../verdict/verdict.ts'
import * as bytes from './byte-stream.ts'
import { type PackedDomain, packDomain, unpackDomain } from './packed-domain.ts'
import { ID_BYTES, readId, writeId } from './packed-id.ts'

export type VerdictRow = {
  /** The string exactly as it was submitted. */
  readonly input: string
  /** The result's id, a UUID; empty for a row error, which has none. */
  readonly id: string
  readonly verdict: Verdict
}

export type PackedVerdicts = {
  readonly length: number
  readonly row: (index: number) => VerdictRow
}

const FORMAT = 1

const IS_ERROR = 0
/** Three columns: low, middle and high byte. */
const FLAGS = 1
/** Three columns: the number of the domain or, for a row error, of the error. */
const SUBJECT = 4
const NORMALIZED = 7
/** The start of the label within the local part, plus one; 0 without a label. */
const LABEL = 8
/** Two columns each: the start and end of the name within the local part; 0 and 0 without a name. */
const FIRST_NAME = 9
const LAST_NAME = 11
const COLUMN_COUNT = 13

/** How to derive the normalized local part from the received one. */
const LOWER_CASE = 0
const LOWER_CASE_WITHOUT_PERIODS = 1
/** In any of the following columns: the text is stored among the texts, in this order. */
const WRITTEN_OUT = 255
const OPTIONAL_TEXTS = [LABEL, NORMALIZED, FIRST_NAME, LAST_NAME] as const

type Head = { readonly domains: readonly PackedDomain[]; readonly errors: readonly RowError[] }

export function packVerdicts(rows: readonly VerdictRow[]): Uint8Array {
  const table = new Uint8Array(COLUMN_COUNT * rows.length)
  const ids = new Uint8Array(ID_BYTES * rows.length)
  const texts = bytes.createWriter(rows.length * 64)
  const domains = new Map<MailDomain, number>()
  const errors = new Map<string, number>()

  for (let index = 0; index < rows.length; index++) {
    const { input, id, verdict } = rows[index]!
    const columns: Columns = { table, rows: rows.length, index }
    bytes.writeText(texts, input)
    if (verdict.ok) {
      if (trimWhiteSpace(input) !== verdict.inbound)
        throw new Error('A verdict is packed with the input it was made from.')
      writeId(ids, rows.length, index, id)
      setWide(columns, SUBJECT, numberOf(domains, verdict.domain))
      packResult(columns, texts, verdict)
    } else {
      setByte(columns, IS_ERROR, 1)
      setWide(columns, SUBJECT, numberOf(errors, JSON.stringify(verdict.error)))
    }
  }

  const head: Head = {
    domains: [...domains.keys()].map(packDomain),
    errors: [...errors.keys()].map((error) => JSON.parse(error) as RowError),
  }
  const packed = bytes.createWriter(texts.length + table.length + ids.length + 64 * domains.size)
  bytes.writeNumber(packed, FORMAT)
  bytes.writeNumber(packed, rows.length)
  bytes.writeText(packed, JSON.stringify(head))
  bytes.writeBytes(packed, table)
  bytes.writeBytes(packed, ids)
  bytes.writeBytes(packed, bytes.written(texts))
  return bytes.written(packed)
}

function packResult(columns: Columns, texts: bytes.ByteWriter, verdict: Accepted): void {
  const { local, label, normalizedLocal } = verdict
  // A later Unicode version may change the case of other letters, so a non-ASCII local part is stored.
  const lowerLocal = isAscii(local) ? local.toLowerCase() : undefined
  setWide(columns, FLAGS, verdict.flags)

  const labelAt = local.length - label.length + 1
  const labelIsCut = label === '' || (labelAt < WRITTEN_OUT && local.endsWith(label))
  setByte(columns, LABEL, !labelIsCut ? WRITTEN_OUT : label === '' ? 0 : labelAt)
  if (!labelIsCut) bytes.writeText(texts, label)

  const base = lowerLocal?.slice(0, baseLength(verdict))
  const rule =
    base === normalizedLocal
      ? LOWER_CASE
      : base?.replaceAll('.', '') === normalizedLocal
        ? LOWER_CASE_WITHOUT_PERIODS
        : WRITTEN_OUT
  setByte(columns, NORMALIZED, rule)
  if (rule === WRITTEN_OUT) bytes.writeText(texts, normalizedLocal)

  packName(columns, FIRST_NAME, texts, verdict.firstName, lowerLocal)
  packName(columns, LAST_NAME, texts, verdict.lastName, lowerLocal)
}

/** The length of the local part without label and separator. */
function baseLength(verdict: Pick<Accepted, 'local' | 'label' | 'flags'>): number {
  return (verdict.flags & HAS_LABEL) === 0 ? verdict.local.length : verdict.local.length - verdict.label.length - 1
}

function packName(
  columns: Columns,
  column: number,
  texts: bytes.ByteWriter,
  name: string,
  lowerLocal: string | undefined,
): void {
  if (name === '') return
  const from = lowerLocal?.indexOf(name.toLowerCase()) ?? -1
  const to = from + name.length
  const isCut =
    lowerLocal !== undefined && from >= 0 && to < WRITTEN_OUT && titleCase(lowerLocal.slice(from, to)) === name
  setByte(columns, column, isCut ? from : WRITTEN_OUT)
  setByte(columns, column + 1, isCut ? to : WRITTEN_OUT)
  if (!isCut) bytes.writeText(texts, name)
}

export function openVerdicts(packed: Uint8Array): PackedVerdicts {
  const reader = bytes.createReader(packed)
  const format = bytes.readNumber(reader)
  if (format !== FORMAT) throw new Error(`These verdicts are in format ${format}; this engine reads ${FORMAT}.`)
  const rows = bytes.readNumber(reader)
  const head = JSON.parse(bytes.readText(reader)) as Head
  const table = bytes.readBytes(reader, COLUMN_COUNT * rows)
  const ids = bytes.readBytes(reader, ID_BYTES * rows)
  const domains: MailDomain[] = []

  // Texts have variable lengths: one pass finds the start of each row.
  const starts = new Uint32Array(rows)
  for (let index = 0; index < rows; index++) {
    starts[index] = reader.at
    bytes.skipText(reader)
    for (let k = 0; k < OPTIONAL_TEXTS.length; k++) {
      if (table[OPTIONAL_TEXTS[k]! * rows + index] === WRITTEN_OUT) bytes.skipText(reader)
    }
  }

  function row(index: number): VerdictRow {
    if (!(index >= 0 && index < rows)) throw new RangeError(`There is no row ${index} among ${rows}.`)
    const columns: Columns = { table, rows, index }
    reader.at = starts[index]!
    const input = bytes.readText(reader)
    const subject = getWide(columns, SUBJECT)
    if (getByte(columns, IS_ERROR) === 1) return { input, id: '', verdict: { ok: false, error: head.errors[subject]! } }
    domains[subject] ??= unpackDomain(head.domains[subject]!)
    return { input, id: readId(ids, rows, index), verdict: unpackResult(columns, reader, input, domains[subject]) }
  }

  return { length: rows, row }
}

function unpackResult(columns: Columns, texts: bytes.ByteReader, input: string, domain: MailDomain): Accepted {
  const inbound = trimWhiteSpace(input)
  const local = inbound.slice(0, inbound.length - domain.inbound.length - 1)
  const lowerLocal = local.toLowerCase()
  const flags = getWide(columns, FLAGS)

  const labelAt = getByte(columns, LABEL)
  const label = labelAt === WRITTEN_OUT ? bytes.readText(texts) : labelAt === 0 ? '' : local.slice(labelAt - 1)
  const rule = getByte(columns, NORMALIZED)
  const base = lowerLocal.slice(0, baseLength({ local, label, flags }))
  const normalizedLocal =
    rule === WRITTEN_OUT ? bytes.readText(texts) : rule === LOWER_CASE ? base : base.replaceAll('.', '')
  const firstName = unpackName(columns, FIRST_NAME, texts, lowerLocal)
  const lastName = unpackName(columns, LAST_NAME, texts, lowerLocal)
  return { ok: true, inbound, local, normalizedLocal, label, firstName, lastName, flags, domain }
}

function unpackName(columns: Columns, column: number, texts: bytes.ByteReader, lowerLocal: string): string {
  const from = getByte(columns, column)
  const to = getByte(columns, column + 1)
  if (to === 0) return ''
  return to === WRITTEN_OUT ? bytes.readText(texts) : titleCase(lowerLocal.slice(from, to))
}

/** One row of the columns: each column has one byte for every row. */
type Columns = { readonly table: Uint8Array; readonly rows: number; readonly index: number }

function setByte({ table, rows, index }: Columns, column: number, byte: number): void {
  table[column * rows + index] = byte
}

function getByte({ table, rows, index }: Columns, column: number): number {
  return table[column * rows + index]!
}

function setWide(columns: Columns, column: number, value: number): void {
  for (let byte = 0; byte < 3; byte++) setByte(columns, column + byte, (value >>> (8 * byte)) & 0xff)
}

function getWide(columns: Columns, column: number): number {
  return getByte(columns, column) | (getByte(columns, column + 1) << 8) | (getByte(columns, column + 2) << 16)
}

function numberOf<K>(numbers: Map<K, number>, key: K): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}
