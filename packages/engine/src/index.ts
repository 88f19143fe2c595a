export type { Profile } from './data-file.ts'
export type { DomainFacts, DsRecord, MxRecord, RegistryFacts, RegistryFlags, RegistryRecord } from './domain-facts.ts'
export { createEngine, type Engine, type EngineOptions } from './engine.ts'
export { explain, type Reason, type ReasonCode } from './explain.ts'
export { type AddressFacts, factsOf } from './facts.ts'
export * as flag from './flags.ts'
export { type FreshLists, NO_FRESH_LISTS } from './fresh-lists.ts'
export { createFreshNames, type FreshNames } from './fresh-names.ts'
export type { DomainLookup, MailDomain } from './mail-domain.ts'
export { openVerdicts, type PackedVerdicts, packVerdicts, type VerdictRow } from './packed-verdicts.ts'
export {
  POLICY_CODES,
  type Policy,
  type PolicyCode,
  type PolicyPreset,
  PRESETS,
  type Tier,
  tierOfCode,
  YOUNG_DOMAIN_DAYS,
} from './policy.ts'
export { registrableDomain } from './registrable-domain.ts'
export { render, renderJson, type ValidationResult } from './render.ts'
export { renderDomain } from './render-domain.ts'
export type { Suggestion, SuggestionKind } from './suggest.ts'
export { type Tiering, type TierReason, tier } from './tier.ts'
export { type Accepted, isFlagged, isSafeToSend, type Rejected, type RowError, type Verdict } from './verdict.ts'
