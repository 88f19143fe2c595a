// One address and what became of it, as a line for people or for programs.
import { styleText } from 'node:util'
import { printable } from '@mailsift/command/printable'
import { labelOf } from '@mailsift/engine/reason-texts'
import { type RegistryState, registryStateOf } from '@mailsift/engine/registry-state'
import type { ValidationResult } from '@mailsift/sdk'
import { type Context, print } from './context.ts'
import { labelsOfFlags } from './explain.ts'
import { explainAddress, loadLocalEngine } from './local-engine.ts'
import type { Reason } from './reason.ts'

/** As a bulk item of §2.5; `error.code` may also be that of a request that failed. */
export type Answered = {
  index: number
  input: string
  result: ValidationResult | null
  error: { code: string; message: string } | null
  /** Only with `--explain`. */
  reasons?: Reason[]
  /** Only with `--explain`, and where another address was probably meant. */
  suggestion?: string
}

/** `unknown`: it could not be found out, which is not the same as unsafe. */
export type Verdict = 'safe' | 'unsafe' | 'malformed' | 'unknown'

export function verdictOf({ result, error }: Pick<Answered, 'result' | 'error'>): Verdict {
  if (result) return result.validations.safe_to_send ? 'safe' : 'unsafe'
  return error?.code === 'invalid_email' ? 'malformed' : 'unknown'
}

export type Tally = Record<Verdict, number>

export const newTally = (): Tally => ({ safe: 0, unsafe: 0, malformed: 0, unknown: 0 })

export async function printAnswered(context: Context, answered: Answered, json: boolean | undefined): Promise<void> {
  await print(context, json ? `${JSON.stringify(answered)}\n` : describe(context, answered, await whyOf(answered)))
}

async function whyOf({ result, error, reasons }: Answered): Promise<string> {
  if (error) return error.message
  if (!result || reasons) return ''
  const labels = result.validations.safe_to_send ? [] : labelsOfFlags(result)
  const why = labels.length > 0 || result.validations.safe_to_send ? labels : await unflagged(result)
  return [...why, ...(registryStateOf(result.metadata.domain) === 'not_looked_up' ? [NOT_LOOKED_UP] : [])].join(', ')
}

const NOT_LOOKED_UP = 'Registration not looked up'

/** Some reasons have no flag in the API: the engine here knows them too, except the mail hosts of parked domains. */
async function unflagged({ inbound, validations }: ValidationResult): Promise<string[]> {
  const known = explainAddress(await loadLocalEngine(), inbound).map(({ code }) => labelOf(code))
  if (known.length > 0) return known
  return [validations.has_valid_mx_records ? labelOf('parked') : 'Reason not available']
}

const COLOURS = { safe: 'green', unsafe: 'yellow', malformed: 'red', unknown: 'magenta' } as const
const VERDICT_WIDTH = 9
const FACT_WIDTH = 22

function describe({ stdout }: Pick<Context, 'stdout'>, answered: Answered, why: string): string {
  const { input, result, reasons, suggestion } = answered
  const verdict = verdictOf(answered)
  const shown = styleText(COLOURS[verdict], verdict.padEnd(VERDICT_WIDTH), { stream: stdout })
  const line = `${shown}  ${printable(result?.inbound ?? input)}${why && `  ${printable(why)}`}\n`
  const facts = [
    ...(reasons ?? []).flatMap(({ code, sentence, advice, evidence }) => [
      [code, `${sentence} (${evidence})`] as const,
      ['', advice] as const,
    ]),
    ...(suggestion === undefined ? [] : [['did you mean', suggestion] as const]),
    ...(result && reasons ? factsOf(result) : []),
  ]
  return line + facts.map(([name, text]) => `  ${name.padEnd(FACT_WIDTH)}  ${printable(text)}\n`).join('')
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
