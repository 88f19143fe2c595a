// The outcome of a conversation for a mailbox. The table of docs/guides/probe.md, as code.
import type { Conversation } from './conversation.ts'
import { meaningOf } from './meaning.ts'
import type { Reply } from './reply.ts'

/**
 * refused: the server does not answer this service. temporary: it answered "later" each time. timeout, unreachable, tls, protocol: the
 * conversation failed. unclear: the reply may mean several things.
 */
type UnknownReason = 'refused' | 'temporary' | 'timeout' | 'unreachable' | 'tls' | 'protocol' | 'unclear'

export type Outcome =
  | { mailbox: 'exists' | 'does_not_exist' | 'full' | 'catch_all'; statusCode: string | null }
  | { mailbox: 'unknown'; reason: UnknownReason; isWorthRetry: boolean; isRefusal: boolean }

/** Whether the host accepts names that no person has; null if that is not known. */
export type AcceptsAny = boolean | null

export type Read = {
  outcome: Outcome
  /** New knowledge about random names; null where the conversation had none, or its reply says nothing. */
  acceptsAny: AcceptsAny
}

export function readConversation(
  conversation: Conversation | undefined,
  { address, randomAddress, acceptsAny }: { address: string; randomAddress: string; acceptsAny: AcceptsAny },
): Read {
  if (!conversation) return unknown('unreachable', { isWorthRetry: true })
  if (conversation.state === 'greeted') return unknown('unclear')
  if (conversation.state === 'failed') return failed(conversation.reason)
  if (conversation.state === 'refused') return refusedBefore(conversation.reply)
  const { recipient, random } = conversation
  const { status } = recipient
  switch (meaningOf(recipient, address)) {
    case 'no_such_mailbox':
      return { outcome: { mailbox: 'does_not_exist', statusCode: status }, acceptsAny: null }
    case 'full':
      return { outcome: { mailbox: 'full', statusCode: status }, acceptsAny: null }
    case 'refused_us':
      return unknown('refused', { isRefusal: true })
    case 'later':
      return unknown('temporary', { isWorthRetry: true })
    case 'unclear':
      return unknown('unclear')
    case 'accepted':
      return accepted(status, acceptsAny ?? readRandom(random, randomAddress))
  }
}

type RandomAnswer = boolean | 'later' | 'refused_us' | 'unclear'

function readRandom(random: Reply | undefined, randomAddress: string): RandomAnswer {
  if (!random) return 'later'
  const meaning = meaningOf(random, randomAddress)
  if (meaning === 'accepted') return true
  if (meaning === 'no_such_mailbox') return false
  return meaning === 'later' || meaning === 'refused_us' ? meaning : 'unclear'
}

/** A server that accepts one name tells something only if it refuses another. */
function accepted(statusCode: string | null, any: RandomAnswer): Read {
  if (any === true) return { outcome: { mailbox: 'catch_all', statusCode }, acceptsAny: true }
  if (any === false) return { outcome: { mailbox: 'exists', statusCode }, acceptsAny: false }
  if (any === 'later') return unknown('temporary', { isWorthRetry: true })
  return any === 'refused_us' ? unknown('refused', { isRefusal: true }) : unknown('unclear')
}

function refusedBefore({ code }: Reply): Read {
  return code < 500 ? unknown('temporary', { isWorthRetry: true }) : unknown('refused', { isRefusal: true })
}

function failed(reason: Extract<Conversation, { state: 'failed' }>['reason']): Read {
  if (reason === 'timeout') return unknown('timeout', { isWorthRetry: true })
  if (reason === 'closed') return unknown('unreachable', { isWorthRetry: true })
  return unknown(reason === 'tls' ? 'tls' : 'protocol')
}

function unknown(reason: UnknownReason, { isWorthRetry = false, isRefusal = false } = {}): Read {
  return { outcome: { mailbox: 'unknown', reason, isWorthRetry, isRefusal }, acceptsAny: null }
}
