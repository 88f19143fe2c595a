// The worker's side: sends queued mails, retries what may pass, and drops what never will. Logs and metrics name the template, never the address.
import { sql } from 'kysely'
import { Counter } from 'prom-client'
import type { Db } from '../platform/database/database.ts'
import { LoggableError } from '../platform/error-facts.ts'
import type { Log } from '../platform/log.ts'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { CronEntry, TaskHandler } from '../platform/queue/queue.ts'
import { unseal } from '../platform/sealed.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { TemplateName } from './templates.ts'
import type { Message, Transport } from './transport.ts'

declare module '../platform/queue/queue.ts' {
  interface Tasks {
    'mail.send': { version: 1; template: TemplateName; sealed: string; until?: string | undefined }
    'mail.delete-old': Record<string, never>
  }
}

/** The queue waits longer after each attempt: these take about 16 hours. */
export const SEND_MAX_ATTEMPTS = 12
/** One after the other: a mail server that is slow to respond takes one slot, and leaves the others to lists. */
export const SEND_QUEUE = 'mail.send'
/** Keys name a period of at most a month. */
const KEY_LIFE_DAYS = 60

export const mailCron: readonly CronEntry[] = [{ task: 'mail.delete-old', match: '41 3 * * *' }]

export type MailTaskDeps = { db: Db; log: Log; metrics: Metrics; secrets: Secrets; transport: Transport | undefined }

export function mailTasks(deps: MailTaskDeps): {
  'mail.send': TaskHandler<'mail.send'>
  'mail.delete-old': TaskHandler<'mail.delete-old'>
} {
  return { 'mail.send': createSender(deps), 'mail.delete-old': () => deleteOldMails(deps.db) }
}

const OUTCOMES = ['sent', 'retried', 'refused', 'expired', 'abandoned'] as const

function createSender({ log, metrics, secrets, transport }: MailTaskDeps): TaskHandler<'mail.send'> {
  const mails = new Counter({
    name: 'mailsift_mails_total',
    help: 'Emails by outcome: sent, retried (the mail server failed), refused (by the mail server, for good), expired (too late to send), abandoned (retries exhausted).',
    labelNames: ['outcome'],
    registers: [metrics],
  })
  for (const outcome of OUTCOMES) mails.inc({ outcome }, 0)

  return async ({ template, sealed, until }, { attempt, maxAttempts, signal }) => {
    if (until !== undefined && Date.parse(until) < Date.now()) {
      mails.inc({ outcome: 'expired' })
      return log.warn({ template }, 'mail expired before it was sent')
    }
    // A node whose settings differ must not drop what another one could send.
    if (!transport) throw new LoggableError('SMTP_URL is not set on this node')
    const delivery = await transport.send(JSON.parse(unseal(sealed, secrets)) as Message, signal)
    if (delivery.outcome === 'sent') return mails.inc({ outcome: 'sent' })
    const facts = { template, code: delivery.code, reply_code: replyCode(delivery.reply) }
    if (delivery.outcome === 'refused') {
      mails.inc({ outcome: 'refused' })
      return log.warn(facts, 'mail refused by the mail server')
    }
    if (attempt >= maxAttempts) {
      mails.inc({ outcome: 'abandoned' })
      return log.error(facts, 'mail abandoned after its last retry')
    }
    mails.inc({ outcome: 'retried' })
    throw new LoggableError(`the mail server failed: ${[facts.code, facts.reply_code].filter(Boolean).join(' ')}`)
  }
}

/** RFC 3463: `550 5.1.1`. The rest of a reply may quote the address. */
function replyCode(reply: string | undefined): string | undefined {
  return /^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(reply ?? '')?.[0]
}

async function deleteOldMails(db: Db): Promise<void> {
  await sql`DELETE FROM queued_mails WHERE queued_at < now() - make_interval(days => ${KEY_LIFE_DAYS})`.execute(db)
}
