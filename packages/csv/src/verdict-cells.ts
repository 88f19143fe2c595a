// The engine's verdicts as cells of a CSV. This is where an export spends its time, so the fields of §2.3 are written out
// here by name, in their order; a test holds them against the order of the contract.
import type { RowError } from '@mailsift/contract'
import { type Accepted, type MailDomain, render, type VerdictRow } from '@mailsift/engine'
import { type AnswerColumns, encodePart, writeAnswer } from './columns.ts'
import { type CsvOutput, writeByte, writeBytes, writeCell, writeTextCell } from './write.ts'

type Row = Pick<VerdictRow, 'id' | 'verdict'>
/** Writes the cells of one row, each after a delimiter. */
export type VerdictWriter = (output: CsvOutput, row: Row) => void

type ValidationCells = { cells: Buffer; hasLabel: boolean }
type DomainCells = { cells: Buffer; byFlags: Map<number, ValidationCells> }

/** What is said of a record that is not well-formed. */
export const MALFORMED_ROW: RowError = {
  code: 'malformed_row',
  message: 'The record does not have the fields that the header names.',
}

/** Domains and flags repeat: their cells are encoded once for all rows that have the same. */
export function createVerdictWriter(columns: AnswerColumns): VerdictWriter {
  const { delimiter } = columns
  // Weak, because a file may be longer than any cache of domains.
  const domains = new WeakMap<MailDomain, DomainCells>()
  const withoutLookup = new Map<number, ValidationCells>()

  function domainCells(verdict: Accepted): DomainCells {
    const { domain } = verdict
    const known = domains.get(domain)
    if (known) return known
    const cells = encodePart(columns, 'metadata.domain', render(verdict, '').metadata.domain as never)
    const made = { cells, byFlags: domain.lookup ? new Map() : withoutLookup }
    domains.set(domain, made)
    return made
  }

  function validationCells({ byFlags }: DomainCells, verdict: Accepted): ValidationCells {
    const known = byFlags.get(verdict.flags)
    if (known) return known
    const { validations } = render(verdict, '')
    const made = { cells: encodePart(columns, 'validations', validations), hasLabel: validations.has_label }
    byFlags.set(verdict.flags, made)
    return made
  }

  return (output, { id, verdict }) => {
    if (!verdict.ok) return writeAnswer(output, columns, { error: verdict.error as RowError, result: null })
    const domain = domainCells(verdict)
    const validations = validationCells(domain, verdict)
    writeByte(output, delimiter)
    writeByte(output, delimiter)
    writeTextCell(output, delimiter, id)
    writeTextCell(output, delimiter, verdict.inbound)
    writeTextCell(output, delimiter, verdict.firstName)
    writeTextCell(output, delimiter, verdict.lastName)
    writeTextCell(output, delimiter, `${verdict.normalizedLocal}@${verdict.domain.normalized}`)
    writeByte(output, delimiter)
    writeCell(output, verdict.domain.provider)
    writeBytes(output, validations.cells, 0, validations.cells.length)
    writeTextCell(output, delimiter, verdict.local)
    writeTextCell(output, delimiter, verdict.normalizedLocal)
    writeTextCell(output, delimiter, validations.hasLabel ? 'true' : 'false')
    writeTextCell(output, delimiter, verdict.label)
    writeBytes(output, domain.cells, 0, domain.cells.length)
  }
}
