// The stored rows of a chunk, opened for reading: as items of §2.5 and as answers for a CSV.
import type { RowError } from '@mailsift/contract'
import { type Answer, type AnswerColumns, encodePart } from '@mailsift/csv/columns'
import type { AnsweredItem } from '@mailsift/csv/job-export'
import { type Accepted, type MailDomain, render, renderJson, type VerdictRow } from '@mailsift/engine'
import { unpackResults } from './results.ts'

export type StoredChunk = { first_index: number; row_count: number; results: Buffer }

/** The items from row `from` up to, not including, row `to` of the chunk, as JSON texts. */
export function itemsJson({ first_index, results }: StoredChunk, from: number, to: number): string[] {
  const rows = unpackResults(results)
  const items: string[] = []
  for (let at = from; at < to; at++) {
    const { input, id, verdict } = rows.row(at)
    const answer = verdict.ok
      ? `"result":${renderJson(verdict, id)},"error":null`
      : `"result":null,"error":${JSON.stringify(verdict.error)}`
    items.push(`{"index":${first_index + at},"input":${JSON.stringify(input)},${answer}}`)
  }
  return items
}

export function openChunk({ results }: Pick<StoredChunk, 'results'>): VerdictRow[] {
  const rows = unpackResults(results)
  return Array.from({ length: rows.length }, (_, at) => rows.row(at))
}

export function answerItems(rows: readonly VerdictRow[], firstIndex: number, columns: AnswerColumns): AnsweredItem[] {
  const answerOf = answerer(columns)
  return rows.map((row, at) => ({ index: firstIndex + at, input: row.input, ...answerOf(row) }))
}

const JOB_FAILED: RowError = { code: 'job_failed', message: 'The job of this row failed before the row was processed.' }

/** What a CSV says of rows whose job failed before they had an answer. */
export function failedAnswers(count: number): Answer[] {
  return Array.from({ length: count }, () => ({ error: JOB_FAILED, result: null }))
}

type ValidationCells = { cells: Buffer; hasLabel: boolean }
type DomainCells = { cells: Buffer; byFlags: Map<number, ValidationCells> }

/** Domains and flags repeat: their cells are encoded once for all rows that have the same. */
function answerer(columns: AnswerColumns): (row: VerdictRow) => Answer {
  const domains = new Map<MailDomain, DomainCells>()
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
