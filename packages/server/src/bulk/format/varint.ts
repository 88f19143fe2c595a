// Whole numbers below 2^53, seven bits to a byte, the lowest first; the high bit says that more follow.

export const VARINT_MAX_BYTES = 8

/** Answers where the next number goes. */
export function writeVarint(bytes: Uint8Array, at: number, number: number): number {
  let rest = number
  let next = at
  while (rest >= 128) {
    bytes[next++] = (rest % 128) + 128
    rest = Math.floor(rest / 128)
  }
  bytes[next++] = rest
  return next
}

export type VarintReader = { at: number; readonly bytes: Uint8Array }

export function readVarint(reader: VarintReader): number {
  let number = 0
  for (let scale = 1; ; scale *= 128) {
    const byte = reader.bytes[reader.at++]
    if (byte === undefined) throw new Error('A number is cut off.')
    number += (byte & 127) * scale
    if (byte < 128) return number
  }
}
