import { SAFE_TO_SEND } from './flags.ts'
import type { MailDomain } from './mail-domain.ts'

/** The engine's result for one string, or its row error. */
export type Verdict = Accepted | Rejected

export type Accepted = {
  readonly ok: true
  /** The address as received, trimmed. */
  readonly inbound: string
  /** The part before the @ sign, as received. */
  readonly local: string
  readonly normalizedLocal: string
  /** Without its separator, as received; empty if there is none. */
  readonly label: string
  readonly firstName: string
  readonly lastName: string
  /** A mask of the bits in `flags.ts`. */
  readonly flags: number
  readonly domain: MailDomain
}

export type Rejected = { readonly ok: false; readonly error: RowError }

/** §2.5: the engine itself only returns `invalid_email`; callers with lookups and files have more codes. */
export type RowError = { readonly code: string; readonly message: string }

export function isFlagged(verdict: Accepted, flag: number): boolean {
  return (verdict.flags & flag) !== 0
}

export function isSafeToSend(verdict: Accepted): boolean {
  return isFlagged(verdict, SAFE_TO_SEND)
}
