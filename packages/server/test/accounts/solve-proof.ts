import { pbkdf2Sync } from 'node:crypto'
import type { ProofChallenge } from '@mailsift/contract'

/** As a client has to. */
export function solveProof({ challenge, iterations, bits }: ProofChallenge): { challenge: string; number: number } {
  for (let number = 0; ; number++) {
    const key = pbkdf2Sync(String(number), challenge, iterations, 4, 'sha256')
    if (key.readUInt32BE() >>> (32 - bits) === 0) return { challenge, number }
  }
}
