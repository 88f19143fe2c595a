// The engine's verdict on one address, step by step, as the page shows it.
import {
  type AddressFacts,
  explain,
  factsOf,
  type Policy,
  type Reason,
  type ReasonCode,
  render,
  type Suggestion,
  type Tiering,
  tier,
  type ValidationResult,
} from '@mailsift/engine'
import { REASON_TEXTS } from '@mailsift/engine/reason-texts'
import { loadEngine } from './engine.ts'

export type Parts = {
  name: string
  /** Includes the separator. */
  label: string
  /** Includes the dot. */
  subdomain: string
  root: string
}

export type Trace =
  | { ok: false; problem: string; advice: string; suggestion: Suggestion | undefined }
  | {
      ok: true
      parts: Parts
      result: ValidationResult
      /** The sentence for an address without problems. */
      noProblems: string
      /** `passed` is the label of a passed check. */
      checks: { code: ReasonCode; passed: string; reason: Reason | undefined }[]
      /** The checks that need a lookup. */
      lookups: { code: (typeof LOOKUPS)[number]; passed: string }[]
      tiering: Tiering
      suggestion: Suggestion | undefined
      facts: AddressFacts
    }

/** Flags that need no lookup, in display order. */
const CHECKS: readonly ReasonCode[] = [
  'typo',
  'unknown_tld',
  'reserved',
  'disposable',
  'free_dns',
  'not_issued',
  'no_reply',
  'role',
  'irregular',
  'unicode',
]

const LOOKUPS = ['no_mx', 'undeliverable', 'parked', 'young_domain'] as const

export async function traceAddress(address: string, policy: Policy): Promise<Trace> {
  const engine = await loadEngine()
  const verdict = engine.validate(address)
  const suggestion = engine.suggest(address)
  if (!verdict.ok) return { ok: false, problem: verdict.error.message, advice: REASON_TEXTS.invalid.advice, suggestion }
  const reasons = explain(verdict)
  const { local, label, domain } = verdict
  const result = render(verdict, '')
  const nameLength = label ? Math.max(0, local.length - label.length - 1) : local.length
  const at = domain.inbound.toLowerCase().endsWith(domain.root) ? domain.inbound.length - domain.root.length : 0
  return {
    ok: true,
    parts: {
      name: local.slice(0, nameLength),
      label: local.slice(nameLength),
      subdomain: domain.inbound.slice(0, at),
      root: domain.inbound.slice(at),
    },
    result,
    noProblems: REASON_TEXTS.ok.sentence,
    checks: CHECKS.map((code) => ({
      code,
      passed: REASON_TEXTS[code].passed,
      reason: reasons.find((reason) => reason.code === code),
    })),
    lookups: LOOKUPS.map((code) => ({ code, passed: REASON_TEXTS[code].passed })),
    tiering: tier(verdict, policy),
    suggestion,
    facts: factsOf(verdict),
  }
}

/** Loads the engine early, so that the first typed letter gets a result at once. */
export async function warmUp(): Promise<void> {
  await loadEngine()
}
