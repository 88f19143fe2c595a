import type { BounceSourceKind } from '@mailsift/contract'
import { mailgun } from './mailgun.ts'
import { postal } from './postal.ts'
import { postmark } from './postmark.ts'
import { sendgrid } from './sendgrid.ts'
import { ses } from './ses.ts'
import type { Webhook } from './webhook.ts'

export type WebhookKind = Exclude<BounceSourceKind, 'mail' | 'imap'>

export const WEBHOOKS: Readonly<Record<WebhookKind, Webhook>> = {
  ses,
  postmark,
  sendgrid,
  mailgun,
  postal,
}

/** A key or signature that cannot be read verifies nothing. */
export function isVerified(verify: () => boolean): boolean {
  try {
    return verify()
  } catch {
    return false
  }
}
