// One address and what became of it, as a line for people or for programs.
import { styleText } from 'node:util'
import { printable } from '@mailsift/command/printable'
import type { ValidationResult } from '@mailsift/sdk'
import { type Context, print } from './context.ts'
import type { Reason } from './reason.ts'

/** As a bulk item of §2.5; `error.code` may also be that of a request that failed. */
export type Answered = {
  index: number
  input: string
  result: ValidationResult | null
  error: { code: string; message: string } | null
  /** Only with `--explain`. */
  reasons?: Reason[]
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
  await print(context, json ? `${JSON.stringify(answered)}\n` : describe(context, answered))
}

const COLOURS = { safe: 'green', unsafe: 'yellow', malformed: 'red', unknown: 'magenta' } as const
const VERDICT_WIDTH = 9
const FACT_WIDTH = 22

function describe({ stdout }: Pick<Context, 'stdout'>, answered: Answered): string {
  const { input, result, error, reasons } = answered
  const verdict = verdictOf(answered)
  const shown = styleText(COLOURS[verdict], verdict.padEnd(VERDICT_WIDTH), { stream: stdout })
  const why = error ? error.message : result && !reasons ? findings(result).join(', ') : ''
  const line = `${shown}  ${printable(result?.inbound ?? input)}${why && `  ${printable(why)}`}\n`
  if (!result || !reasons) return line
  const facts = [
    ...reasons.map(({ code, sentence, evidence }) => [code, `${sentence} (${evidence})`] as const),
    ...factsOf(result),
  ]
  return line + facts.map(([name, text]) => `  ${name.padEnd(FACT_WIDTH)}  ${printable(text)}\n`).join('')
}

/** The flags raised against an address, in a word each. */
function findings({ validations: flags }: ValidationResult): string[] {
  if (flags.safe_to_send) return []
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
  const words = found.flatMap(([is, word]) => (is ? [word] : []))
  // The one reason that has no flag of its own.
  return words.length > 0 ? words : ['unknown top-level domain']
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
