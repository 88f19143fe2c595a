import { createInterface } from 'node:readline/promises'
import { formatCount } from '@mailsift/command/table'
import { ApiError, ConnectionError, type Mailsift } from '@mailsift/sdk'
import { type Answered, addTier, newTally, printAnswered, type Tally, type Tiered, verdictOf } from '../answered.ts'
import { defineCommand, JSON_OPTION } from '../command.ts'
import { type Context, note } from '../context.ts'
import { EXIT, type ExitCode, usageError } from '../exit.ts'
import { FAIL_ON_OPTION, readFailOn } from '../fail-on.ts'
import { mapInOrder } from '../in-order.ts'
import { answerLocally, type LocalEngine, loadLocalEngine } from '../local-engine.ts'
import { connectUnlessLocal, offerLocal } from '../service.ts'

/** Requests under way at a time: enough to hide the latency, far from what a service limits. */
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
    const answer = values.local ? await localAnswers() : await serviceAnswers(context, values)
    const engine = await loadLocalEngine()
    const tally = newTally()
    try {
      for await (const answered of mapInOrder(readAddresses(context, operands), CONCURRENCY, answer)) {
        const tiered = addTier(engine, answered)
        tally[verdictOf(tiered)]++
        await printAnswered(context, values.explain ? addSuggestion(engine, tiered) : tiered, values)
      }
    } catch (error) {
      const isOffered = error instanceof ConnectionError && totalOf(tally) === 0 && !values.domain
      throw isOffered ? offerLocal(error) : error
    }
    noteTally(context, tally)
    return exitCodeOf(tally, failOnUnsafe)
  },
})

function addSuggestion(engine: LocalEngine, tiered: Tiered): Tiered {
  const { input, result, reasons } = tiered
  // A domain that was seen with mail is what was meant, known misspellings aside.
  const isLeftAlone = result?.validations.domain_is_deliverable && !reasons?.some(({ code }) => code === 'typo')
  const suggestion = isLeftAlone ? undefined : engine.suggest(input)?.address
  return suggestion === undefined ? tiered : { ...tiered, suggestion }
}

type Answer = (input: string, index: number) => Promise<Answered>

async function localAnswers(): Promise<Answer> {
  const engine = await loadLocalEngine()
  return async (input, index) => ({ index, input, ...answerLocally(engine, input) })
}

async function serviceAnswers(
  context: Context,
  values: { server?: string; domain: boolean; probe: boolean },
): Promise<Answer> {
  const mailsift = await connectUnlessLocal(context, values)
  const options = { validateDomain: values.domain, probe: values.probe, signal: context.signal }
  return async (input, index) => ({ index, input, ...(await ask(mailsift, input, options)) })
}

/** An error of this address alone is its answer; any other ends the command. */
async function ask(
  mailsift: Mailsift,
  input: string,
  options: { validateDomain: boolean; probe: boolean; signal: AbortSignal },
): Promise<Pick<Answered, 'result' | 'error' | 'known' | 'mailbox' | 'mailbox_probe'>> {
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

/** Only the service knows bounces and the suppression list; the engine here finds all other reasons. */
const isEvidence = (code: string) => ['bounced', 'mailbox_full', 'suppressed'].includes(code)

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
    // Windows programs begin a text file with a byte order mark, which belongs to no address.
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
