import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { onTestFinished } from 'vitest'
import { eventually } from '../../../../scripts/eventually.ts'

export type ReceivedMail = { from: string; to: string[]; raw: string; isEncrypted: boolean; user: string | undefined }

export type SmtpStandIn = {
  port: number
  /** For SMTP_URL. */
  url: string
  received: ReceivedMail[]
  /** The next mail to the address; what was received before is left out. */
  next(to: string): Promise<ReceivedMail>
}

export type SmtpStandInOptions = Pick<SMTPServerOptions, 'key' | 'cert' | 'secure' | 'disabledCommands'> & {
  /** The reply to a recipient, as `450` or `550 5.1.1 …`; undefined accepts. */
  refuse?(to: string): string | undefined
  login?: { user: string; pass: string }
  /** Mails are accepted once this is settled. */
  until?: Promise<void>
  onFinished?: (end: () => Promise<void>) => void
}

/** A real SMTP server on loopback, which keeps what it accepts. */
export async function useSmtpServer({
  refuse = () => undefined,
  login,
  until,
  onFinished = onTestFinished,
  ...options
}: SmtpStandInOptions = {}): Promise<SmtpStandIn> {
  const received: ReceivedMail[] = []
  const server = new SMTPServer({
    ...options,
    authOptional: login === undefined,
    allowInsecureAuth: true,
    disableReverseLookup: true,
    logger: false,
    onAuth({ username, password }, _session, done) {
      if (username === login?.user && password === login?.pass) done(null, { user: username! })
      else done(Object.assign(new Error('5.7.8 wrong password'), { responseCode: 535 }))
    },
    onRcptTo({ address }, _session, done) {
      const reply = refuse(address)
      if (reply === undefined) return done()
      done(Object.assign(new Error(reply.slice(4)), { responseCode: Number(reply.slice(0, 3)) }))
    },
    onData(stream, { envelope, secure, user }, done) {
      const pieces: Buffer[] = []
      stream.on('data', (piece: Buffer) => pieces.push(piece))
      stream.once('end', () => {
        received.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          raw: Buffer.concat(pieces).toString(),
          isEncrypted: secure,
          user,
        })
        if (until) void until.then(() => done())
        else done()
      })
    },
  })
  // A client that ends a refused handshake is no fault of the server.
  server.on('error', () => undefined)
  const http = server.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onFinished(() => new Promise((resolve) => server.close(() => resolve())))
  const { port } = http.address() as AddressInfo
  let seen = 0
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    async next(to) {
      const mail = await eventually(() => received.slice(seen).find((each) => each.to.includes(to)))
      seen = received.indexOf(mail) + 1
      return mail
    },
  }
}

/** The text of a mail, as a person reads it. */
export function textOf({ raw }: ReceivedMail): string {
  return partOf(raw, 'text/plain')
}

export function htmlOf({ raw }: ReceivedMail): string {
  return partOf(raw, 'text/html')
}

export function headerOf({ raw }: ReceivedMail, name: string): string | undefined {
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ')
  return new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()
}

/** RFC 2045 §6.7 and RFC 2045 §6.8. */
function partOf(raw: string, type: string): string {
  const part = raw.split(/\r\n--[^\r\n]+/).find((each) => each.includes(`Content-Type: ${type}`))
  if (!part) throw new Error(`no part of type ${type}`)
  const at = part.indexOf('\r\n\r\n')
  const [head, body] = [part.slice(0, at), part.slice(at + 4).replaceAll('\r\n', '\n')]
  if (/Transfer-Encoding: base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  if (!/Transfer-Encoding: quoted-printable/i.test(head)) return body
  const bytes = body
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
