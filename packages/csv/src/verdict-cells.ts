// The engine's verdicts as CSV cells. An export spends its time here, so the fields of §2.3 are written explicitly, in
// order; a test compares them with the order of the contract.

import type { DomainMetadata, RowError } from '@mailsift/contract'
import { type Accepted, type MailDomain, render, renderDomain, type VerdictRow } from '@mailsift/engine'
import { type Bytes, bytesOf, copyOf, putLatin1 } from '#bytes'
import { type AnswerColumns, createPartWriter, writeAnswer } from './columns.ts'
import {
  type CsvOutput,
  createOutput,
  lastBytes,
  putAscii,
  reserve,
  writeAscii,
  writeByte,
  writeBytes,
  writeText,
  writeTextCell,
} from './write.ts'

/** The input is for callers that have already written it. */
type Row = Pick<VerdictRow, 'id' | 'verdict'> & { input?: string }
/** Writes the cells of one row, each after a delimiter. `inputAt` is the position of the unescaped input in the output. */
export type VerdictWriter = (output: CsvOutput, row: Row, inputAt?: number) => void

type ValidationCells = { cells: Bytes; hasLabel: boolean }
type DomainCells = {
  cells: Bytes
  /** For plain rows. Undefined if the domain needs quotes. */
  plain: PlainDomainCells | undefined
  byFlags: Map<number, ValidationCells>
}
type PlainDomainCells = {
  /** The bytes after a normalized local part: `@`, the domain, the provider's cell. */
  behindLocal: Bytes
  /** The cells of an address without a label, and those of the domain. */
  behindNoLabel: Bytes
}

/** The result of a record that does not match its header. */
export function malformedRow(fault: string): { ok: false; error: RowError } {
  return { ok: false, error: { code: 'malformed_row', message: fault } }
}

/** The size of the scratch buffer for parts; a longer part enlarges it. */
const PART_BYTES = 1024
/** The number of delimiters of a plain row outside of its parts … */
const DELIMITERS = 9
/** … and before the cell of its address, around its id. */
const DELIMITERS_BEFORE = 4

/** Domains and flags repeat: their cells are encoded once and reused. */
export function createVerdictWriter(columns: AnswerColumns): VerdictWriter {
  const { delimiter } = columns
  const separator = String.fromCharCode(delimiter)
  const writeDomain = createPartWriter(columns, 'metadata.domain')
  const writeValidations = createPartWriter(columns, 'validations')
  const part = createOutput(PART_BYTES)
  const noLabel = bytesOf(`${separator}false${separator}`)
  // Weak, because a file may outlive any cache of domains.
  const domains = new WeakMap<MailDomain, DomainCells>()
  const withoutLookup = new Map<number, ValidationCells>()

  /** A list may have as many domains as rows: each is encoded once in the scratch buffer and stored in one piece. */
  function domainCells({ domain }: Accepted): DomainCells {
    const known = domains.get(domain)
    if (known) return known
    part.length = 0
    writeAscii(part, '@')
    const isPlain = writeText(part, domain.normalized)
    writeTextCell(part, delimiter, domain.provider)
    const localEnd = part.length
    writeBytes(part, noLabel, 0, noLabel.length)
    const labelEnd = part.length
    writeDomain(part, renderDomain(domain) as DomainMetadata)
    const bytes = copyOf(lastBytes(part))
    const made = {
      cells: bytes.subarray(labelEnd),
      plain: isPlain
        ? { behindLocal: bytes.subarray(0, localEnd), behindNoLabel: bytes.subarray(localEnd) }
        : undefined,
      byFlags: domain.lookup ? new Map() : withoutLookup,
    }
    domains.set(domain, made)
    return made
  }

  function validationCells({ byFlags }: DomainCells, verdict: Accepted): ValidationCells {
    const known = byFlags.get(verdict.flags)
    if (known) return known
    const { validations } = render(verdict, '')
    part.length = 0
    writeValidations(part, validations)
    const made = { cells: copyOf(lastBytes(part)), hasLabel: validations.has_label }
    byFlags.set(verdict.flags, made)
    return made
  }

  /**
   * Writes the address where its cell will be, if there is room for the whole row and it needs no quotes. Returns the
   * position.
   */
  function writeAhead(output: CsvOutput, id: string, inbound: string): number | undefined {
    const start = output.length
    const place = start + DELIMITERS_BEFORE + id.length
    output.length = place
    const isPlain = writeText(output, inbound)
    output.length = start
    return isPlain ? place : undefined
  }

  /**
   * The common case: the address has no label, needs no quotes, and is already in the output, with room for the whole
   * row. Its parts are copied with few calls: an export spends nearly all of its time here.
   */
  function writePlain(
    output: CsvOutput,
    id: string,
    { inbound, local, normalizedLocal, firstName, lastName }: Accepted,
    inboundAt: number,
    { behindLocal, behindNoLabel }: PlainDomainCells,
    validations: Bytes,
  ): void {
    const { bytes } = output
    let at = output.length
    bytes[at++] = delimiter
    bytes[at++] = delimiter
    bytes[at++] = delimiter
    at += putLatin1(bytes, at, id)
    bytes[at++] = delimiter
    bytes.copyWithin(at, inboundAt, inboundAt + inbound.length)
    at += inbound.length
    bytes[at++] = delimiter
    at = putAscii(bytes, at, firstName)
    bytes[at++] = delimiter
    at = putAscii(bytes, at, lastName)
    bytes[at++] = delimiter
    const normalizedAt = at
    if (normalizedLocal === local) bytes.copyWithin(at, inboundAt, inboundAt + local.length)
    else putLatin1(bytes, at, normalizedLocal)
    at += normalizedLocal.length
    bytes.set(behindLocal, at)
    at += behindLocal.length
    bytes.set(validations, at)
    at += validations.length
    bytes[at++] = delimiter
    bytes.copyWithin(at, inboundAt, inboundAt + local.length)
    at += local.length
    bytes[at++] = delimiter
    bytes.copyWithin(at, normalizedAt, normalizedAt + normalizedLocal.length)
    at += normalizedLocal.length
    bytes.set(behindNoLabel, at)
    output.length = at + behindNoLabel.length
  }

  return (output, { id, verdict, input }, inputAt) => {
    if (!verdict.ok) return writeAnswer(output, columns, { error: verdict.error as RowError, result: null })
    const domain = domainCells(verdict)
    const { cells, hasLabel } = validationCells(domain, verdict)
    if (domain.plain && !hasLabel) {
      const { inbound, local, normalizedLocal, firstName, lastName } = verdict
      const texts = id.length + inbound.length + firstName.length + lastName.length
      const { behindLocal, behindNoLabel } = domain.plain
      const parts = behindLocal.length + cells.length + behindNoLabel.length
      reserve(output, DELIMITERS + texts + 2 * (local.length + normalizedLocal.length) + parts)
      const isThere = inputAt !== undefined && input === inbound
      const inboundAt = isThere ? inputAt : writeAhead(output, id, inbound)
      if (inboundAt !== undefined) return writePlain(output, id, verdict, inboundAt, domain.plain, cells)
    }
    writeByte(output, delimiter)
    writeByte(output, delimiter)
    writeTextCell(output, delimiter, id)
    writeTextCell(output, delimiter, verdict.inbound)
    writeTextCell(output, delimiter, verdict.firstName)
    writeTextCell(output, delimiter, verdict.lastName)
    writeTextCell(output, delimiter, `${verdict.normalizedLocal}@${verdict.domain.normalized}`)
    writeTextCell(output, delimiter, verdict.domain.provider)
    writeBytes(output, cells, 0, cells.length)
    writeTextCell(output, delimiter, verdict.local)
    writeTextCell(output, delimiter, verdict.normalizedLocal)
    writeTextCell(output, delimiter, hasLabel ? 'true' : 'false')
    writeTextCell(output, delimiter, verdict.label)
    writeBytes(output, domain.cells, 0, domain.cells.length)
  }
}
