// One polite conversation with a mail server: EHLO, STARTTLS if offered, MAIL, RCPT, perhaps RCPT for a random name, QUIT. There is no DATA in
// this file. nodemailer's smtp-connection does not fit: its only way to send RCPT goes on to DATA when a recipient is accepted.
import type { Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { ConversationFault, type Reply, type ReplyFault, type ReplyLimits, readReplies } from './reply.ts'

export type Question = {
  /** The MX host; it is also the name for TLS. */
  host: string
  heloName: string
  /** A real mailbox of the operator. */
  sender: string
  /** Null to greet the server and ask nothing. */
  recipient: string | null
  /** A name at the same domain that no person has; without it, only the recipient is sent. */
  randomRecipient?: string | undefined
}

type Stage = 'greeting' | 'ehlo' | 'tls' | 'mail' | 'recipient'

export type Conversation =
  /** Asked nothing. `seenAs`: the address from which the server sees this service, if it says so. */
  | { state: 'greeted'; seenAs: string | null }
  | { state: 'answered'; recipient: Reply; random?: Reply | undefined }
  /** The server does not even hear the recipient. */
  | { state: 'refused'; stage: Stage; reply: Reply }
  | { state: 'failed'; stage: Stage; reason: ReplyFault | 'tls' | 'unsupported' }

/** RFC 5321 §4.5.3.2 allows minutes; a server that needs more than one does not want to answer. */
const REPLY_MS = 60_000
const TOTAL_MS = 150_000
const QUIT_MS = 2_000
/** The longest conversation, to size leases. */
export const CONVERSATION_MAX_MS = TOTAL_MS + QUIT_MS

/** Dot-atoms and their like, without the characters that end or quote a path. Other addresses are not sent to a server. */
const PLAIN_PATH = /^[^\s"(),:;<>@[\\\]\p{C}]+@[a-z0-9.-]+$/u
/** RFC 5321 §4.5.3.1.3. */
const PATH_MAX_BYTES = 254
const ASCII = /^[!-~]+$/

/** Whether the address can be the recipient of a conversation. */
export function canBeProbed(address: string): boolean {
  return PLAIN_PATH.test(address) && Buffer.byteLength(address) <= PATH_MAX_BYTES
}

/** Takes over the connected socket and destroys it. */
export async function converse(
  socket: Socket,
  question: Question,
  limits: { replyMs: number; totalMs: number } = { replyMs: REPLY_MS, totalMs: TOTAL_MS },
): Promise<Conversation> {
  const line = openLine(socket, { replyMs: limits.replyMs, endsAt: performance.now() + limits.totalMs })
  try {
    return await ask(line, question)
  } catch (error) {
    if (error instanceof ConversationFault) return { state: 'failed', stage: line.stage, reason: error.fault }
    if (error instanceof TlsFault) return { state: 'failed', stage: 'tls', reason: 'tls' }
    throw error
  } finally {
    await line.quit()
  }
}

class TlsFault extends Error {}

async function ask(line: Line, question: Question): Promise<Conversation> {
  const { heloName, sender, recipient, randomRecipient, host } = question
  const paths = [sender, recipient, randomRecipient].filter((path) => typeof path === 'string')
  if (!paths.every(canBeProbed)) return { state: 'failed', stage: 'greeting', reason: 'unsupported' }
  const greeting = await line.hear('greeting')
  if (greeting.code !== 220) return { state: 'refused', stage: 'greeting', reply: greeting }
  let hello = await sayHello(line, heloName)
  if (hello.code !== 250) return { state: 'refused', stage: 'ehlo', reply: hello }
  if (offers(hello, 'STARTTLS')) {
    const ready = await line.say('tls', 'STARTTLS')
    if (ready.code !== 220) throw new TlsFault()
    await line.secure(host)
    hello = await sayHello(line, heloName)
    if (hello.code !== 250) return { state: 'refused', stage: 'ehlo', reply: hello }
  }
  if (recipient === null) return { state: 'greeted', seenAs: seenAddress(hello) }
  const needsUtf8 = !ASCII.test(recipient)
  if (needsUtf8 && !offers(hello, 'SMTPUTF8')) return { state: 'failed', stage: 'mail', reason: 'unsupported' }
  const mail = await line.say('mail', `MAIL FROM:<${sender}>${needsUtf8 ? ' SMTPUTF8' : ''}`)
  if (mail.code !== 250) return { state: 'refused', stage: 'mail', reply: mail }
  const answer = await line.say('recipient', `RCPT TO:<${recipient}>`)
  // 251: accepted and forwarded (RFC 5321 §3.4).
  const isAccepted = answer.code === 250 || answer.code === 251
  if (!isAccepted || !randomRecipient) return { state: 'answered', recipient: answer }
  // A fault in the middle of the second question leaves the answer to the first, and no word about the second.
  const random = await line.say('recipient', `RCPT TO:<${randomRecipient}>`).catch(() => undefined)
  return { state: 'answered', recipient: answer, random }
}

/** RFC 5321 §3.2: a server without extensions knows HELO alone. */
async function sayHello(line: Line, name: string): Promise<Reply> {
  const hello = await line.say('ehlo', `EHLO ${name}`)
  return hello.code === 500 || hello.code === 502 ? line.say('ehlo', `HELO ${name}`) : hello
}

/** Exim, Gmail and others repeat the client's address behind their greeting. */
function seenAddress({ text }: Reply): string | null {
  return /\[(?:IPv6:)?([0-9a-f.:]+)\]/i.exec(text.split('\n')[0]!)?.[1] ?? null
}

function offers({ text }: Reply, extension: string): boolean {
  const [, ...extensions] = text.split('\n')
  return extensions.some((each) => each.split(' ')[0]?.toUpperCase() === extension)
}

type Line = {
  readonly stage: Stage
  hear(stage: Stage): Promise<Reply>
  say(stage: Stage, command: string): Promise<Reply>
  secure(host: string): Promise<void>
  quit(): Promise<void>
}

function openLine(first: Socket, limits: ReplyLimits): Line {
  let socket = first
  let stage: Stage = 'greeting'
  // A socket without a listener for errors would end the process.
  socket.on('error', () => undefined)
  let replies = readReplies(socket, limits)

  return {
    get stage() {
      return stage
    },
    hear(next) {
      stage = next
      return replies.next()
    },
    say(next, command) {
      stage = next
      replies.requireSilence()
      socket.write(`${command}\r\n`)
      return replies.next()
    },
    async secure(host) {
      // A reply in the clear behind the 220 must not pass for an encrypted reply (CVE-2011-0411).
      replies.requireSilence()
      replies.detach()
      socket = await startTls(socket, host, limits)
      replies = readReplies(socket, limits)
    },
    async quit() {
      if (socket.writable) {
        // The other side ends the connection after QUIT; one that does not is not waited for.
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, QUIT_MS)
          socket.once('close', () => {
            clearTimeout(timer)
            resolve()
          })
          socket.end('QUIT\r\n')
          socket.resume()
        })
      }
      socket.destroy()
      first.destroy()
    },
  }
}

/** Mail servers have certificates of all kinds (RFC 7435): an unverified one is better than none, and no secret is sent. */
function startTls(socket: Socket, servername: string, { replyMs, endsAt }: ReplyLimits): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secured = connectTls({ socket, servername, rejectUnauthorized: false })
    const fail = () => {
      clearTimeout(timer)
      secured.destroy()
      reject(new TlsFault())
    }
    const timer = setTimeout(fail, Math.max(0, Math.min(replyMs, endsAt - performance.now())))
    secured.on('error', () => undefined)
    secured.once('error', fail).once('close', fail)
    secured.once('secureConnect', () => {
      clearTimeout(timer)
      secured.off('error', fail).off('close', fail)
      resolve(secured)
    })
  })
}
