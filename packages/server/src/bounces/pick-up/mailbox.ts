// One visit to an IMAP mailbox (RFC 9051): the new messages of a folder, each stored before it is marked. What the host name resolves to is checked and then
// dialed, over TLS with a certificate for that name.
import { PICK_UP_PORT, type PickUpMailbox, type PickUpProblem } from '@mailsift/contract'
import { ImapFlow } from 'imapflow'
import { refuseInTransaction } from '../../platform/database/open-transaction.ts'
import { isPublicAddress } from '../../platform/outbound/public-address.ts'

export type Position = { uidValidity: bigint | null; lastUid: number }

export type VisitDeps = {
  resolveHost: (host: string) => Promise<readonly string[]>
  /** For tests: this loopback server is exempt from the checks, and its certificate is signed by `ca`. */
  loopback?: { host: string; port: number; ca: string }
}

/** The problem that ended the visit; otherwise all messages were read, or more wait. */
export type Visit = PickUpProblem | 'all read' | 'more'

const CONNECT_MS = 15_000
const IDLE_MS = 60_000
/** Longer messages are cut: reports are short, and what follows is the message that they quote. */
const MAIL_MAX_BYTES = 1024 * 1024
const MAILS_PER_VISIT = 500

/** `store` is called with one message after the other, and where it is; a message whose storing fails stays unread. */
export async function visitMailbox(
  { resolveHost, loopback }: VisitDeps,
  { mailbox, password, from }: { mailbox: PickUpMailbox; password: string; from: Position },
  store: (mail: Buffer, position: Position) => Promise<void>,
  signal?: AbortSignal,
): Promise<Visit> {
  refuseInTransaction('dial')
  const { host, user } = mailbox
  const isExempt = loopback?.host === host
  const [address] = isExempt ? ['127.0.0.1'] : (await resolveHost(host).catch(() => [])).filter(isPublicAddress)
  if (address === undefined) return 'unreachable'
  const client = new ImapFlow({
    ...{ host: address, port: isExempt ? loopback.port : PICK_UP_PORT, secure: true, servername: host },
    auth: { user, pass: password },
    tls: { rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(isExempt && { ca: loopback.ca }) },
    ...{ logger: false, disableAutoIdle: true, maxLiteralSize: 2 * MAIL_MAX_BYTES },
    ...{ connectionTimeout: CONNECT_MS, greetingTimeout: CONNECT_MS, socketTimeout: IDLE_MS },
  })
  // The command under way fails with the same error.
  client.on('error', () => undefined)
  const cut = () => client.close()
  signal?.addEventListener('abort', cut, { once: true })
  try {
    await client.connect()
  } catch (error) {
    client.close()
    signal?.removeEventListener('abort', cut)
    return problemOf(error)
  }
  try {
    return await readFolder(client, mailbox, from, store)
  } catch (error) {
    if (client.usable || signal?.aborted) throw error
    return 'interrupted'
  } finally {
    signal?.removeEventListener('abort', cut)
    await client.logout().catch(() => client.close())
  }
}

async function readFolder(
  client: ImapFlow,
  { folder, delete_read: deletes }: PickUpMailbox,
  from: Position,
  store: (mail: Buffer, position: Position) => Promise<void>,
): Promise<Visit> {
  const opened = await client.mailboxOpen(folder).catch(() => undefined)
  if (!opened) return client.usable ? 'folder' : 'interrupted'
  // Other numbers for the same messages: all are read again, and each report counts once.
  const uidValidity = BigInt(opened.uidValidity)
  const lastUid = from.uidValidity === uidValidity ? from.lastUid : 0
  // `n:*` names the last message even where its number is smaller.
  const found = (await client.search({ uid: `${lastUid + 1}:*` }, { uid: true })) || []
  const uids = found.filter((uid) => uid > lastUid).toSorted((one, other) => one - other)
  for (const uid of uids.slice(0, MAILS_PER_VISIT)) {
    const message = await client.fetchOne(
      String(uid),
      { source: { start: 0, maxLength: MAIL_MAX_BYTES } },
      { uid: true },
    )
    // Somebody else can have deleted it since the search.
    await store((message ? message.source : undefined) ?? Buffer.alloc(0), { uidValidity, lastUid: uid })
    if (message && deletes) await client.messageDelete(String(uid), { uid: true })
    else if (message) await client.messageFlagsAdd(String(uid), ['\\Seen'], { uid: true })
  }
  return uids.length > MAILS_PER_VISIT ? 'more' : 'all read'
}

const CERTIFICATE_ERRORS =
  /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|HOSTNAME_MISMATCH)/

function problemOf(error: unknown): PickUpProblem {
  const { authenticationFailed, code = '' } = error as { authenticationFailed?: boolean; code?: string }
  if (authenticationFailed) return 'sign_in'
  return CERTIFICATE_ERRORS.test(code) ? 'certificate' : 'unreachable'
}
