// The events of the outbox and their listeners.
import type { Validations } from '@mailsift/contract'
import type { Tx } from '../platform/database/database.ts'
import { UnknownVersionError } from '../platform/unknown-version.ts'
import type { ContactCandidate } from './candidate.ts'

declare module '../platform/database/database.ts' {
  interface Tables {
    outbox_events: { id: string; account_id: string; body: StoredEvent; recorded_at: Date }
    outbox_deliveries: {
      listener: ListenerName
      event_id: string
      /** Null if its event was gone when the column was added. */
      account_id: string | null
      recorded_at: Date
      attempts: number
      due_at: Date
    }
  }
}

export const LISTENER_NAMES = ['usage', 'analytics', 'contacts'] as const
export type ListenerName = (typeof LISTENER_NAMES)[number]

/** How many of the validations carried each flag; flags that none carried are left out. */
export type FlagCounts = { readonly [Flag in keyof Validations]?: number }

type Validated = {
  /** Announcing the same id again changes nothing. */
  readonly id: string
  readonly accountId: string
  /** Completed validations, each one unit of usage. */
  readonly units: number
  readonly flags: FlagCounts
  /** Trace contexts, where traces are sent. */
  readonly traces?: readonly string[]
  /** The reservation of credits that it uses up, where there can be one: a trigger counts it (migration 1139). */
  readonly quota?: string
}

/** Validations of §4.8 that were committed together. */
export type SingleValidated = Validated & {
  readonly kind: 'single'
  readonly resultIds: readonly string[]
  /** Digest of a request with an Idempotency-Key. The key is part of it, so that it does not identify an address. */
  readonly fingerprint?: string
  readonly candidates: readonly ContactCandidate[]
  /** Short hashes and verdicts (calibration/pack.ts) in base64, and the version of the key of the hashes. */
  readonly validated?: { readonly key: number; readonly packed: string }
}

/** A chunk of a bulk job. Its candidates are read from its stored results. */
export type BulkValidated = Validated & {
  readonly kind: 'bulk'
  readonly jobId: string
  readonly chunkId: string
  readonly candidateCount: number
}

export type OutboxEvent = SingleValidated | BulkValidated

const VERSION = 1
/** The body of a row. Events from before 0.1.0 have no version and are otherwise the same. */
export type StoredEvent = OutboxEvent & { readonly version?: number }

export function storedEvent<Event extends OutboxEvent>(event: Event): Event & { version: number } {
  return { version: VERSION, ...event }
}

export function readEvent({ version = VERSION, ...event }: StoredEvent): OutboxEvent {
  if (version !== VERSION) throw new UnknownVersionError('An outbox event', version, String(VERSION))
  return event
}

/** By the database's clock, which all processes share. */
export type DeliveredEvent = OutboxEvent & { readonly occurredAt: Date }

/** Makes the effect of events, all within `tx`. It is called again with the same events if and only if `tx` fails. */
export type Listener = (tx: Tx, events: readonly DeliveredEvent[]) => Promise<void>
export type Listeners = { readonly [Name in ListenerName]: Listener }

/** As a part of an event: nothing, where no traces are sent. */
export function tracesOf(...traces: (string | undefined)[]): Pick<Validated, 'traces'> {
  const known = traces.filter((trace) => trace !== undefined)
  return known.length > 0 ? { traces: known } : {}
}

/** As a part of an event: nothing, where credits are not limited. */
export function quotaOf(reservationId: string | undefined): Pick<Validated, 'quota'> {
  return reservationId === undefined ? {} : { quota: reservationId }
}

/** The listeners on which an event has an effect. */
export function listenersOf(event: OutboxEvent): readonly ListenerName[] {
  const candidateCount = event.kind === 'single' ? event.candidates.length : event.candidateCount
  return candidateCount > 0 ? ['usage', 'analytics', 'contacts'] : ['usage', 'analytics']
}

/** Call it after the commit of announcements. It costs nothing when called often; a lost call delays delivery by a minute at most. */
export type Wake = (events: readonly OutboxEvent[]) => void
