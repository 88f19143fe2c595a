// SMTP_URL: smtp://user:password@mail.example:587 begins in plain text and switches to TLS, smtps://…:465 is TLS from the first byte.
import { isIP } from 'node:net'
import { isLoopback } from '../platform/listening.ts'

export type SmtpServer = {
  host: string
  port: number
  /** `implicit`: from the first byte. `required`: by STARTTLS, or nothing is sent. `off`: plain text. */
  tls: 'implicit' | 'required' | 'off'
  auth: { user: string; pass: string } | undefined
}

const FORM = 'must be a URL such as smtp://user:password@mail.example:587 or smtps://user:password@mail.example'
const HOST_NAME = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i
/** RFC 6409 and RFC 8314: the ports of submission. */
const PORTS: Record<string, number> = { 'smtp:': 587, 'smtps:': 465 }

export function readSmtpUrl(text: string): SmtpServer {
  const url = URL.parse(text)
  const port = PORTS[url?.protocol ?? '']
  if (!url || port === undefined || !/^\/?$/.test(url.pathname) || url.hash) throw new Error(FORM)
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!isIP(host) && !HOST_NAME.test(host)) throw new Error(FORM)
  const [user, pass] = [url.username, url.password].map(decoded) as [string, string]
  if ((user === '') !== (pass === '')) throw new Error('must have both a user and a password, or neither')
  return {
    host,
    port: url.port === '' ? port : Number(url.port),
    tls: tlsOf(url, host),
    auth: user === '' ? undefined : { user, pass },
  }
}

/** Traffic within the machine needs no encryption, and a mail server there seldom has a certificate that can be verified. */
function tlsOf({ protocol, searchParams }: URL, host: string): SmtpServer['tls'] {
  const unknown = [...searchParams.keys()].find((name) => name !== 'tls')
  if (unknown !== undefined) throw new Error(`has the unknown parameter ${unknown}; only tls is supported`)
  const chosen = searchParams.get('tls') ?? (isLoopback(host) ? 'off' : 'required')
  if (chosen !== 'required' && chosen !== 'off')
    throw new Error('must have tls=required or tls=off, or no tls parameter')
  if (protocol === 'smtp:') return chosen
  if (searchParams.get('tls') === 'off') throw new Error('must begin with smtp:// if tls=off')
  return 'implicit'
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new Error('must have its user and password percent-encoded')
  }
}
