// A sign-up costs its sender about a second of a processor: find a number whose key, derived from the challenge, begins with zeros. The
// derivation is PBKDF2, which a browser runs as fast as any program, so that honest visitors do not wait longer than robots. A challenge is
// nonce ‖ expiry ‖ HMAC in base64url; it is stored only once it is used.
import { createHmac, pbkdf2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { PROOF_ITERATIONS, type ProofChallenge } from '@mailsift/contract'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { hashSecret } from '../../platform/hash-secret.ts'
import type { Secrets } from '../../platform/secrets.ts'

const NONCE_BYTES = 16
const EXPIRY_BYTES = 6
const CONTENT_BYTES = NONCE_BYTES + EXPIRY_BYTES
const CHALLENGE_BYTES = CONTENT_BYTES + 32
const LIFE_MS = 10 * 60_000

const derive = promisify(pbkdf2)

export function makeChallenge([secret]: Secrets, bits: number, now = Date.now()): ProofChallenge {
  const content = Buffer.alloc(CONTENT_BYTES)
  randomBytes(NONCE_BYTES).copy(content)
  content.writeUIntBE(now + LIFE_MS, NONCE_BYTES, EXPIRY_BYTES)
  const challenge = Buffer.concat([content, signatureOf(secret, content)]).toString('base64url')
  return { challenge, iterations: PROOF_ITERATIONS, bits }
}

/** Whether the challenge is ours and fresh, its proof is right, and it was not used before. */
export async function useProof(
  { db, secrets, bits }: { db: Db; secrets: Secrets; bits: number },
  { challenge, number }: { challenge: string; number: number },
  now = Date.now(),
): Promise<boolean> {
  const expiresAt = expiryOf(challenge, secrets)
  if (expiresAt === undefined || expiresAt < now || !(await isProof(challenge, number, bits))) return false
  const { rows } = await sql`
    INSERT INTO used_challenges (sha256, expires_at) VALUES (${hashSecret(challenge)}, ${new Date(expiresAt)})
    ON CONFLICT DO NOTHING RETURNING sha256`.execute(db)
  return rows.length > 0
}

async function isProof(challenge: string, number: number, bits: number): Promise<boolean> {
  const key = await derive(String(number), challenge, PROOF_ITERATIONS, 4, 'sha256')
  return key.readUInt32BE() >>> (32 - bits) === 0
}

function expiryOf(challenge: string, secrets: Secrets): number | undefined {
  const bytes = Buffer.from(challenge, 'base64url')
  // The decoder skips what is not base64url; only the one spelling that was issued counts.
  if (bytes.length !== CHALLENGE_BYTES || bytes.toString('base64url') !== challenge) return undefined
  const [content, signature] = [bytes.subarray(0, CONTENT_BYTES), bytes.subarray(CONTENT_BYTES)]
  if (!secrets.some((secret) => timingSafeEqual(signature, signatureOf(secret, content)))) return undefined
  return content.readUIntBE(NONCE_BYTES, EXPIRY_BYTES)
}

/** Each use of the shared secret has its own name, so that no signature fits anywhere else. */
function signatureOf(secret: string, content: Buffer): Buffer {
  return createHmac('sha256', secret).update('sign-up challenge\0').update(content).digest()
}
