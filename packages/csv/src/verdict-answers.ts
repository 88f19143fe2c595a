// The engine's verdicts as answers for a CSV.
import type { RowError } from '@mailsift/contract'
import { type Accepted, type MailDomain, render, type VerdictRow } from '@mailsift/engine'
import { type AnswerColumns, encodePart, type PlainAnswer } from './columns.ts'

type ValidationCells = { cells: Buffer; hasLabel: boolean }
type DomainCells = { cells: Buffer; byFlags: Map<number, ValidationCells> }

/** What is said of a record that is not well-formed. */
export const MALFORMED_ROW: RowError = {
  code: 'malformed_row',
  message: 'The record does not have the fields that the header names.',
}

/** Domains and flags repeat: their cells are encoded once for all rows that have the same. */
export function answerVerdicts(columns: AnswerColumns): (row: Pick<VerdictRow, 'id' | 'verdict'>) => PlainAnswer {
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

  return ({ id, verdict }) => {
    if (!verdict.ok) return { error: verdict.error as RowError, result: null }
    const domain = domainCells(verdict)
    const validations = validationCells(domain, verdict)
    const { inbound, local, normalizedLocal, label, firstName, lastName } = verdict
    return {
      error: null,
      result: {
        id,
        inbound,
        first_name: firstName,
        last_name: lastName,
        normalized: `${normalizedLocal}@${verdict.domain.normalized}`,
        smtp_provider: verdict.domain.provider,
        validations: validations.cells,
        metadata: {
          username: { inbound: local, normalized: normalizedLocal, has_label: validations.hasLabel, label },
          domain: domain.cells,
        },
      },
    }
  }
}
