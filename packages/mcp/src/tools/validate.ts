import { EMAIL_MAX_CHARACTERS } from '@mailsift/contract/limits'
import { nullable, strict } from '@mailsift/contract/schema'
import { type Static, Type } from 'typebox'
import { DATA_ONLY, marked, notice } from '../foreign-text.ts'
import { type Call, Refusal } from '../service.ts'
import { counted, defineTool, READS } from '../tool.ts'
import { CheckDomain, policyArgument, switchArguments, toSwitches, toVerdict, Verdict } from './verdict.ts'

const LIST_MAX_COUNT = 100
/** White space around an address is allowed; much longer text is not an address and is not read. */
const INPUT_MAX_CHARACTERS = 4 * EMAIL_MAX_CHARACTERS
/** Enough to share a commit, and to hide the way to a service. */
const AT_ONCE = 16

const credits = Type.Integer({ minimum: 0, description: 'Credits that the call used.' })
const address = Type.String({ maxLength: INPUT_MAX_CHARACTERS })

export const validateEmail = defineTool({
  name: 'validate_email',
  uses: 'validate',
  title: 'Validate one address',
  description: ({ isLocal }) =>
    'Checks whether an email address is safe, risky or unsafe to send to, explains why, and suggests a correction if it ' +
    `looks misspelled. ${isLocal ? 'Free.' : 'Uses 1 credit; a malformed address is free.'} A malformed address returns an error that says what is wrong. ${DATA_ONLY}`,
  annotations: READS,
  input: strict({
    email: address,
    policy: policyArgument('sign-up'),
    ...switchArguments,
    check_domain: CheckDomain,
  }),
  onlyWithService: ['check_domain'],
  output: strict({ ...notice, credits, verdict: Verdict }),

  async run(validate, { email, policy = 'sign-up', check_domain = false, ...switches }, call) {
    const { insight, credits } = await validate(
      { email, policy, switches: toSwitches(switches), checkDomain: check_domain },
      call,
    )
    const { tier, reasons, suggestion } = insight
    // By their codes: the sentences name the domain, which a stranger has chosen.
    const why = reasons.length === 0 ? '' : ` (${reasons.map(({ code }) => code).join(', ')})`
    const verdict = toVerdict(insight)
    const differs = verdict.difference === null ? '' : ' safe_to_send says otherwise; see difference.'
    const meant = suggestion === null ? '' : ' See suggestion for a likely correction.'
    return {
      summary: `The address is ${tier}${why}.${differs}${meant} Cost: ${counted(credits)}.`,
      data: { ...marked, credits, verdict },
    }
  },
})

const ListItem = strict({
  index: Type.Integer({ minimum: 0 }),
  input: Type.String(),
  verdict: nullable(Verdict),
  error: nullable(strict({ code: Type.String(), message: Type.String() })),
})
type ListItem = Static<typeof ListItem>

const TIERS = ['safe', 'risky', 'unsafe', 'malformed', 'unknown'] as const
type Counted = (typeof TIERS)[number]

export const validateList = defineTool({
  name: 'validate_list',
  uses: 'validate',
  title: 'Validate a short list',
  description: ({ isLocal, has }) =>
    `Validates up to ${LIST_MAX_COUNT} addresses and returns the results at once${has('submitList') ? '; use submit_list for more' : ''}. ` +
    `${isLocal ? 'Free. Malformed addresses are' : 'Each valid address uses 1 credit. Malformed addresses are free and'} returned as errors. ${DATA_ONLY}`,
  annotations: READS,
  input: strict({
    emails: Type.Array(address, { minItems: 1, maxItems: LIST_MAX_COUNT }),
    policy: policyArgument('sign-up'),
    ...switchArguments,
    check_domain: CheckDomain,
  }),
  onlyWithService: ['check_domain'],
  output: strict({
    ...notice,
    credits,
    counts: Type.Object(
      Object.fromEntries(TIERS.map((tier) => [tier, Type.Integer({ minimum: 0 })])) as Record<
        Counted,
        ReturnType<typeof Type.Integer>
      >,
      { description: 'Unknown: could not be checked, which does not mean unsafe.' },
    ),
    items: Type.Array(ListItem),
  }),

  async run(validate, { emails, policy = 'sign-up', check_domain = false, ...chosen }, call) {
    const switches = toSwitches(chosen)
    let credits = 0
    let refusal: Refusal | undefined
    const counts = { safe: 0, risky: 0, unsafe: 0, malformed: 0, unknown: 0 }
    const items = await eachOf(emails, call, async (email, index): Promise<ListItem> => {
      try {
        if (refusal) throw refusal
        const validated = await validate({ email, policy, switches, checkDomain: check_domain }, call)
        credits += validated.credits
        counts[validated.insight.tier]++
        return { index, input: email, verdict: toVerdict(validated.insight), error: null }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        if (!isOfAddress(error)) refusal = error
        counts[error.code === 'invalid_email' ? 'malformed' : 'unknown']++
        return { index, input: email, verdict: null, error: { code: error.code, message: error.message } }
      }
    })
    if (refusal && items.every(({ verdict }) => verdict === null)) throw refusal
    const found = TIERS.filter((tier) => counts[tier] > 0).map((tier) => `${counts[tier]} ${tier}`)
    return {
      summary: `Of ${items.length} addresses: ${found.join(', ')}. Cost: ${counted(credits)}.`,
      data: { ...marked, credits, counts, items },
    }
  },
})

/** A refusal of this address only; any other would refuse every further one as well, and none is tried. */
const isOfAddress = ({ code }: Refusal) => ['invalid_email', 'unavailable', 'internal'].includes(code)

/** A few at a time, in order. After a cancellation, no further call starts. */
async function eachOf<Item, Result>(
  items: readonly Item[],
  { signal }: Call,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  async function run(): Promise<void> {
    while (next < items.length) {
      signal.throwIfAborted()
      const at = next++
      results[at] = await work(items[at]!, at)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, run))
  return results
}
