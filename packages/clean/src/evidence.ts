// Reasons that only the account knows: from bounces, probes and its suppression list.
import type { Opinion } from './opinion.ts'

/** A reason not to send that only the service knows, with its source and date. */
export type KnownReason = { code: string; tier: 'risky' | 'unsafe'; evidence: string }

/** By the address as written in the list; addresses without a reason are omitted. */
export type Known = ReadonlyMap<string, KnownReason>

/** The most severe reason of each address that has one. */
export function knownReasons(
  found: Iterable<{ email: string; reasons: readonly KnownReason[] }>,
): [string, KnownReason][] {
  return Array.from(found).flatMap(({ email, reasons: [worst] }): [string, KnownReason][] =>
    worst ? [[email, { code: worst.code, tier: worst.tier, evidence: worst.evidence }]] : [],
  )
}

/** Makes a row unsafe or risky that has no other problem; an unsafe row keeps its reason. */
export function withEvidence(opinion: Opinion, known: KnownReason | undefined): Opinion {
  if (!known || opinion.status === 'unsafe' || (opinion.status === 'risky' && known.tier === 'risky')) return opinion
  return { ...opinion, status: known.tier, reason: known.code, evidence: known.evidence }
}
