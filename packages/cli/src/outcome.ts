// One address and its outcome, as a line for people or for programs.
import { styleText } from 'node:util'
import { printable } from '@mailsift/command/printable'
import { TIERS, type Tier } from '@mailsift/engine/policy'
import { labelOf } from '@mailsift/engine/reason-texts'
import { type RegistryState, registryStateOf } from '@mailsift/engine/registry-state'
import type { Insight, ValidationResult } from '@mailsift/sdk'
import { type Context, print } from './context.ts'
import { labelsOfFlags, tierResult } from './explain.ts'
import { explainAddress, type LocalEngine, loadLocalEngine } from './local-engine.ts'
import type { Reason } from './reason.ts'

/** Like a bulk item of §2.5; `error.code` may also be that of a failed request. */
export type Outcome = {
  index: number
  input: string
  result: ValidationResult | null
  error: { code: string; message: string } | null
  /** Reasons that only the service knows: bounces, and the suppression list. */
  known?: KnownReason[]
  /** Where --probe is set. */
  mailbox?: Insight['mailbox']
  mailbox_probe?: Insight['mailbox_probe']
}

type KnownReason = Reason & { tier: 'risky' | 'unsafe' }

/** The same tier as in the console and in the column `status` of a list. An address without a result has none. */
export type TieredOutcome = Outcome & { tier?: Tier; reasons?: Reason[]; suggestion?: string }

export function addTier(engine: LocalEngine, { known = [], ...outcome }: Outcome): TieredOutcome {
  if (!outcome.result) return outcome
  const { tier, reasons } = tierResult(engine, outcome.result)
  const worst = TIERS.findLast((each) => each === tier || known.some((reason) => reason.tier === each))
  return { ...outcome, tier: worst ?? tier, reasons: [...known.map(({ tier: _, ...reason }) => reason), ...reasons] }
}

/** `unknown`: it could not be determined, which is not the same as unsafe. */
export type Verdict = Tier | 'malformed' | 'unknown'

export function verdictOf({ tier, error }: Pick<TieredOutcome, 'tier' | 'error'>): Verdict {
  if (tier) return tier
  return error?.code === 'invalid_email' ? 'malformed' : 'unknown'
}

export type Tally = Record<Verdict, number>

export const newTally = (): Tally => ({ safe: 0, risky: 0, unsafe: 0, malformed: 0, unknown: 0 })

export type Shown = { json?: boolean | undefined; explain?: boolean | undefined }

export async function printOutcome(context: Context, outcome: TieredOutcome, { json, explain }: Shown): Promise<void> {
  const { tier: _, reasons: __, ...item } = outcome
  if (json) await print(context, `${JSON.stringify(explain ? outcome : item)}\n`)
  else
    await print(
      context,
      describe(context, outcome, explain ? (outcome.error?.message ?? '') : await whyOf(outcome), explain),
    )
}

async function whyOf({ result, error, reasons = [] }: TieredOutcome): Promise<string> {
  if (error) return error.message
  if (!result) return ''
  const isSafe = result.validations.safe_to_send
  const known = reasons.filter(({ code }) => ['bounced', 'mailbox_full', 'catch_all', 'suppressed'].includes(code))
  const labels = isSafe
    ? reasons.map(({ code }) => labelOf(code))
    : [...known.map(({ code }) => labelOf(code)), ...labelsOfFlags(result)]
  const why = labels.length > 0 || isSafe ? labels : await unflagged(result)
  return [...why, ...(registryStateOf(result.metadata.domain) === 'not_looked_up' ? [NOT_LOOKED_UP] : [])].join(', ')
}

const NOT_LOOKED_UP = 'Registration not looked up'

/**
 * Finds reasons that have no flag in the API with the local engine, which knows all but the mail hosts of parked
 * domains.
 */
async function unflagged({ inbound, validations }: ValidationResult): Promise<string[]> {
  const known = explainAddress(await loadLocalEngine(), inbound).map(({ code }) => labelOf(code))
  if (known.length > 0) return known
  return [validations.has_valid_mx_records ? labelOf('parked') : 'Reason not available']
}

const COLOURS = { safe: 'green', risky: 'cyan', unsafe: 'yellow', malformed: 'red', unknown: 'magenta' } as const
const VERDICT_WIDTH = 9
const FACT_WIDTH = 22

function describe({ stdout }: Pick<Context, 'stdout'>, outcome: TieredOutcome, why: string, explain = false): string {
  const { input, result, reasons = [], suggestion } = outcome
  const verdict = verdictOf(outcome)
  const shown = styleText(COLOURS[verdict], verdict.padEnd(VERDICT_WIDTH), { stream: stdout })
  const line = `${shown}  ${printable(result?.inbound ?? input)}${why && `  ${printable(why)}`}\n`
  const facts = [
    ...(explain ? reasons : []).flatMap(({ code, sentence, advice, evidence }) => [
      [code, `${sentence} (${evidence})`] as const,
      ['', advice] as const,
    ]),
    ...mailboxFacts(outcome),
    ...(suggestion === undefined ? [] : [['did you mean', suggestion] as const]),
    ...(result && explain ? factsOf(result) : []),
  ]
  return line + facts.map(([name, text]) => `  ${name.padEnd(FACT_WIDTH)}  ${printable(text)}\n`).join('')
}

const MAILBOXES = {
  exists: 'exists',
  does_not_exist: 'does not exist',
  catch_all: 'not known: the server accepts every name',
  unknown: 'not known',
} as const

function mailboxFacts({ mailbox, mailbox_probe: probe }: TieredOutcome): [string, string][] {
  if (mailbox === undefined || !probe) return []
  const how = {
    pending: ': a worker queries its mail server, run this again in some minutes',
    ended: probe.reason === null ? '' : `: the probe ended without an answer (${probe.reason})`,
    not_needed: '',
    not_available: ': probes are off, or your account may not probe',
  }[probe.state]
  return [['mailbox', `${MAILBOXES[mailbox]}${how}`]]
}

const REGISTRY_REMARKS: Record<RegistryState, string[]> = {
  not_requested: [],
  found: [],
  not_published: ['Publishes no registration data'],
  not_looked_up: ['Not looked up: it did not answer in time, or registry lookups are off'],
}

function factsOf({ normalized, first_name, last_name, smtp_provider, metadata }: ValidationResult) {
  const { label } = metadata.username
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return [
    ['normalized', label ? `${normalized} (without the tag "${label}")` : normalized],
    ...(name ? [['name', name]] : []),
    ...(smtp_provider === 'unknown' ? [] : [['provider', smtp_provider]]),
    ...REGISTRY_REMARKS[registryStateOf(metadata.domain)].map((remark) => ['registry', remark]),
  ] as [string, string][]
}
