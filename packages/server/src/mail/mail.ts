// The door of mail. A mail is a task in the caller's transaction: it is sent if and only if that commits, once for each key. Its content
// is encrypted until it is sent, because it may hold a link that opens an account.
import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { enqueue } from '../platform/queue/queue.ts'
import { seal } from '../platform/sealed.ts'
import type { Secrets } from '../platform/secrets.ts'
import { renderLetter } from './letter.ts'
import { SEND_MAX_ATTEMPTS, SEND_QUEUE } from './send.ts'
import { TEMPLATES, type TemplateName, type Templates } from './templates.ts'
import type { Delivery, Message, Transport } from './transport.ts'

export { nameInMail } from './names.ts'
export type { NewCredential } from './templates.ts'

export type NewMail<Name extends TemplateName> = {
  /** A second mail with the same key is not sent. */
  key: string
  to: string
  template: Name
  values: Templates[Name]
  /** Not sent later than this: its link has expired, or its news is old. */
  until?: Date
}

export type Mail = {
  /** Without SMTP_URL no mail is sent, and links are passed on by hand. */
  readonly isConfigured: boolean
  /** Where browsers reach the service: the beginning of every link. */
  readonly origin: string
  /** Whether a mail to the address can be sent. */
  canReach(to: string): boolean
  /** False if it was queued before, if mail is not configured, or if the address cannot receive mail. */
  queue<Name extends TemplateName>(tx: Tx, mail: NewMail<Name>): Promise<boolean>
  /** Sends at once, for an operator who waits for what the mail server says. */
  sendNow<Name extends TemplateName>(to: string, template: Name, values: Templates[Name]): Promise<Delivery>
}

export type MailOptions = { transport: Transport | undefined; origin: string; secrets: Secrets }

/** The address of the first account is no mailbox (accounts/first-account.ts). */
const NO_MAILBOX = /\.internal$/i

export function createMail({ transport, origin, secrets }: MailOptions): Mail {
  const isConfigured = transport !== undefined
  const canReach = (to: string) => isConfigured && !NO_MAILBOX.test(to)
  return {
    isConfigured,
    origin,
    canReach,
    async queue(tx, { key, to, template, values, until }) {
      if (!canReach(to)) return false
      const id = createHash('sha256').update(key).digest()
      const { rows } = await sql`
        INSERT INTO queued_mails (key_sha256) VALUES (${id}) ON CONFLICT DO NOTHING RETURNING key_sha256`.execute(tx)
      if (rows.length === 0) return false
      const message: Message = { id: id.toString('hex'), to, ...renderLetter(TEMPLATES[template](values), origin) }
      const payload = {
        version: 1,
        template,
        sealed: seal(JSON.stringify(message), secrets),
        until: until?.toISOString(),
      } as const
      await enqueue(tx, 'mail.send', payload, { maxAttempts: SEND_MAX_ATTEMPTS, queueName: SEND_QUEUE })
      return true
    },
    async sendNow(to, template, values) {
      if (!transport) throw new Error('SMTP_URL is not set')
      return transport.send({ id: randomUUID(), to, ...renderLetter(TEMPLATES[template](values), origin) })
    },
  }
}
