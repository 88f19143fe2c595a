// One address (§4.8): validate → look its domain up, if asked → render → record the unit → answer.
import type { ValidationResult, Validations } from '@mailsift/contract'
import { type Accepted, type Engine, render, renderJson } from '@mailsift/engine'
import type { PackValidated } from '../calibration/calibration.ts'
import { type DomainFactsService, domainToAskAbout, explainUnknown, UNKNOWN_LIFE_MS } from '../domains/facts.ts'
import { candidateOf } from '../outbox/outbox.ts'
import { AppError } from '../platform/http/problem.ts'
import { uuidv7 } from '../platform/ids.ts'
import { currentTrace } from '../platform/tracing/current.ts'
import type { Quotas, SingleUnit, Taken, UsageRecorder } from '../usage/usage.ts'

export type ValidateDeps = {
  engine: Engine
  facts: Pick<DomainFactsService, 'lookUp'>
  usage: UsageRecorder
  /** Without them, no plan has limits. */
  quotas?: Pick<Quotas, 'take'> | undefined
  /** Undefined where validated addresses are not kept. */
  packValidated?: PackValidated | undefined
  registryBudgetMs: number
}

/** The JSON text of an answer out of the verdict and its result. */
type Compose = (verdict: Accepted, result: string) => string

export type ValidateOne = (
  accountId: string,
  email: string,
  checkDomain: boolean,
  options?: {
    compose?: Compose
    once?: Once | undefined
    connection?: SingleUnit['connection']
    /** Called with what the plan leaves, where it limits credits. */
    onCredits?(taken: Taken): void
  },
) => Promise<string>

/** For a request with an Idempotency-Key. */
export type Once = NonNullable<SingleUnit['keyed']> & {
  /** The result was billed by an earlier request. */
  onReplay(): void
}

/** An earlier retry gets the same answer, because DNS is not queried again before. */
const LOOKUP_RETRY_SECONDS = UNKNOWN_LIFE_MS / 1000

/** The result as JSON text, once it is billed. Everything that can fail comes before that. */
export function createValidateOne(deps: ValidateDeps): ValidateOne {
  const { engine, usage } = deps
  const flagsOf = createFlagReader()

  return async (accountId, email, checkDomain, { compose, once, connection, onCredits } = {}) => {
    const validated = validate(engine, email)
    const { credits, original } = deps.quotas ? await takeCredit(deps.quotas, usage, accountId, once) : UNLIMITED
    if (credits) onCredits?.(credits)
    const verdict = checkDomain ? await orGiveBack(credits, withLookup(deps, validated, accountId)) : validated
    const bodyWith = (id: string) => {
      const result = renderJson(verdict, id)
      return compose ? compose(verdict, result) : result
    }
    if (original !== undefined) {
      once!.onReplay()
      return bodyWith(original)
    }
    const resultId = uuidv7()
    const body = bodyWith(resultId)
    const candidate = candidateOf(verdict)
    const kept = deps.packValidated?.([{ verdict: validated }], [{ verdict }])
    const billed = {
      resultId,
      accountId,
      flags: flagsOf(verdict),
      candidate,
      trace: currentTrace(),
      credits,
      connection,
    }
    const unit = { ...billed, validated: kept }
    if (once) {
      const { key, question } = once
      const billedId = await usage.recordOnce({ ...unit, keyed: { key, question } })
      if (billedId === resultId) return body
      once.onReplay()
      return bodyWith(billedId)
    }
    await usage.record(unit)
    return body
  }
}

type Credit = { credits?: Taken | undefined; original?: string | undefined }
const UNLIMITED: Credit = {}

/** A request that repeats one that was billed needs no credit, and gets its answer where none is left. */
async function takeCredit(
  quotas: Pick<Quotas, 'take'>,
  usage: UsageRecorder,
  accountId: string,
  once: Once | undefined,
): Promise<Credit> {
  try {
    return { credits: await quotas.take(accountId, 1) }
  } catch (error) {
    const isExceeded = error instanceof AppError && error.code === 'quota_exceeded'
    const original = isExceeded && once ? await usage.findOriginal(accountId, once) : undefined
    if (original === undefined) throw error
    return { original }
  }
}

async function orGiveBack<T>(credits: Taken | undefined, work: Promise<T>): Promise<T> {
  if (!credits) return work
  return work.catch((error: unknown) => {
    credits.giveBack()
    throw error
  })
}

/** A malformed address is refused with the engine's own words, which do not repeat it. */
export function validate(engine: Engine, email: string): Accepted {
  const verdict = engine.validate(email)
  if (!verdict.ok) throw new AppError('invalid_email', verdict.error.message)
  return verdict
}

async function withLookup(
  { engine, facts, registryBudgetMs }: ValidateDeps,
  verdict: Accepted,
  accountId: string,
): Promise<Accepted> {
  const found = await facts.lookUp(domainToAskAbout(verdict.domain), registryBudgetMs, accountId)
  if (found.known) return engine.withDomainFacts(verdict, found.value)
  throw new AppError('unavailable', explainUnknown(found), {
    retryAfterSeconds: LOOKUP_RETRY_SECONDS,
    // Who cannot wait, such as a form, may decide by this.
    offlineResult: render(verdict, uuidv7()) as ValidationResult,
  })
}

type Flag = keyof Validations

/** The flags that a verdict carries, in the names of the wire. Without lookups they are few combinations, kept. */
export function createFlagReader(): (verdict: Accepted) => readonly Flag[] {
  const kept = new Map<number, readonly Flag[]>()
  return (verdict) => {
    if (verdict.domain.lookup) return readFlags(verdict)
    const known = kept.get(verdict.flags)
    if (known) return known
    const flags = readFlags(verdict)
    kept.set(verdict.flags, flags)
    return flags
  }
}

function readFlags(verdict: Accepted): readonly Flag[] {
  const { validations } = render(verdict, '')
  return (Object.keys(validations) as Flag[]).filter((name) => validations[name])
}
