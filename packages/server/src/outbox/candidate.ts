import { type Accepted, flag, isFlagged } from '@mailsift/engine'

/** A validated address that is to be saved as a contact. */
export type ContactCandidate = {
  readonly email: string
  readonly normalized: string
  readonly firstName: string
  readonly lastName: string
}

/** §1: a safe address becomes a contact if a domain check found valid MX records. */
export function candidateOf(verdict: Accepted): ContactCandidate | undefined {
  const { inbound, normalizedLocal, firstName, lastName, domain } = verdict
  if (!domain.lookup?.facts.hasValidMx || !isFlagged(verdict, flag.SAFE_TO_SEND)) return undefined
  return { email: inbound, normalized: `${normalizedLocal}@${domain.normalized}`, firstName, lastName }
}
