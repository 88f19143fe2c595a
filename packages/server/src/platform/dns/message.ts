// DNS messages (RFC 1035) as far as a client needs them. The bytes are the library's business; what to believe is ours.
import * as dnsPacket from 'dns-packet'

export type RecordType = 'A' | 'AAAA' | 'MX' | 'NS' | 'PTR' | 'TXT' | 'TLSA'
export type DnsQuestion = { readonly name: string; readonly type: RecordType }

export type Reply = {
  readonly rcode: number
  readonly truncated: boolean
  /** The data of the records that have the question's type, at the name itself or at the end of its aliases. */
  readonly records: readonly unknown[]
  /** For how long the answer holds: the shortest of its records, or what the zone says about denials (RFC 2308 §5). */
  readonly ttlSeconds: number
}

export const RCODE = {
  noError: 0,
  formatError: 1,
  serverFailure: 2,
  noSuchName: 3,
  notImplemented: 4,
  refused: 5,
} as const

const HEADER_BYTES = 12
const RESPONSE_BIT = 0x8000
const RCODE_BITS = 0xf
/** A size that passes every common network without fragments (the operators' agreement of 2020). */
const UDP_PAYLOAD_BYTES = 1232
const OPTIONS = { type: 'OPT', name: '.', udpPayloadSize: UDP_PAYLOAD_BYTES }
const NAME_MAX_CHARACTERS = 253
const LABEL_MAX_CHARACTERS = 63

/** Whether the name can be put into a question at all. One that cannot does not exist either. */
export function canBeAsked(name: string): boolean {
  if (name.length > NAME_MAX_CHARACTERS) return false
  return name.split('.').every((label) => label.length > 0 && label.length <= LABEL_MAX_CHARACTERS)
}

/** `plain`: without EDNS, for servers that do not know it (RFC 6891 §7). */
export function encodeQuestion({ name, type }: DnsQuestion, id: number, plain: boolean): Buffer {
  return dnsPacket.encode({
    id,
    type: 'query',
    flags: dnsPacket.RECURSION_DESIRED,
    questions: [{ name, type }],
    ...(!plain && { additionals: [OPTIONS] }),
  })
}

/** The id of what may be a reply; undefined for bytes that are none. */
export function replyIdOf(message: Buffer): number | undefined {
  if (message.length < HEADER_BYTES || (message.readUInt16BE(2) & RESPONSE_BIT) === 0) return undefined
  return message.readUInt16BE(0)
}

/**
 * Reads a reply whose id is that of the question. Undefined when it answers another question, which an honest server
 * never does; `malformed` when it cannot be read to its end.
 */
export function readReply(message: Buffer, { name, type }: DnsQuestion): Reply | 'malformed' | undefined {
  const rcode = message.readUInt16BE(2) & RCODE_BITS
  const truncated = (message.readUInt16BE(2) & dnsPacket.TRUNCATED_RESPONSE) !== 0
  const hasQuestion = message.readUInt16BE(4) > 0
  // Some servers send an error back without the question.
  if (!hasQuestion) return rcode === RCODE.noError ? 'malformed' : { rcode, truncated, records: [], ttlSeconds: 0 }
  let packet: dnsPacket.Packet
  try {
    packet = dnsPacket.decode(message)
  } catch {
    return 'malformed'
  }
  const asked = packet.questions?.[0]
  if (asked?.type !== type || !sameName(asked.name, name)) return undefined
  const answers = packet.answers ?? []
  const aliases = followAliases(answers, name)
  const found = answers.filter((answer) => answer.type === type && sameName(answer.name, aliases.end))
  // Records of another name say nothing about this one, not even that it has none.
  if (found.length === 0 && answers.some((answer) => answer.type === type)) return 'malformed'
  const lives = found.length > 0 ? found.map(({ ttl }) => ttl ?? 0) : [ttlOfDenial(packet)]
  return {
    rcode,
    truncated,
    records: found.map(({ data }) => data),
    ttlSeconds: Math.min(aliases.ttlSeconds, ...lives),
  }
}

/** RFC 1034 §3.6.2. Servers put the aliases in any order; a loop ends where it began. */
function followAliases(answers: readonly dnsPacket.Answer[], name: string): { end: string; ttlSeconds: number } {
  const aliases = answers.filter(({ type }) => type === 'CNAME')
  let end = name
  let ttlSeconds = Number.POSITIVE_INFINITY
  for (let left = aliases.length; left > 0; left--) {
    const alias = aliases.find((one) => sameName(one.name, end))
    if (!alias) break
    end = String(alias.data)
    ttlSeconds = Math.min(ttlSeconds, alias.ttl ?? 0)
  }
  return { end, ttlSeconds }
}

function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** A denial without the zone's SOA holds for no time. */
function ttlOfDenial({ authorities = [] }: dnsPacket.Packet): number {
  const soa = authorities.find(({ type }) => type === 'SOA')
  const { minimum } = (soa?.data ?? {}) as { minimum?: number }
  return Math.min(soa?.ttl ?? 0, minimum ?? 0)
}
