import type { ProofChallenge } from '@mailsift/sdk'

/** Missing if the page was loaded over plain HTTP from another machine. */
export const canProve = crypto.subtle !== undefined

/** Takes about a second. Each step runs on a browser thread, so that the page stays responsive. */
export async function solveProof({ challenge, iterations, bits }: ProofChallenge): Promise<number> {
  const text = new TextEncoder()
  const parameters = { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(challenge), iterations }
  for (let number = 0; ; number++) {
    const key = await crypto.subtle.importKey('raw', text.encode(String(number)), 'PBKDF2', false, ['deriveBits'])
    const derived = new DataView(await crypto.subtle.deriveBits(parameters, key, 32))
    if (derived.getUint32(0) >>> (32 - bits) === 0) return number
  }
}
