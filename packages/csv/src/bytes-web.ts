/** Byte functions without Buffer: for browsers and workers. See `bytes-node.ts`. */
export type Bytes = Uint8Array

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const strictDecoder = new TextDecoder('utf-8', { ignoreBOM: true, fatal: true })

export const allocate = (length: number): Bytes => new Uint8Array(length)
export const bytesOf = (text: string): Bytes => encoder.encode(text)
export const viewOf = (bytes: Uint8Array): Bytes => bytes
export const copyOf = (bytes: Uint8Array): Bytes => bytes.slice()
export const textOf = (bytes: Bytes, start: number, end: number): string => decoder.decode(bytes.subarray(start, end))
export const putUtf8 = (bytes: Bytes, at: number, text: string): number =>
  encoder.encodeInto(text, bytes.subarray(at)).written

export function concatBytes(parts: readonly Uint8Array[]): Bytes {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Engines limit the number of arguments in a call. */
const UNITS_PER_CALL = 8192

export function latin1Of(bytes: Bytes): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += UNITS_PER_CALL)
    text += String.fromCharCode.apply(undefined, bytes.subarray(at, at + UNITS_PER_CALL) as unknown as number[])
  return text
}

export function putLatin1(bytes: Bytes, at: number, text: string): number {
  for (let index = 0; index < text.length; index++) bytes[at + index] = text.charCodeAt(index)
  return text.length
}

export function copyBytes(from: Bytes, start: number, end: number, to: Bytes, at: number): number {
  to.set(from.subarray(start, end), at)
  return end - start
}

export function isUtf8(bytes: Bytes): boolean {
  try {
    strictDecoder.decode(bytes)
    return true
  } catch {
    return false
  }
}
