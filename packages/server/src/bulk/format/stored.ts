// How the columns of a chunk are stored: one byte for the version of the format, then the content, compressed. Results are only compressed:
// the engine writes their version into the content.
import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/** Higher levels cost several times as much and save a few per cent of rows this small. */
const FASTEST = { params: { [constants.ZSTD_c_compressionLevel]: 1 } }

/** Before 0.1.0 there was no version byte: those columns start with zstd's magic number. No version may have this number. */
const ZSTD_MAGIC_FIRST_BYTE = 0x28
const WITHOUT_VERSION_BYTE = 1

export type Stored = { readonly version: number; readonly content: Buffer }

export function compress(content: Uint8Array): Buffer {
  return zstdCompressSync(content, FASTEST)
}

export function writeStored(version: number, content: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(version), compress(content)])
}

export function readStored(stored: Uint8Array): Stored {
  const first = stored[0]
  if (first === undefined) throw new RangeError('The stored value is empty.')
  if (first === ZSTD_MAGIC_FIRST_BYTE) return { version: WITHOUT_VERSION_BYTE, content: zstdDecompressSync(stored) }
  return { version: first, content: zstdDecompressSync(stored.subarray(1)) }
}
