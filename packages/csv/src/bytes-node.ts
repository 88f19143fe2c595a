/** Node's byte functions. `bytes-web.ts` does the same without Buffer; a test compares the two. */
import { isUtf8 } from 'node:buffer'

export type Bytes = Buffer
export { isUtf8 }

/** Not zeroed: bytes are always written before they are read. */
export const allocate = (length: number): Bytes => Buffer.allocUnsafe(length)
export const concatBytes = (parts: readonly Uint8Array[]): Bytes => Buffer.concat(parts)
export const bytesOf = (text: string): Bytes => Buffer.from(text)
/** The same memory. */
export const viewOf = ({ buffer, byteOffset, length }: Uint8Array): Bytes => Buffer.from(buffer, byteOffset, length)
export const copyOf = (bytes: Uint8Array): Bytes => Buffer.from(bytes)
export const textOf = (bytes: Bytes, start: number, end: number): string => bytes.toString('utf8', start, end)
/** One character per byte. */
export const latin1Of = (bytes: Bytes): string => bytes.toString('latin1')
/** Returns the number of bytes written. */
export const putUtf8 = (bytes: Bytes, at: number, text: string): number => bytes.write(text, at)
export const putLatin1 = (bytes: Bytes, at: number, text: string): number => bytes.write(text, at, 'latin1')
/** Returns the number of bytes copied. */
export const copyBytes = (from: Bytes, start: number, end: number, to: Bytes, at: number): number =>
  from.copy(to, at, start, end)
