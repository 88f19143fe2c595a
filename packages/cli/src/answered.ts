// One address and what became of it, as a line for people or for programs.
import { styleText } from 'node:util'
import { printable } from '@mailsift/command/printable'
import type { ValidationResult } from '@mailsift/sdk'
import { type Context, print } from './context.ts'
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
  if (!result || reasons || result.validations.safe_to_send) return ''
  const found = findings(result)
  return (found.length > 0 ? found : await unflagged(result)).join(', ')
}

/** Some reasons have no flag on the wire: the engine here knows them too, all but the mail hosts of parked domains. */
async function unflagged({ inbound, validations }: ValidationResult): Promise<string[]> {
  const [engine, { REASON_WORDS }] = await Promise.all([loadLocalEngine(), import('@mailsift/clean/reason-words')])
  const known = explainAddress(engine, inbound).map(({ code }) => REASON_WORDS[code] ?? code)
  if (known.length > 0) return known
  return [validations.has_valid_mx_records ? REASON_WORDS.parked! : 'for a reason that the service does not name']
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
    ...(reasons ?? []).map(({ code, sentence, evidence }) => [code, `${sentence} (${evidence})`] as const),
    ...(suggestion === undefined ? [] : [['probably meant', suggestion] as const]),
    ...(result && reasons ? factsOf(result) : []),
  ]
  return line + facts.map(([name, text]) => `  ${name.padEnd(FACT_WIDTH)}  ${printable(text)}\n`).join('')
}

/** The flags raised against an address, in a word each. */
function findings({ validations: flags }: ValidationResult): string[] {
  const found: [boolean, string][] = [
    [flags.is_disposable, 'disposable'],
    [flags.is_no_reply, 'no-reply'],
    // Every no-reply address is role-based too.
    [flags.is_role_based && !flags.is_no_reply, 'role-based'],
    [flags.has_irregular_pattern, 'irregular pattern'],
    [flags.has_uncommon_unicode, 'uncommon Unicode'],
    [flags.has_valid_mx_records === false, 'no valid MX'],
    [flags.domain_is_deliverable === false, 'domain not deliverable'],
    [flags.domain_is_parking_nameserver === true, 'parked domain'],
  ]
  return found.flatMap(([is, word]) => (is ? [word] : []))
}

function factsOf({ normalized, first_name, last_name, smtp_provider, metadata }: ValidationResult) {
  const { label } = metadata.username
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return [
    ['normalized', label ? `${normalized} (without the label "${label}")` : normalized],
    ...(name ? [['name', name]] : []),
    ...(smtp_provider === 'unknown' ? [] : [['provider', smtp_provider]]),
  ] as [string, string][]
}
