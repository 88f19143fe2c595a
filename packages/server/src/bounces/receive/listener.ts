// BOUNCE_LISTEN: bounces as mail, over LMTP or SMTP. Only secret addresses of accounts are recipients here: anyone can send a
// forged bounce to an address that is known. `bounces+SECRET@…`, and with the VERP tag of a message (verp.ts).
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { MAILS_PER_BOUNCE_CLIENT, MAILS_PER_BOUNCE_SOURCE } from '@mailsift/contract'
import { SMTPServer, type SMTPServerAddress, type SMTPServerSession } from 'smtp-server'
import { isDatabaseUnavailable } from '../../platform/database/errors.ts'
import type { CreateRateLimiter } from '../../platform/http/limits/rate-limit.ts'
import { explainListenError, type ListenAddress } from '../../platform/listening.ts'
import type { Log } from '../../platform/log.ts'
import { clientNetworkOf } from '../../platform/network.ts'
import { isPublicAddress } from '../../platform/outbound/public-address.ts'
import { acceptReports } from './accept.ts'
import { type ReadMailDeps, reportsOf } from './read-mails.ts'
import { type FoundSource, findSource, noteIgnored, noteReport } from './sources.ts'
import { aboutTagged, readVerp, type Verp } from './verp.ts'

export type MailListener = { port: number; stop(): Promise<void> }
export type MailListenerDeps = ReadMailDeps & { log: Log; createRateLimiter: CreateRateLimiter }

const MAIL_MAX_BYTES = 1024 * 1024
const CLIENTS_MAX = 20
/** One client cannot hold every slot. */
const CLIENTS_PER_NETWORK = 10
/** A connection that only keeps itself busy ends, too: a mail server connects again. */
const CONNECTION_MAX_MS = 5 * 60_000
/** Between two mails. A mail needs three commands, and one more for each recipient. */
const COMMANDS_MAX = 100
const RECIPIENTS_MAX = 20
const IDLE_MS = 30_000

type Recipient = { source: FoundSource; verp: Verp | undefined }
type Session = SMTPServerSession & { bounceRecipients?: Map<string, Recipient> }

export async function listenForMail(
  address: ListenAddress,
  protocol: 'lmtp' | 'smtp',
  deps: MailListenerDeps,
  { connectionMaxMs = CONNECTION_MAX_MS } = {},
): Promise<MailListener> {
  const limits = createLimits(deps, protocol)
  const clients = new Map<string, Set<string>>()
  const commands = new Map<string, number>()
  const server = new SMTPServer({
    lmtp: protocol === 'lmtp',
    name: 'mailsift',
    // Neither accounts nor encryption: secrets are in the addresses, and the mail server in front has the TLS.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAIL_MAX_BYTES,
    maxClients: CLIENTS_MAX,
    socketTimeout: IDLE_MS,
    closeTimeout: 2_000,
    logger: observeCommands((id) => {
      const count = (commands.get(id) ?? 0) + 1
      commands.set(id, count)
      if (count <= COMMANDS_MAX) return
      for (const connection of server.connections)
        if (connection.id === id) connection.send(421, '4.7.0 Too many commands without a mail')
    }),
    onConnect({ id, remoteAddress }, done) {
      const network = clientNetworkOf(remoteAddress)
      const own = clients.get(network) ?? new Set()
      if (own.size >= CLIENTS_PER_NETWORK) return done(new Refused(421, '4.7.0 Too many connections from this network'))
      clients.set(network, own.add(id))
      done()
    },
    onClose({ id, remoteAddress }) {
      commands.delete(id)
      const network = clientNetworkOf(remoteAddress)
      const own = clients.get(network)
      if (own?.delete(id) && own.size === 0) clients.delete(network)
    },
    onRcptTo(recipient, session, done) {
      findRecipient(deps, recipient, session as Session).then(
        () => done(),
        (error: unknown) => done(refusal(error)),
      )
    },
    onData(stream, session, done) {
      commands.delete(session.id)
      receive(deps, limits, stream, session as Session).then(
        (message) => done(null, message),
        (error: unknown) => done(refusal(error)),
      )
    },
  })
  server.server.on('connection', (socket: Socket) => {
    const limit = setTimeout(() => socket.destroy(), connectionMaxMs)
    socket.once('close', () => clearTimeout(limit))
  })
  // A client that goes away is no error of ours.
  server.on('error', () => undefined)
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', (error) => reject(explainListenError(error, address, 'BOUNCE_LISTEN')))
    // Every API process of the node accepts connections on the port.
    server.server.listen({ ...address, reusePort: process.platform === 'linux' }, resolve)
  })
  const { port } = server.server.address() as { port: number }
  return { port, stop: () => new Promise((resolve) => server.close(() => resolve())) }
}

/** The log of the library is the only place that names every command. Nothing is written: commands contain addresses. */
function observeCommands(observe: (connectionId: string) => void) {
  const ignore = () => undefined
  const debug = (entry: { tnx?: string; cid?: string }) => {
    if (entry.tnx === 'command' && entry.cid !== undefined) observe(entry.cid)
  }
  return { level: ignore, trace: ignore, debug, info: ignore, warn: ignore, error: ignore, fatal: ignore }
}

class Refused extends Error {
  readonly responseCode: number

  constructor(responseCode: number, message: string) {
    super(message)
    this.responseCode = responseCode
  }
}

/** Other errors may pass: the sender tries again. */
function refusal(error: unknown): Error {
  return error instanceof Refused ? error : new Refused(451, '4.3.0 Try again later')
}

const RECIPIENT = /^bounces\+([0-9a-f]{32})(?:\+([^@]+))?@/i

async function findRecipient(deps: MailListenerDeps, { address }: SMTPServerAddress, session: Session): Promise<void> {
  if (session.envelope.rcptTo.length === 0) session.bounceRecipients = new Map()
  session.bounceRecipients ??= new Map()
  if (session.envelope.rcptTo.length >= RECIPIENTS_MAX) throw new Refused(452, '4.5.3 Too many recipients')
  const [, secret, tag] = RECIPIENT.exec(address) ?? []
  const source = secret === undefined ? undefined : await findSource(deps.db, deps.secrets, secret)
  if (source?.kind !== 'mail') throw new Refused(550, '5.1.1 No such recipient')
  session.bounceRecipients.set(address.toLowerCase(), { source, verp: readVerp(tag, source.key) })
}

type Limits = ReturnType<typeof createLimits>

function createLimits({ createRateLimiter }: MailListenerDeps, protocol: 'lmtp' | 'smtp') {
  const [perSource, perClient] = [MAILS_PER_BOUNCE_SOURCE, MAILS_PER_BOUNCE_CLIENT].map(createRateLimiter)
  return {
    /** Counts a mail; over a limit, the sender tries again later, and nothing is lost. */
    async use(sources: readonly FoundSource[], address: string): Promise<void> {
      const client = limitedClient(protocol, address)
      const used = await Promise.all([
        ...(client === undefined ? [] : [perClient!.tryUse(client)]),
        ...sources.map(({ id }) => perSource!.tryUse(id)),
      ])
      const over = used.find((each) => each !== undefined)
      if (over) throw new Refused(451, `4.7.1 Too many reports, try again in ${over.retryAfterSeconds} s`)
    },
  }
}

/** The client that SMTP from outside is counted for. The mail server in front, by LMTP or in the same network, has no limit of its own. */
export function limitedClient(protocol: 'lmtp' | 'smtp', address: string): string | undefined {
  const plain = address.replace(/^::ffff:/i, '')
  return protocol === 'smtp' && isPublicAddress(plain) ? clientNetworkOf(plain) : undefined
}

async function receive(
  deps: MailListenerDeps,
  limits: Limits,
  stream: Readable & { sizeExceeded: boolean },
  session: Session,
) {
  const pieces: Buffer[] = []
  // A mail that is too large is read to its end, as the protocol demands, and not kept.
  for await (const piece of stream) if (!stream.sizeExceeded) pieces.push(piece as Buffer)
  if (stream.sizeExceeded) throw new Refused(552, '5.3.4 The mail is too large')
  const mail = Buffer.concat(pieces)
  const recipients = session.envelope.rcptTo.flatMap(
    ({ address }) => session.bounceRecipients?.get(address.toLowerCase()) ?? [],
  )
  await limits.use(
    recipients.map(({ source }) => source),
    session.remoteAddress,
  )
  try {
    const reports = await reportsOf(deps, mail)
    for (const { source, verp } of recipients) {
      // Stored before it is acknowledged; a mail that is sent again counts once.
      if (reports === 'ignored') await noteIgnored(deps.db, source)
      else await acceptReports(deps, source.accountId, aboutTagged(reports, verp), source.id)
      await noteReport(deps.db, source)
    }
  } catch (error) {
    if (!isDatabaseUnavailable(error)) deps.log.error({ error: (error as Error).name }, 'bounce not accepted')
    throw error
  }
  return 'Accepted'
}
