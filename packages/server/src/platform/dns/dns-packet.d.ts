/** The part of dns-packet that is used here; the package brings no types. */
declare module 'dns-packet' {
  export type Question = { type: string; name: string; class?: string }
  export type Answer = { type: string; name: string; ttl?: number; data?: unknown; udpPayloadSize?: number }
  export type Packet = {
    id?: number
    type?: 'query' | 'response'
    flags?: number
    questions?: Question[]
    answers?: Answer[]
    authorities?: Answer[]
    additionals?: Answer[]
  }
  export const AUTHORITATIVE_ANSWER: number
  export const TRUNCATED_RESPONSE: number
  export const RECURSION_DESIRED: number
  export const RECURSION_AVAILABLE: number
  export function decode(message: Buffer): Packet
  export function encode(packet: Packet): Buffer
  export function streamDecode(message: Buffer): Packet | null
  export function streamEncode(packet: Packet): Buffer
}
