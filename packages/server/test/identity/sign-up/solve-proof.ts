import { pbkdf2Sync } from 'node:crypto'
import type { ProofChallenge } from '@mailsift/contract'

/** As a client has to. */
export function solveProof(given: ProofChallenge): { challenge: string; number: number } {
  return { challenge: given.challenge, number: findNumber(given, true) }
}

/** Of an easy challenge every second number is a solution. */
export const findWrongNumber = (given: ProofChallenge) => findNumber(given, false)

function findNumber({ challenge, iterations, bits }: ProofChallenge, isWanted: boolean): number {
  for (let number = 0; ; number++) {
    const key = pbkdf2Sync(String(number), challenge, iterations, 4, 'sha256')
    if ((key.readUInt32BE() >>> (32 - bits) === 0) === isWanted) return number
  }
}
