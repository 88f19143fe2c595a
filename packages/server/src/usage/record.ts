// One completed validation of §4.8 is one unit, durable before its answer leaves. Concurrent requests share a commit.
import type { Validations } from '@mailsift/contract'
import type { Validated } from '../calibration/calibration.ts'
import {
  type ContactCandidate,
  type FlagCounts,
  quotaOf,
  type SingleValidated,
  tracesOf,
  type Wake,
} from '../outbox/outbox.ts'
import { uuidv7 } from '../platform/ids.ts'
import { createGroupCommit } from './group-commit.ts'
import { eventIdOf, findOriginal, fingerprintOf, type Keyed, readOriginal } from './once.ts'
import type { Taken } from './quota/quotas.ts'
import { type StoreDeps, storeOnce } from './store-once.ts'

export type SingleUnit = {
  readonly resultId: string
  readonly accountId: string
  readonly flags: readonly (keyof Validations)[]
  /** The validations of a warehouse's batch, which share the result id; `flags` is empty then. */
  readonly batch?: { readonly units: number; readonly flags: FlagCounts }
  readonly candidate?: ContactCandidate
  /** To compare with later bounces. */
  readonly validated?: Validated | undefined
  readonly trace?: string | undefined
  /** Set for a request with an Idempotency-Key. */
  readonly keyed?: Keyed | undefined
  /** The credits that it takes, where the plan limits them. The recorder returns those of a unit that is not billed. */
  readonly credits?: Taken | undefined
  /** The connection that waits for the answer. */
  readonly connection?: { readonly destroyed: boolean } | undefined
}

export type UsageRecorder = {
  /**
   * Resolves when the unit is stored, exactly once, or when its connection closed before that: an answer that cannot arrive is
   * not billed. Rejects with `unavailable` when it is not stored.
   */
  record(unit: SingleUnit): Promise<void>
  /** The same, once for a key within an hour. Resolves with the id of the result that was billed. */
  recordOnce(unit: SingleUnit & { keyed: Keyed }): Promise<string>
  /** The id of the result that a request with this key was billed for; undefined if there was none. */
  findOriginal(accountId: string, keyed: Keyed): Promise<string | undefined>
}

const COMMIT_ROWS_MAX = 64
const COMMIT_DELAY_MS = 5
/** Also the connections that a recorder can use. */
const RECORDER_COMMITS_MAX = 3
const WAITING_MAX = 2_048

export function createUsageRecorder(deps: StoreDeps & { wake: Wake }): UsageRecorder {
  const commit = createGroupCommit<SingleUnit>({
    rowsMax: COMMIT_ROWS_MAX,
    delayMs: COMMIT_DELAY_MS,
    commitsMax: RECORDER_COMMITS_MAX,
    waitingMax: WAITING_MAX,
    async store(handedIn) {
      const units = handedIn.filter(({ connection }) => !connection?.destroyed)
      for (const { connection, credits } of handedIn) if (connection?.destroyed) credits?.giveBack()
      if (units.length === 0) return 'stored'
      const events = eventsOf(units)
      const outcome = await storeOnce(deps, events)
      const wake = () => deps.wake(events)
      if (outcome === 'stored') wake()
      else outcome.inDoubt.then(wake, () => undefined)
      return outcome
    },
  })
  const add = (unit: SingleUnit) => {
    const { credits } = unit
    const stored = commit.add(unit)
    if (!credits) return stored
    return stored.catch((error: unknown) => {
      credits.giveBack()
      throw error
    })
  }
  return {
    record: add,
    async recordOnce(unit) {
      await add(unit)
      const billedId = (await readOriginal(deps.pool, unit.accountId, unit.keyed)) ?? unit.resultId
      if (billedId !== unit.resultId) unit.credits?.giveBack()
      return billedId
    },
    findOriginal: (accountId, keyed) => findOriginal(deps.pool, accountId, keyed),
  }
}

/** One event per user and share of credits, and one for each key. Ids are made here, before anything is sent. */
function eventsOf(units: readonly SingleUnit[]): SingleValidated[] {
  const [keyed, others] = [units.filter((unit) => unit.keyed), units.filter((unit) => !unit.keyed)]
  const once = new Map<string, SingleValidated>()
  for (const unit of keyed) {
    const id = eventIdOf(unit.accountId, unit.keyed!.key)
    // The first of equal keys in one commit counts, as it does between commits.
    if (once.has(id)) continue
    once.set(id, { ...eventOf(unit.accountId, [unit], id), fingerprint: fingerprintOf(unit.accountId, unit.keyed!) })
  }
  const shares = Map.groupBy(others, (unit) => `${unit.accountId} ${unit.credits?.id ?? ''}`)
  const plain = Array.from(shares.values(), (own) => eventOf(own[0]!.accountId, own, uuidv7()))
  // In order, because commits that store the same keys, or count for the same accounts, at the same time wait for each other.
  return [...once.values(), ...plain].sort(byAccount)
}

function byAccount(one: SingleValidated, other: SingleValidated): number {
  if (one.accountId !== other.accountId) return one.accountId < other.accountId ? -1 : 1
  return one.id < other.id ? -1 : 1
}

function eventOf(accountId: string, own: readonly SingleUnit[], id: string): SingleValidated {
  return {
    id,
    kind: 'single',
    accountId,
    units: own.reduce((units, { batch }) => units + (batch?.units ?? 1), 0),
    flags: countFlags(own),
    resultIds: own.map((unit) => unit.resultId),
    candidates: own.flatMap((unit) => unit.candidate ?? []),
    ...validatedOf(own),
    ...quotaOf(own[0]!.credits?.id),
    ...tracesOf(...own.map((unit) => unit.trace)),
  }
}

/** All have the same key, which a process reads once. */
function validatedOf(own: readonly SingleUnit[]): Pick<SingleValidated, 'validated'> {
  const kept = own.flatMap(({ validated }) => validated ?? [])
  if (!kept[0]) return {}
  const packed = Buffer.concat(kept.map(({ packed }) => packed)).toString('base64')
  return { validated: { key: kept[0].keyVersion, packed } }
}

function countFlags(units: readonly SingleUnit[]): SingleValidated['flags'] {
  const counts: { [Flag in keyof Validations]?: number } = {}
  for (const { flags, batch } of units) {
    for (const flag of flags) counts[flag] = (counts[flag] ?? 0) + 1
    if (batch) Object.assign(counts, batch.flags)
  }
  return counts
}
