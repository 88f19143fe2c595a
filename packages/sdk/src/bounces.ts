import type {
  AcceptedReports,
  BounceSource,
  BounceSourceList,
  KnownMailbox,
  KnownMailboxList,
  MadeBounceSource,
  MakeBounceSourceBody,
  ReportedEvent,
} from '@mailsift/contract'
import { type CallOptions, type Connection, send } from './connection.ts'

export type Bounces = {
  /** Hands in one mail, or an mbox file of up to 1,000 mails: bounces and complaints. Each counts once. */
  handIn(mail: Uint8Array | string, options?: CallOptions): Promise<AcceptedReports>
  /** Hands in up to 1,000 events of another program. */
  report(events: readonly ReportedEvent[], options?: CallOptions): Promise<AcceptedReports>
  /** The account's knowledge of up to 10,000 addresses; those about which it knows nothing are left out. */
  lookUp(emails: readonly string[], options?: CallOptions): Promise<KnownMailbox[]>
  /** Records that a mailbox works, which clears earlier bounces, or that it does not exist. */
  setMailbox(email: string, mailbox: 'exists' | 'does_not_exist', options?: CallOptions): Promise<void>
  /** The URLs and addresses to which providers report; for people who manage the account. */
  sources: {
    list(options?: CallOptions): Promise<BounceSource[]>
    make(source: MakeBounceSourceBody, options?: CallOptions): Promise<MadeBounceSource>
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
    sources: {
      list: async ({ signal } = {}) => (await send<BounceSourceList>(beside, { path: sources, signal })).items,
      make: (body, { signal } = {}) => send(beside, { method: 'POST', path: sources, body, signal }),
      remove: (sourceId, { signal } = {}) =>
        send(beside, { method: 'DELETE', path: `${sources}/${encodeURIComponent(sourceId)}`, signal }),
    },
  }
}
