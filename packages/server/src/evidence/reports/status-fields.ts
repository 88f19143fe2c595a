// RFC 3464: fields about the message, then a group of fields for each recipient. Real servers leave out blank lines, fold oddly
// and write types or none before values.

export type RecipientFields = {
  recipient: string
  action: string | undefined
  status: string | undefined
  diagnostic: string
  at: Date | undefined
}

type Fields = Map<string, string>

const RECIPIENT_FIELDS = ['final-recipient', 'original-recipient', 'x-actual-recipient'] as const
/** Bounds what one report can say. */
const RECIPIENTS_MAX = 1_000

export function readStatusFields(text: string): RecipientFields[] {
  const groups = groupsOf(text)
  const arrivedAt = groups.map((group) => group.get('arrival-date')).find((date) => date !== undefined)
  return groups.slice(0, RECIPIENTS_MAX).flatMap((group) => {
    const recipient = recipientOf(group)
    if (!recipient) return []
    return {
      recipient,
      action: /^[a-z]+/.exec((group.get('action') ?? '').toLowerCase())?.[0],
      status: /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(group.get('status') ?? '')?.[0],
      diagnostic: untyped(group.get('diagnostic-code') || commentIn(group.get('status')) || ''),
      at: dateOf(group.get('last-attempt-date')) ?? dateOf(arrivedAt),
    }
  })
}

/** A new group begins at a blank line, or where a field that names the recipient comes again. */
function groupsOf(text: string): Fields[] {
  const groups: Fields[] = [new Map()]
  let last: string | undefined
  for (const line of text.split(/\r\n|\r|\n/)) {
    const current = groups.at(-1)!
    if (line.trim() === '') {
      if (current.size > 0) groups.push(new Map())
      last = undefined
      continue
    }
    const [, name, value = ''] = /^([A-Za-z][A-Za-z0-9-]{0,60}) {0,4}:(.*)$/.exec(line) ?? []
    if (name === undefined || /^\s/.test(line)) {
      if (last !== undefined) current.set(last, `${current.get(last)} ${line.trim()}`)
      continue
    }
    last = name.toLowerCase()
    if (last === 'final-recipient' && current.has(last)) groups.push(new Map())
    const target = groups.at(-1)!
    if (!target.has(last)) target.set(last, value.trim())
  }
  return groups
}

/** The first of the named recipients that is an address: the final one may be an internal name. */
function recipientOf(group: Fields): string | undefined {
  const named = RECIPIENT_FIELDS.flatMap((name) => {
    const value = group.get(name)
    return value === undefined ? [] : [bare(untyped(value))]
  })
  return named.find((value) => value.includes('@'))
}

/** `5.4.4 (Illegal host)`. */
const commentIn = (status: string | undefined) => /\(([^()]+)\)/.exec(status ?? '')?.[1]

/** `rfc822; jane@example.com`: the type is optional in practice. */
function untyped(field: string): string {
  return field.replace(/^[A-Za-z0-9-]{1,20} {0,4};/, '').trim()
}

function bare(address: string): string {
  const inside = /<([^<>\s]+)>/.exec(address)?.[1]
  return (inside ?? address.split(/\s/)[0] ?? '').replace(/^["'<]+|["'>,;]{1,9}$/g, '')
}

export function dateOf(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined
  // Comments such as (JST) are no part of a date that JavaScript reads.
  const date = new Date(text.replaceAll(/\([^()]*\)/g, '').trim())
  return Number.isNaN(date.getTime()) ? undefined : date
}
