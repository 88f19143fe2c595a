import { createInterface } from 'node:readline/promises'
import { formatCount } from '@mailsift/command/table'
import { ApiError, ConnectionError, type Mailsift } from '@mailsift/sdk'
import { defineCommand, JSON_OPTION } from '../command.ts'
import { type Context, note } from '../context.ts'
import { EXIT, type ExitCode, usageError } from '../exit.ts'
import { FAIL_ON_OPTION, readFailOn } from '../fail-on.ts'
import { mapInOrder } from '../in-order.ts'
import { type LocalEngine, loadLocalEngine, validateLocally } from '../local-engine.ts'
import { addTier, newTally, type Outcome, printOutcome, type Tally, type TieredOutcome, verdictOf } from '../outcome.ts'
import { connectUnlessLocal, offerLocal } from '../service.ts'

/** Concurrent requests: enough to hide the latency, far below the service's limits. */
const CONCURRENCY = 8

export const validate = defineCommand({
  name: 'validate',
  summary: 'Check whether addresses are safe to send to',
  arguments: [
    {
      name: 'addresses',
      optional: true,
      many: true,
      shown: '<address…|->',
      help: 'Addresses to check; - for stdin',
    },
  ],
  description: `Checks whether each address is safe, risky or unsafe to send marketing mail to, and shows the reason if it is not safe.

With -, addresses are read from stdin, one per line, and each result is printed at once. Each validation by the service
uses one credit. Malformed addresses and --local are free.`,
  options: {
    domain: { type: 'boolean', help: 'Also check the mail servers and the registration of the domain' },
    explain: { type: 'boolean', help: 'Explain each reason and what to do about it' },
    probe: {
      type: 'boolean',
      help: 'Also query the mail server whether the mailbox exists; uses no extra credits',
    },
    local: { type: 'boolean', help: 'Check in this process, without a server, a token or domain checks' },
    ...FAIL_ON_OPTION,
    ...JSON_OPTION,
  },
  examples: [
    { line: 'validate ada.lovelace@contoso.com', does: 'Check one address' },
    { line: 'validate --domain --explain info@contoso.com', does: 'Check the domain too, and explain the result' },
    { line: 'validate --probe ada.lovelace@contoso.com', does: 'Query the mail server, too' },
    { line: 'validate --json - < addresses.txt', does: 'Print one line of JSON per address' },
    { line: 'validate --local --fail-on unsafe noreply@contoso.com', does: 'Check offline, in a script' },
  ],

  async run(context, { addresses: operands }, values) {
    if (operands.length === 0) throw usageError('Specify at least one address, or - to read from stdin.')
    if (operands.filter((operand) => operand === '-').length > 1)
      throw usageError('Use - only once: stdin can be read only once.')
    if (values.local && values.probe) throw usageError('--probe needs the service and cannot be combined with --local.')
    if (values.local && values.domain)
      throw usageError('--domain needs the service and cannot be combined with --local.')
    const failOnUnsafe = readFailOn(values['fail-on'])
    const validate = values.local ? await createLocalValidator() : await createServiceValidator(context, values)
    const engine = await loadLocalEngine()
    const tally = newTally()
    try {
      for await (const outcome of mapInOrder(readAddresses(context, operands), CONCURRENCY, validate)) {
        const tiered = addTier(engine, outcome)
        tally[verdictOf(tiered)]++
        await printOutcome(context, values.explain ? addSuggestion(engine, tiered) : tiered, values)
      }
    } catch (error) {
      const isOffered = error instanceof ConnectionError && totalOf(tally) === 0 && !values.domain
      throw isOffered ? offerLocal(error) : error
    }
    noteTally(context, tally)
    return exitCodeOf(tally, failOnUnsafe)
  },
})

function addSuggestion(engine: LocalEngine, tiered: TieredOutcome): TieredOutcome {
  const { input, result, reasons } = tiered
  // A domain that accepts mail is not corrected, except for known misspellings.
  const isLeftAlone = result?.validations.domain_is_deliverable && !reasons?.some(({ code }) => code === 'typo')
  const suggestion = isLeftAlone ? undefined : engine.suggest(input)?.address
  return suggestion === undefined ? tiered : { ...tiered, suggestion }
}

type Validate = (input: string, index: number) => Promise<Outcome>

async function createLocalValidator(): Promise<Validate> {
  const engine = await loadLocalEngine()
  return async (input, index) => ({ index, input, ...validateLocally(engine, input) })
}

async function createServiceValidator(
  context: Context,
  values: { server?: string; domain: boolean; probe: boolean },
): Promise<Validate> {
  const mailsift = await connectUnlessLocal(context, values)
  const options = { validateDomain: values.domain, probe: values.probe, signal: context.signal }
  return async (input, index) => ({ index, input, ...(await request(mailsift, input, options)) })
}

/** An error of one address is its outcome; any other error ends the command. */
async function request(
  mailsift: Mailsift,
  input: string,
  options: { validateDomain: boolean; probe: boolean; signal: AbortSignal },
): Promise<Pick<Outcome, 'result' | 'error' | 'known' | 'mailbox' | 'mailbox_probe'>> {
  try {
    const { result, reasons, mailbox, mailbox_probe } = await mailsift.insight(input, {
      ...options,
      policy: 'marketing',
    })
    const probed = options.probe && mailbox_probe ? { mailbox, mailbox_probe } : {}
    return { result, error: null, known: reasons.filter(({ code }) => isEvidence(code)), ...probed }
  } catch (error) {
    if (!(error instanceof ApiError) || (error.code !== 'invalid_email' && error.code !== 'unavailable')) throw error
    return { result: null, error: { code: error.code, message: error.message } }
  }
}

/** Only the service knows bounces, probes and the suppression list; the local engine finds all other reasons. */
const isEvidence = (code: string) => ['bounced', 'mailbox_full', 'catch_all', 'suppressed'].includes(code)

async function* readAddresses({ stdin, signal }: Context, operands: string[]): AsyncGenerator<string, void> {
  for (const operand of operands) {
    if (operand !== '-') yield operand
    else yield* readLines(stdin, signal)
    signal.throwIfAborted()
  }
}

async function* readLines(stdin: Context['stdin'], signal: AbortSignal): AsyncGenerator<string, void> {
  let isFirst = true
  for await (const line of createInterface({ input: stdin, signal })) {
    // Windows programs start a text file with a byte order mark, which is not part of an address.
    const address = isFirst ? line.replace(/^\ufeff/, '') : line
    isFirst = false
    if (address.trim()) yield address
  }
}

const totalOf = (tally: Tally) => Object.values(tally).reduce((sum, count) => sum + count, 0)

function noteTally(context: Context, tally: Tally): void {
  const counts = Object.entries(tally).filter(([, count]) => count > 0)
  const total = totalOf(tally)
  if (total < 2) return
  note(
    context,
    `${formatCount(total)} addresses: ${counts.map(([word, count]) => `${formatCount(count)} ${word}`).join(', ')}`,
  )
}

function exitCodeOf({ safe, risky, unsafe, malformed, unknown }: Tally, failOnUnsafe: boolean): ExitCode {
  if (failOnUnsafe && risky + unsafe + malformed > 0) return EXIT.unsafe
  if (unknown === 0) return EXIT.ok
  return safe + risky + unsafe + malformed > 0 ? EXIT.partial : EXIT.service
}
