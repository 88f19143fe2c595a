// A verdict as a flat row with names and types that every database supports: for streams and query engines.
import { type Accepted, type Engine, flag, type Policy, type PolicyPreset } from '@mailsift/engine'
import { createOpinions } from './opinion.ts'
import type { Status } from './status.ts'

export type FlatRow = {
  readonly status: Status
  readonly reason: string
  readonly suggestion: string
  /** Why there is no verdict; empty if there is one. */
  readonly error: string
  readonly verdict: Accepted | undefined
}

/** Text is never null. A flag is null without a verdict, because false would be a claim. */
export type FlatColumn =
  | { readonly name: string; readonly kind: 'text'; readonly of: (row: FlatRow) => string }
  | { readonly name: string; readonly kind: 'flag'; readonly of: (row: FlatRow) => boolean | null }

const text = (name: string, of: (row: FlatRow) => string): FlatColumn => ({ name, kind: 'text', of })
const verdictText = (name: string, of: (verdict: Accepted) => string) =>
  text(name, ({ verdict }) => (verdict ? of(verdict) : ''))
const verdictFlag = (name: string, bit: number): FlatColumn => ({
  name,
  kind: 'flag',
  of: ({ verdict }) => (verdict ? (verdict.flags & bit) !== 0 : null),
})

export const FLAT_COLUMNS: readonly FlatColumn[] = [
  text('status', ({ status }) => status),
  text('reason', ({ reason }) => reason),
  text('suggestion', ({ suggestion }) => suggestion),
  verdictText('normalized', ({ normalizedLocal, domain }) => `${normalizedLocal}@${domain.normalized}`),
  text('error', ({ error }) => error),
  verdictText('first_name', ({ firstName }) => firstName),
  verdictText('last_name', ({ lastName }) => lastName),
  verdictText('label', ({ label }) => label),
  verdictText('domain_root', ({ domain }) => domain.root),
  verdictText('smtp_provider', ({ domain }) => domain.provider),
  verdictFlag('safe_to_send', flag.SAFE_TO_SEND),
  verdictFlag('is_disposable', flag.IS_DISPOSABLE),
  verdictFlag('has_label', flag.HAS_LABEL),
  verdictFlag('is_subdomain', flag.IS_SUBDOMAIN),
  verdictFlag('is_no_reply', flag.IS_NO_REPLY),
  verdictFlag('is_role_based', flag.IS_ROLE_BASED),
  verdictFlag('has_irregular_pattern', flag.HAS_IRREGULAR_PATTERN),
  verdictFlag('has_uncommon_unicode', flag.HAS_UNCOMMON_UNICODE),
]

/** A record that could not be read, so nothing is known about its address. */
export const unreadableRow = (error: string): FlatRow => ({
  status: 'unknown',
  reason: 'malformed_row',
  suggestion: '',
  error,
  verdict: undefined,
})

/** The row of an address; null if the record has none. */
export function createFlatRows(
  engine: Pick<Engine, 'validate' | 'suggest'>,
  policy: Policy | PolicyPreset,
): (address: string | null) => FlatRow {
  const opinions = createOpinions(engine, policy)
  return (address) => {
    const verdict = engine.validate(address ?? '')
    if (verdict.ok) {
      const { status, reason, suggestion } = opinions.ofVerdict(verdict.inbound, verdict)
      return { status, reason, suggestion, error: '', verdict }
    }
    // A cached opinion keeps its domain, so this is a copy: a slice would keep the whole text in memory.
    const { status, reason, suggestion } = opinions.ofVerdict(` ${address ?? ''}`.slice(1), verdict)
    return { status, reason, suggestion, error: verdict.error.message, verdict: undefined }
  }
}
