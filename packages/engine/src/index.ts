// The public API. `validate.ts` is the path of one address; `engine.ts` is what an engine keeps between addresses.

export type { Profile } from './data/sections.ts'
export { createEngine, type Engine, type EngineOptions } from './engine.ts'

// 1. The verdict on an address, and its part about the domain.

export type { Suggestion, SuggestionKind } from './domain/suggest/suggest.ts'
export { mailboxAddress, personAddress } from './provider/mailbox-address.ts'
export * as flag from './verdict/flags.ts'
export type { DomainLookup, MailDomain } from './verdict/mail-domain.ts'
export {
  type Accepted,
  isFlagged,
  isSafeToSend,
  type Rejected,
  type RowError,
  type Verdict,
} from './verdict/verdict.ts'

// 2. Facts from a lookup, and lists that change while a program runs.

export { type FreshLists, NO_FRESH_LISTS } from './domain/lists/fresh-lists.ts'
export { createFreshNames, type FreshNames } from './domain/lists/fresh-names.ts'
export { nameServerOwner } from './domain/lookup/name-server-owner.ts'
export { registrableDomain } from './domain/registrable-domain.ts'
export type {
  DomainFacts,
  DsRecord,
  MxRecord,
  RegistryFacts,
  RegistryFlags,
  RegistryRecord,
} from './verdict/domain-facts.ts'

// 3. Why an address is not safe to send to, and what that means for each purpose.

export { type AddressLists, findListing, keyOfEntry, keysOf, type Listing } from './reasons/address-lists.ts'
export { explain, type Reason, type ReasonCode } from './reasons/explain.ts'
export { type AddressFacts, factsOf } from './reasons/facts.ts'
export {
  FACTUAL_CODES,
  POLICY_CODES,
  type Policy,
  type PolicyCode,
  type PolicyPreset,
  PRESETS,
  type Tier,
  tierOfCode,
  YOUNG_DOMAIN_DAYS,
} from './reasons/policy.ts'
export { type Tiering, type TierReason, tier } from './reasons/tier.ts'

// 4. The verdict as JSON, and compact storage of many verdicts.

export { openVerdicts, type PackedVerdicts, packVerdicts, type VerdictRow } from './render/packed-verdicts.ts'
export { render, renderJson, type ValidationResult } from './render/render.ts'
export { renderDomain } from './render/render-domain.ts'
