// Validated addresses are kept as a short keyed hash and the verdict, so that later bounces can be compared with them.
//
//   format 1, entries of 12 bytes: short hash (8) | verdict (4, big-endian)
//
// The verdict is its flags, and above them what a lookup found.
import { hash } from 'node:crypto'
import { type Accepted, type DomainLookup, explain, type ReasonCode, type Verdict } from '@mailsift/engine'
import { type Secrets, versionOf } from '../platform/secrets.ts'

export const FORMAT = 1
export const ENTRY_BYTES = 12
export const SHORT_HASH_BYTES = 8

const FLAGS_MASK = (1 << 24) - 1
export const LOOKED_UP = 1 << 24
/** Reasons that no flag of a verdict names. */
export const LOOKUP_REASONS = { no_mx: 1 << 25, undeliverable: 1 << 26, parked: 1 << 27 } as const satisfies Partial<
  Record<ReasonCode, number>
>

/** Packed entries, and the version of the secret that keys their hashes. */
export type Validated = { packed: Buffer; keyVersion: number }

type Row = { readonly verdict: Verdict }

/** Both in the same order. Bounces name addresses without a lookup, so the hash is that of the verdict before it. */
export type PackValidated = (beforeLookup: readonly Row[], rows: readonly Row[]) => Validated | undefined

export function createPackValidated([newest]: Secrets): PackValidated {
  const hashOf = createShortHash(newest)
  const keyVersion = versionOf(newest)
  return (beforeLookup, rows) => {
    const packed = Buffer.allocUnsafe(rows.length * ENTRY_BYTES)
    const lookups = new Map<DomainLookup, number>()
    let length = 0
    for (const [at, { verdict }] of rows.entries()) {
      const before = beforeLookup[at]!.verdict
      if (!verdict.ok || !before.ok) continue
      packed.write(hashOf(`${before.normalizedLocal}@${before.domain.normalized}`), length, SHORT_HASH_BYTES, 'latin1')
      packed.writeUInt32BE(bitsOf(verdict, lookups), length + SHORT_HASH_BYTES)
      length += ENTRY_BYTES
    }
    return length === 0 ? undefined : { packed: packed.subarray(0, length), keyVersion }
  }
}

function bitsOf(verdict: Accepted, known: Map<DomainLookup, number>): number {
  const { lookup } = verdict.domain
  const flags = verdict.flags & FLAGS_MASK
  if (!lookup) return flags
  let bits = known.get(lookup)
  if (bits === undefined) {
    bits = LOOKED_UP
    for (const { code } of explain(verdict)) if (code in LOOKUP_REASONS) bits |= LOOKUP_REASONS[code as 'no_mx']
    known.set(lookup, bits)
  }
  return flags | bits
}

/** By every secret: the bytes under which an address may be stored. */
export function shortHashesOf(secrets: Secrets, forms: readonly string[]): Buffer[] {
  return secrets.flatMap((secret) => {
    const hashOf = createShortHash(secret)
    return forms.map((form) => Buffer.from(hashOf(form), 'latin1').subarray(0, SHORT_HASH_BYTES))
  })
}

/**
 * One call of SHA-256 over a key of fixed length and the address, an eighth of the time of an HMAC. Of its 32 bytes only 8 are kept, so that nothing can be
 * appended to what was hashed. Returns them as a string of bytes.
 */
function createShortHash(secret: string): (form: string) => string {
  const key = hash('sha256', `validated addresses of ${secret}`, 'base64url')
  return (form) => hash('sha256', key + form.toLowerCase(), 'binary')
}
