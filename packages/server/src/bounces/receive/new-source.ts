// The rules of a new source and of a key that replaces another, for requests and for the administration.
import type { BounceSourceKind } from '@mailsift/contract'
import type { NewSource } from './sources.ts'
import { isVerified, WEBHOOKS } from './webhooks/webhooks.ts'

export type Fault = { field: 'key' | 'topic' | 'mailbox'; message: string }

/** Signs the tags of return paths, which strangers read. */
const VERP_KEY_MIN_CHARACTERS = 16
const KEY_NAMES: Partial<Record<BounceSourceKind, string>> = {
  ses: 'a certificate in PEM format',
  sendgrid: 'the verification key of the signed event webhook',
  postal: 'a public key, as the DKIM record of the installation has it',
}

export const needsKey = (kind: BounceSourceKind): boolean => kind !== 'mail' && kind !== 'postmark'

export function faultOf({ kind, key, topic, mailbox }: NewSource): Fault | undefined {
  if (key === undefined ? needsKey(kind) : faultOfKey(kind, key) !== undefined)
    return { field: 'key', message: key === undefined ? `is required for ${kind}` : faultOfKey(kind, key)! }
  if (kind === 'ses' && topic === undefined) return { field: 'topic', message: 'is required for ses' }
  if ((kind === 'imap') !== (mailbox !== undefined))
    return { field: 'mailbox', message: kind === 'imap' ? 'is required for imap' : 'is for imap alone' }
  return undefined
}

/** Otherwise every report would be refused, and nothing would say why. */
export function faultOfKey(kind: BounceSourceKind, key: string): string | undefined {
  if (kind === 'imap') return undefined
  if (kind === 'mail')
    return key.length < VERP_KEY_MIN_CHARACTERS ? `must have at least ${VERP_KEY_MIN_CHARACTERS} characters` : undefined
  const isReadable = isVerified(() => {
    WEBHOOKS[kind].readKey?.(key)
    return true
  })
  return isReadable ? undefined : `is not ${KEY_NAMES[kind] ?? 'a key'}`
}
