// Converts bounces that another program exported as a table to events for `POST /account/bounces/events`. Columns are
// found by name: listmonk and Mailchimp have a type (hard, soft, complaint), SendGrid, Mailgun and Postmark a status
// and the server's reply, Amazon SES a reason.
import { readCell } from './cells.ts'
import type { List } from './list.ts'
import { ListError } from './list-error.ts'

export type BounceRow = {
  email: string
  event: 'bounce' | 'complaint' | 'unsubscribe' | 'delivery'
  status_code?: string
  reply?: string
  at?: string
  /** The same for the same row of another export, so that it counts once. */
  id: string
}

const TYPES = [
  'type',
  'bouncetype',
  'bounceclass',
  'bouncecategory',
  'event',
  'eventtype',
  'category',
  'classification',
]
const STATUSES = ['status', 'statuscode', 'enhancedstatus', 'enhancedstatuscode', 'dsnstatus', 'smtpcode', 'code']
const REPLIES = [
  'reason',
  'bouncereason',
  'error',
  'errormessage',
  'message',
  'bouncemessage',
  'details',
  'description',
]
const MORE_REPLIES = ['diagnostic', 'diagnosticcode', 'smtpresponse', 'response', 'reply']
/** listmonk: the provider's report, as JSON. */
const DETAILS = ['meta']
/** Mailchimp's export of cleaned contacts has no type: all of its rows were cleaned at that time. */
const CLEANED = ['cleantime']
const TIMES = [
  'created',
  'createdat',
  'bouncedat',
  'bouncetime',
  'bouncedate',
  'cleantime',
  'lastupdatetime',
  'timestamp',
]
const MORE_TIMES = ['eventtime', 'receivedat', 'date', 'time']

const REPLY_MAX_CHARACTERS = 2_000

/** The limit of one request. */
const BATCH_MAX_COUNT = 1_000

/** `unread` counts the rows without information about an address. */
export type BounceBatch = { events: BounceRow[]; unread: number }

export async function* readBounceRows(list: List): AsyncGenerator<BounceBatch, void> {
  const names = list.names.map((name) => name.toLowerCase().replaceAll(/[^a-z]/g, ''))
  const at = (known: readonly string[]) => known.flatMap((name) => (names.includes(name) ? names.indexOf(name) : []))
  const columns = {
    types: at(TYPES),
    statuses: at(STATUSES),
    replies: at([...REPLIES, ...MORE_REPLIES]),
    details: at(DETAILS),
    cleaned: at(CLEANED),
    times: at([...TIMES, ...MORE_TIMES]),
  }
  const emailAt = list.candidates.find(({ share }) => share > 0)?.index
  if (emailAt === undefined) throw new ListError('no_column', 'The file contains no email addresses.')
  if ([columns.types, columns.statuses, columns.replies, columns.cleaned].every(({ length }) => length === 0))
    throw new ListError('no_column', 'The file has no column with the type, status or reason of a bounce.')
  let batch: BounceBatch = { events: [], unread: 0 }
  for await (const records of list.records('all'))
    for (const { cells } of records) {
      const row = rowOf(
        cells.map((cell) => cell?.trim() ?? ''),
        emailAt,
        columns,
      )
      if (row) batch.events.push(row)
      else batch.unread++
      if (batch.events.length < BATCH_MAX_COUNT) continue
      yield batch
      batch = { events: [], unread: 0 }
    }
  yield batch
}

type Columns = Record<'types' | 'statuses' | 'replies' | 'details' | 'cleaned' | 'times', number[]>

function rowOf(cells: readonly string[], emailAt: number, columns: Columns): BounceRow | undefined {
  const first = (positions: readonly number[]) => positions.map((at) => cells[at] ?? '').find(Boolean) ?? ''
  const email = readCell(cells[emailAt] ?? '', true)[0]?.address
  if (!email?.includes('@')) return undefined
  const words = [first(columns.statuses), first(columns.replies), wordsOf(first(columns.details))]
  const named = kindOf(first(columns.types)) ?? words.map(kindOf).find(Boolean)
  const kind = named ?? (first(columns.cleaned) === '' ? undefined : 'hard')
  const reply = words.filter((word) => word !== '' && kindOf(word) === undefined).join(' ')
  const time = timeOf(first(columns.times))
  const event = eventOf(kind, reply)
  if (!event) return undefined
  return { email, ...event, ...(time && { at: time }), id: `export ${event.event} ${time ?? ''}` }
}

/** The sentences anywhere in a JSON text; other texts, such as ids and addresses, do not matter. */
function wordsOf(text: string): string {
  if (!/^[[{]/.test(text)) return text
  try {
    const sentences: string[] = []
    JSON.parse(text, (_key, value: unknown) => {
      if (typeof value === 'string' && /\p{L} \p{L}|\b[245]\d\d[ -]|\b[245]\.\d{1,3}\.\d/u.test(value))
        sentences.push(value)
      return value
    })
    return sentences.join('\n')
  } catch {
    return text
  }
}

type Kind = 'hard' | 'soft' | 'complaint' | 'unsubscribe' | 'delivery'

const KINDS: readonly [Kind, readonly string[]][] = [
  ['complaint', ['complaint', 'complained', 'spamcomplaint', 'abuse', 'spamreport', 'spam', 'markedasspam']],
  ['unsubscribe', ['unsubscribe', 'unsubscribed', 'optout', 'groupunsubscribe']],
  [
    'soft',
    [
      'soft',
      'softbounce',
      'softbounced',
      'transient',
      'temporary',
      'deferred',
      'block',
      'blocked',
      'undetermined',
      'dnserror',
    ],
  ],
  [
    'hard',
    [
      'hard',
      'hardbounce',
      'hardbounced',
      'permanent',
      'bounce',
      'bounced',
      'invalid',
      'invalidemail',
      'bademailaddress',
      'cleaned',
    ],
  ],
  ['delivery', ['delivered', 'delivery']],
]

/** Undefined for any other text, such as a server's reply. */
function kindOf(text: string): Kind | undefined {
  const word = text.toLowerCase().replaceAll(/[^a-z]/g, '')
  return KINDS.find(([, words]) => words.includes(word))?.[0]
}

function eventOf(kind: Kind | undefined, reply: string): Omit<BounceRow, 'email' | 'id' | 'at'> | undefined {
  if (kind === 'complaint' || kind === 'unsubscribe' || kind === 'delivery') return { event: kind }
  const status = /(?:^|[^\d.])([245]\.\d{1,3}\.\d{1,3})(?!\.?\d)/.exec(reply)?.[1]
  // A soft bounce says nothing about the mailbox, whatever the reply is.
  if (kind === 'soft') return { event: 'bounce', status_code: status?.startsWith('4') ? status : '4.0.0' }
  if (!kind && !reply) return undefined
  return {
    event: 'bounce',
    ...(status && { status_code: status }),
    ...(reply && { reply: reply.slice(0, REPLY_MAX_CHARACTERS) }),
  }
}

/** Seconds since 1970, or a date; without a zone it is UTC. */
function timeOf(text: string): string | undefined {
  const zoneless = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text)
  const ms = /^\d{10}$/.test(text)
    ? Number(text) * 1000
    : Date.parse(zoneless ? `${zoneless[1]}T${zoneless[2]}Z` : text)
  return Number.isNaN(ms) || ms > Date.now() ? undefined : new Date(ms).toISOString()
}
