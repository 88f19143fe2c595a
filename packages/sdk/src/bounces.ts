import type {
  AcceptedReports,
  BounceBurst,
  BounceBurstList,
  BounceSource,
  BounceSourceList,
  BounceUndo,
  BounceUndoList,
  KnownMailbox,
  KnownMailboxList,
  MadeBounceSource,
  MakeBounceSourceBody,
  ReportedEvent,
  UndoBouncesBody,
  UndoneBounces,
} from '@mailsift/contract'
import { type CallOptions, type Connection, send } from './connection.ts'

export type Bounces = {
  /** Submits one email, or an mbox file of up to 1,000: bounces and complaints. Each counts once. */
  handIn(mail: Uint8Array | string, options?: CallOptions): Promise<AcceptedReports>
  /** Submits up to 1,000 events of another program. */
  report(events: readonly ReportedEvent[], options?: CallOptions): Promise<AcceptedReports>
  /** Knowledge about up to 10,000 addresses; unknown addresses are omitted. */
  lookUp(emails: readonly string[], options?: CallOptions): Promise<KnownMailbox[]>
  /** Records that a mailbox works, which clears earlier bounces, or that it does not exist. */
  setMailbox(email: string, mailbox: 'exists' | 'does_not_exist', options?: CallOptions): Promise<void>
  /**
   * Undoes the effect of bounces: those of a source, of an origin, or of a period. For one address, remove its
   * suppression.
   */
  undo(which: UndoBouncesBody, options?: CallOptions): Promise<UndoneBounces>
  /** The undos of bounces, newest first. */
  undos(options?: CallOptions): Promise<BounceUndo[]>
  /** Bounces that look like a fault on your side: they have no effect until you apply them. */
  bursts: {
    list(options?: CallOptions): Promise<BounceBurst[]>
    decide(burstId: string, decision: 'apply' | 'discard', options?: CallOptions): Promise<BounceBurst>
  }
  /** The URLs and addresses to which providers report; for admins of the account. */
  sources: {
    list(options?: CallOptions): Promise<BounceSource[]>
    make(source: MakeBounceSourceBody, options?: CallOptions): Promise<MadeBounceSource>
    /** A new URL and address; those of before stop working at once. */
    rotate(sourceId: string, options?: CallOptions): Promise<MadeBounceSource>
    /** Replaces the key of the provider, or the password of the mailbox. */
    replaceKey(sourceId: string, key: string, options?: CallOptions): Promise<BounceSource>
    remove(sourceId: string, options?: CallOptions): Promise<void>
  }
}

export function bounces(beside: Connection): Bounces {
  const [path, mailboxes, sources] = ['/account/bounces', '/account/mailboxes', '/account/bounce-sources']
  return {
    handIn: (mail, { signal } = {}) => send(beside, { method: 'POST', path, mail, signal }),
    report: (items, { signal } = {}) =>
      send(beside, { method: 'POST', path: `${path}/events`, body: { items }, signal }),
    lookUp: async (emails, { signal } = {}) =>
      (await send<KnownMailboxList>(beside, { method: 'POST', path: `${mailboxes}/lookup`, body: { emails }, signal }))
        .items,
    setMailbox: (email, mailbox, { signal } = {}) =>
      send(beside, { method: 'POST', path: mailboxes, body: { email, mailbox }, signal }),
    undo: (body, { signal } = {}) => send(beside, { method: 'POST', path: `${path}/undo`, body, signal }),
    undos: async ({ signal } = {}) => (await send<BounceUndoList>(beside, { path: `${path}/undo`, signal })).items,
    bursts: {
      list: async ({ signal } = {}) => (await send<BounceBurstList>(beside, { path: `${path}/bursts`, signal })).items,
      decide: (burstId, decision, { signal } = {}) =>
        send(beside, {
          ...{ method: 'POST', path: `${path}/bursts/${encodeURIComponent(burstId)}` },
          body: { decision },
          signal,
        }),
    },
    sources: {
      list: async ({ signal } = {}) => (await send<BounceSourceList>(beside, { path: sources, signal })).items,
      make: (body, { signal } = {}) => send(beside, { method: 'POST', path: sources, body, signal }),
      rotate: (sourceId, { signal } = {}) =>
        send(beside, { method: 'POST', path: `${sources}/${encodeURIComponent(sourceId)}/rotate`, signal }),
      replaceKey: (sourceId, key, { signal } = {}) =>
        send(beside, { method: 'PUT', path: `${sources}/${encodeURIComponent(sourceId)}/key`, body: { key }, signal }),
      remove: (sourceId, { signal } = {}) =>
        send(beside, { method: 'DELETE', path: `${sources}/${encodeURIComponent(sourceId)}`, signal }),
    },
  }
}
