// DNS messages (RFC 1035) as far as a client needs them. The bytes are the library's business; what to believe is ours.
import * as dnsPacket from 'dns-packet'

export type RecordType = 'A' | 'AAAA' | 'MX' | 'NS'
export type DnsQuestion = { readonly name: string; readonly type: RecordType }

export type Reply = {
  readonly rcode: number
  readonly truncated: boolean
  /** The data of the records that have the question's type, whatever aliases lead to them. */
  readonly records: readonly unknown[]
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
  if (!hasQuestion) return rcode === RCODE.noError ? 'malformed' : { rcode, truncated, records: [] }
  let packet: dnsPacket.Packet
  try {
    packet = dnsPacket.decode(message)
  } catch {
    return 'malformed'
  }
  const asked = packet.questions?.[0]
  if (asked?.type !== type || asked.name.toLowerCase() !== name.toLowerCase()) return undefined
  const records: unknown[] = []
  for (const answer of packet.answers ?? []) if (answer.type === type) records.push(answer.data)
  return { rcode, truncated, records }
}
