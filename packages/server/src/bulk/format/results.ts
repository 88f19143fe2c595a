import { zstdDecompressSync } from 'node:zlib'
import { openVerdicts, type PackedVerdicts, packVerdicts, type VerdictRow } from '@mailsift/engine'
import { compress } from './stored.ts'

/** The rows of a chunk as they are stored: what was sent, what was found, and under which id. */
export function packResults(rows: readonly VerdictRow[]): Buffer {
  return compress(packVerdicts(rows))
}

export function unpackResults(packed: Uint8Array): PackedVerdicts {
  return openVerdicts(zstdDecompressSync(packed))
}
