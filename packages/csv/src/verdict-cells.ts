// The engine's verdicts as cells of a CSV. This is where an export spends its time, so the fields of §2.3 are written out
// here by name, in their order; a test holds them against the order of the contract.
import type { RowError } from '@mailsift/contract'
import { type Accepted, type MailDomain, render, type VerdictRow } from '@mailsift/engine'
import { type AnswerColumns, encodePart, writeAnswer } from './columns.ts'
import {
  type CsvOutput,
  createOutput,
  lastBytes,
  repeatCell,
  writeAscii,
  writeByte,
  writeBytes,
  writeText,
  writeTextCell,
} from './write.ts'

/** The input is of use to those who have written it before. */
type Row = Pick<VerdictRow, 'id' | 'verdict'> & { input?: string }
/** Writes the cells of one row, each after a delimiter. `inputAt` is where in the output the input stands as it is. */
export type VerdictWriter = (output: CsvOutput, row: Row, inputAt?: number) => void

type ValidationCells = { cells: Buffer; hasLabel: boolean }
type DomainCells = {
  /** What follows a normalised local part: `@`, the domain, the provider's cell. None where the domain needs quotes. */
  behindLocal: Buffer | undefined
  cells: Buffer
  /** The same behind the cells of an address without a label. */
  behindNoLabel: Buffer
  byFlags: Map<number, ValidationCells>
}

/** What is said of a record that is not well-formed. */
export const MALFORMED_ROW: RowError = {
  code: 'malformed_row',
  message: 'The record does not have the fields that the header names.',
}

/** Longer parts make themselves more room; thousands are kept. */
const PART_BYTES = 64

/** Domains and flags repeat: their cells are encoded once for all rows that have the same. */
export function createVerdictWriter(columns: AnswerColumns): VerdictWriter {
  const { delimiter } = columns
  const separator = String.fromCharCode(delimiter)
  const noLabel = Buffer.from(`${separator}false${separator}`)
  // Weak, because a file may be longer than any cache of domains.
  const domains = new WeakMap<MailDomain, DomainCells>()
  const withoutLookup = new Map<number, ValidationCells>()

  function domainCells(verdict: Accepted): DomainCells {
    const { domain } = verdict
    const known = domains.get(domain)
    if (known) return known
    const cells = encodePart(columns, 'metadata.domain', render(verdict, '').metadata.domain as never)
    const made = {
      behindLocal: behindLocal(domain),
      cells,
      behindNoLabel: Buffer.concat([noLabel, cells]),
      byFlags: domain.lookup ? new Map() : withoutLookup,
    }
    domains.set(domain, made)
    return made
  }

  function behindLocal({ normalized, provider }: MailDomain): Buffer | undefined {
    const output = createOutput(PART_BYTES)
    writeAscii(output, '@')
    if (!writeText(output, normalized)) return undefined
    writeTextCell(output, delimiter, provider)
    return lastBytes(output)
  }

  function validationCells({ byFlags }: DomainCells, verdict: Accepted): ValidationCells {
    const known = byFlags.get(verdict.flags)
    if (known) return known
    const { validations } = render(verdict, '')
    const made = { cells: encodePart(columns, 'validations', validations), hasLabel: validations.has_label }
    byFlags.set(verdict.flags, made)
    return made
  }

  return (output, { id, verdict, input }, inputAt) => {
    if (!verdict.ok) return writeAnswer(output, columns, { error: verdict.error as RowError, result: null })
    const { inbound, local, normalizedLocal } = verdict
    const domain = domainCells(verdict)
    const { cells, hasLabel } = validationCells(domain, verdict)
    writeByte(output, delimiter)
    writeByte(output, delimiter)
    writeByte(output, delimiter)
    writeAscii(output, id)
    const isWritten = inputAt !== undefined && input === inbound
    const inboundAt = output.length + 1
    if (isWritten) repeatCell(output, delimiter, inputAt, inbound.length)
    const isPlain = isWritten || writeTextCell(output, delimiter, inbound)
    writeTextCell(output, delimiter, verdict.firstName)
    writeTextCell(output, delimiter, verdict.lastName)
    // Parts of an address that needs no quotes need none either, and are copied rather than encoded again.
    if (isPlain && domain.behindLocal) {
      const normalizedAt = output.length + 1
      if (normalizedLocal === local) repeatCell(output, delimiter, inboundAt, local.length)
      else writeTextCell(output, delimiter, normalizedLocal)
      writeBytes(output, domain.behindLocal)
      writeBytes(output, cells)
      repeatCell(output, delimiter, inboundAt, local.length)
      repeatCell(output, delimiter, normalizedAt, normalizedLocal.length)
    } else {
      writeTextCell(output, delimiter, `${normalizedLocal}@${verdict.domain.normalized}`)
      writeTextCell(output, delimiter, verdict.domain.provider)
      writeBytes(output, cells)
      writeTextCell(output, delimiter, local)
      writeTextCell(output, delimiter, normalizedLocal)
    }
    if (hasLabel) {
      writeTextCell(output, delimiter, 'true')
      writeTextCell(output, delimiter, verdict.label)
      writeBytes(output, domain.cells)
    } else {
      writeBytes(output, domain.behindNoLabel)
    }
  }
}
