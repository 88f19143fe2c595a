// Hands a message to the operator's mail server. The guard for outgoing requests does not apply: it keeps customers from choosing a
// private address, and this host, often a private one, is chosen by the operator, like that of the database.
import type { SentMessageInfo, Transporter } from 'nodemailer'
import { refuseInTransaction } from '../platform/database/open-transaction.ts'
import { once } from '../platform/shared-value.ts'
import { readSenderAddress, type SenderAddress } from './sender-address.ts'
import { readSmtpUrl, type SmtpServer } from './smtp-url.ts'

export type Message = { id: string; to: string; subject: string; text: string; html: string }

/** `refused`: this message will never be accepted. `failed`: it may be later. */
export type Delivery = { outcome: 'sent' } | { outcome: 'refused' | 'failed'; code: string; reply: string | undefined }

export type Transport = { send(message: Message, signal?: AbortSignal): Promise<Delivery> }

const CONNECT_TIMEOUT_MS = 10_000
/** RFC 5321 §4.5.3.2.6: a server has ten minutes to accept the message after its final dot. A client that ends earlier sends it twice. */
const SILENCE_TIMEOUT_MS = 10 * 60_000

/** Undefined without SMTP_URL. */
export function openTransport({ smtpUrl, mailFrom }: { smtpUrl: string; mailFrom: string }): Transport | undefined {
  return smtpUrl === '' ? undefined : createTransport(readSmtpUrl(smtpUrl), readSenderAddress(mailFrom))
}

function createTransport(server: SmtpServer, from: SenderAddress): Transport {
  // Few processes ever send, so the library is loaded by the first message.
  const open = once(() => openTransporter(server))
  return {
    async send({ id, to, subject, text, html }, signal) {
      refuseInTransaction('send mail')
      const transporter = await open()
      try {
        const sending = transporter.sendMail({
          // The envelope is given, so that no address is read from a header.
          envelope: { from: from.address, to: [to] },
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          messageId: `<${id}@${from.address.split('@')[1]}>`,
          // RFC 3834: no vacation notice in return.
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
        })
        // A process that has to end does not wait ten minutes: whether the server accepted the message is unknown, and it is sent again.
        await (signal ? Promise.race([sending, rejectOn(signal)]) : sending)
        return { outcome: 'sent' }
      } catch (error) {
        return explain(error)
      }
    },
  }
}

async function openTransporter({ host, port, tls, auth }: SmtpServer): Promise<Transporter<SentMessageInfo>> {
  const { default: nodemailer } = await import('nodemailer')
  return nodemailer.createTransport({
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    auth,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SILENCE_TIMEOUT_MS,
  })
}

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const end = () => reject(Object.assign(new Error('The process ends.'), { code: 'ESTOPPED' }))
    if (signal.aborted) end()
    else signal.addEventListener('abort', end, { once: true })
  })
}

type SmtpError = { code?: string; message?: string; response?: string; responseCode?: number }

/** RFC 5321 §4.2.1: a reply from 500 on is final. One to AUTH or STARTTLS is about the settings, which the operator can correct. */
function explain(error: unknown): Delivery {
  const { code = 'unknown', response, message, responseCode = 0 } = error as SmtpError
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const isFinal = isAboutMessage && responseCode >= 500
  // Without a reply, the message says why, such as a certificate that cannot be verified.
  return { outcome: isFinal ? 'refused' : 'failed', code, reply: response ?? message?.split('\n')[0] }
}
