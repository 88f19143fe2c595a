// The verdicts on the rows of a chunk, and what they add up to.
import type { RowErrorCode, Validations } from '@mailsift/contract'
import { malformedRow } from '@mailsift/csv/verdict-cells'
import { type Accepted, type DomainLookup, type Engine, render, type Verdict, type VerdictRow } from '@mailsift/engine'
import type { PackValidated, Validated } from '../../calibration/calibration.ts'
import { type DomainFactsService, domainToAskAbout, explainUnknown } from '../../domains/facts.ts'
import { candidateOf, type FlagCounts } from '../../outbox/outbox.ts'
import { isolateFailures } from '../../platform/queue/isolate.ts'
import type { Input } from '../format/inputs.ts'
import { packResults } from '../format/results.ts'
import { resultIds } from './result-ids.ts'

export type ValidateDeps = {
  engine: Pick<Engine, 'validate' | 'withDomainFacts' | 'dataVersion'>
  facts: Pick<DomainFactsService, 'lookUpAll'>
  registryBudgetMs: number
  /** Undefined where validated addresses are not kept. */
  packValidated?: PackValidated | undefined
}

export type UnvalidatedChunk = {
  chunkId: string
  accountId: string
  inputs: readonly Input[]
  validateDomain: boolean
  /** Rows that must not be validated: they end the process. */
  leftOut?: readonly number[]
}

export type ValidatedRows = {
  rows: readonly VerdictRow[]
  results: Buffer
  success: number
  errors: number
  /** Rows whose domain could not be looked up; they are among the errors. */
  unanswered: number
  flags: FlagCounts
  candidateCount: number
  /** To compare with later bounces. */
  validated?: Validated | undefined
}

export async function validateRows(deps: ValidateDeps, chunk: UnvalidatedChunk): Promise<ValidatedRows> {
  const validated = await validateOffline(deps, chunk)
  const { rows, results } = await pack(
    chunk.validateDomain ? await withLookups(deps, validated, chunk.accountId) : validated,
  )
  const kept = deps.packValidated?.(validated, rows)
  return { rows, results, validated: kept, unanswered: countUnanswered(rows), ...sumUp(rows) }
}

async function validateOffline(
  { engine }: ValidateDeps,
  { chunkId, inputs, leftOut = [] }: UnvalidatedChunk,
): Promise<VerdictRow[]> {
  const idOf = resultIds(chunkId)
  const validate = ({ text, fault }: Input, row: number): VerdictRow => {
    if (leftOut.length > 0 && leftOut.includes(row)) return failedRow(text, POISON)
    const verdict = fault ? malformedRow(fault) : engine.validate(text)
    return { input: text, id: verdict.ok ? idOf(row) : '', verdict }
  }
  return isolateFailures(
    inputs,
    (some, offset) => some.map((input, at) => validate(input, offset + at)),
    ({ text }) => failedRow(text, POISON),
  )
}

/** Every domain is looked up once, however many rows it has. */
async function withLookups(
  { engine, facts, registryBudgetMs }: ValidateDeps,
  rows: VerdictRow[],
  accountId: string,
): Promise<VerdictRow[]> {
  const found = await facts.lookUpAll(domainsOf(rows), registryBudgetMs, accountId)
  const check = (row: VerdictRow): VerdictRow => {
    if (!row.verdict.ok) return row
    const domain = found.get(domainToAskAbout(row.verdict.domain))
    if (!domain?.known) return failedRow(row.input, domain ? lookupFailed(explainUnknown(domain)) : LOOKUP_FAILED)
    return { ...row, verdict: engine.withDomainFacts(row.verdict, domain.value) }
  }
  return isolateFailures(
    rows,
    (some) => some.map(check),
    ({ input }) => failedRow(input, POISON),
  )
}

function* domainsOf(rows: readonly VerdictRow[]): Generator<string> {
  for (const { verdict } of rows) if (verdict.ok) yield domainToAskAbout(verdict.domain)
}

type Packed = { rows: VerdictRow[]; results: Buffer }

/** A row that cannot be packed must not take the others with it. */
async function pack(rows: VerdictRow[]): Promise<Packed> {
  try {
    return { rows, results: packResults(rows) }
  } catch {
    const packable = await isolateFailures(
      rows,
      (some) => {
        packResults(some)
        return [...some]
      },
      ({ input }) => failedRow(input, POISON),
    )
    return { rows: packable, results: packResults(packable) }
  }
}

const lookupFailed = (message: string) => rowError('lookup_failed', message)
const LOOKUP_FAILED = lookupFailed("The domain's name servers could not be queried.")
const POISON = rowError('job_failed', 'This row could not be processed.')

function rowError(code: RowErrorCode, message: string): Verdict {
  return { ok: false, error: { code, message } }
}

function failedRow(input: string, verdict: Verdict): VerdictRow {
  return { input, id: '', verdict }
}

function countUnanswered(rows: readonly VerdictRow[]): number {
  return rows.filter(({ verdict }) => !verdict.ok && verdict.error.code === 'lookup_failed').length
}

type Alike = { example: Accepted; count: number }

/** Flags repeat, and only a lookup adds some that are the domain's own: rows that have the same are rendered once. */
function sumUp(rows: readonly VerdictRow[]): Omit<ValidatedRows, 'rows' | 'results' | 'unanswered'> {
  const alike = new Map<DomainLookup | undefined, Map<number, Alike>>()
  let success = 0
  for (const { verdict } of rows) {
    if (!verdict.ok) continue
    success++
    const { lookup } = verdict.domain
    const byFlags = alike.get(lookup) ?? new Map<number, Alike>()
    alike.set(lookup, byFlags)
    const same = byFlags.get(verdict.flags)
    if (same) same.count++
    else byFlags.set(verdict.flags, { example: verdict, count: 1 })
  }
  const flags: { -readonly [Flag in keyof FlagCounts]: number } = {}
  let candidateCount = 0
  for (const byFlags of alike.values()) {
    for (const { example, count } of byFlags.values()) {
      const { validations } = render(example, '')
      for (const flag of Object.keys(validations) as (keyof Validations)[])
        if (validations[flag]) flags[flag] = (flags[flag] ?? 0) + count
      if (candidateOf(example)) candidateCount += count
    }
  }
  return { success, errors: rows.length - success, flags, candidateCount }
}
