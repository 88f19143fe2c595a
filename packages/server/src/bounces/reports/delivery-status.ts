// RFC 3464: fields about the message, then a group of fields for each recipient.
import { addressOf } from './addresses.ts'
import { classify } from './classify.ts'
import { dateOf, type Fields, groupsOf, untyped } from './fields.ts'
import type { Report, ReportClass } from './report.ts'

export type RecipientStatus = {
  recipient: string
  action: string | undefined
  status: string | undefined
  diagnostic: string
  hosts: string[]
  at: Date | undefined
}

/** The final recipient may be an internal name; then the original one counts. */
const RECIPIENT_FIELDS = ['final-recipient', 'original-recipient', 'x-actual-recipient'] as const

export function readDeliveryStatus(text: string): RecipientStatus[] {
  const groups = groupsOf(text, 'final-recipient')
  const first = (group: Fields, name: string) => group.get(name)?.[0]
  const ofMessage = (name: string) => groups.map((group) => first(group, name)).find((value) => value !== undefined)
  const [reporting, arrivedAt] = [ofMessage('reporting-mta'), ofMessage('arrival-date')]
  return groups.flatMap((group) => {
    const recipient = RECIPIENT_FIELDS.flatMap((name) => addressIn(first(group, name)) ?? [])[0]
    if (recipient === undefined) return []
    const field = first(group, 'status') ?? ''
    const remote = first(group, 'remote-mta')
    return {
      recipient,
      action: /^[a-z]+/.exec(first(group, 'action')?.toLowerCase() ?? '')?.[0],
      status: /^[245]\.\d{1,3}\.\d{1,3}(?![.\d])/.exec(field)?.[0],
      // `5.4.4 (Illegal host)`.
      diagnostic: untyped(first(group, 'diagnostic-code') || /\(([^()]+)\)/.exec(field)?.[1] || ''),
      hosts: [remote, reporting].flatMap((host) => (host === undefined ? [] : untyped(host))),
      at: dateOf(first(group, 'last-attempt-date')) ?? dateOf(arrivedAt),
    }
  })
}

function addressIn(field: string | undefined): string | undefined {
  if (field === undefined) return undefined
  const value = untyped(field)
  return addressOf(/<([^<>\s]+)>/.exec(value)?.[1] ?? value.split(/\s/, 1)[0]!)
}

/** The text for people about the recipient, for reports without the server's words. */
export type SaidInNotice = {
  /** The line of the session's transcript. */
  transcript: string | undefined
  text: string
  isReplyToData: boolean
}

export function toReport(told: RecipientStatus, said: SaidInNotice): Report {
  const { recipient, action, status, hosts, at } = told
  const reply = replyOf(told, said)
  const classified = classify({ recipient, action, status, reply, hosts, isReplyToData: said.isReplyToData })
  return {
    ...{ recipient, class: success(action, status) ?? classified.class, status: classified.status, reply },
    ...{ host: hosts[0], kind: 'delivery_status' as const, happenedAt: at },
  }
}

function replyOf({ diagnostic, status }: RecipientStatus, { transcript, text }: SaidInNotice): string {
  if (/\p{L}{3}/u.test(diagnostic) && !diagnostic.includes('\x1b')) return diagnostic
  // A status that says enough needs no more than the transcript: the rest of the text has footers, too.
  const isExact = diagnostic === '' && status !== undefined && !/\.0(?:\.0)?$/.test(status)
  return isExact ? (transcript ?? '') : `${diagnostic} ${transcript ?? text}`.trim()
}

/** Relayed and expanded messages may still bounce. */
function success(action: string | undefined, status: string | undefined): ReportClass | undefined {
  if (action === 'delivered' || (status?.startsWith('2') && action?.startsWith('deliver'))) return 'delivered'
  return action === 'relayed' || action === 'expanded' || status?.startsWith('2') ? 'temporary' : undefined
}
