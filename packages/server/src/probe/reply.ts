// Replies of SMTP servers (RFC 5321 §4.2), read strictly and within bounds: the other side may be slow, broken or hostile.
import type { Socket } from 'node:net'

export type Reply = {
  readonly code: number
  /** RFC 3463, as the first line has it; null where the server sends none. */
  readonly status: string | null
  /** All lines without code and status, separated by line ends. */
  readonly text: string
}

export type ReplyFault = 'timeout' | 'closed' | 'malformed'

/** The conversation cannot go on. Says nothing about the recipient. */
export class ConversationFault extends Error {
  readonly fault: ReplyFault

  constructor(fault: ReplyFault) {
    super(`The SMTP conversation ended: ${fault}`)
    this.fault = fault
  }
}

export type ReplyReader = {
  /** The next reply; throws a `ConversationFault`. */
  next(): Promise<Reply>
  /** Throws if the server sent something that nothing asked for: later replies would be taken for others. */
  requireSilence(): void
  /** Stops reading, so that another reader can have the socket. */
  detach(): void
}

/** RFC 5321 §4.5.3.1.5 allows 512; some servers send more. */
const LINE_MAX_BYTES = 2_048
const LINES_MAX_COUNT = 64
const LINE = /^([2-5]\d\d)(?:([ -])(.*))?$/
/** RFC 2034 §4: the class is that of the code. */
const STATUS = /^([245]\.\d{1,3}\.\d{1,3})(?: |$)/

export type ReplyLimits = {
  /** The longest wait for one reply. */
  replyMs: number
  /** When the conversation has to end, as `performance.now()` counts. */
  endsAt: number
}

export function readReplies(socket: Socket, { replyMs, endsAt }: ReplyLimits): ReplyReader {
  const ready: Reply[] = []
  let rest: Buffer = Buffer.alloc(0)
  let lines: { code: number; text: string }[] = []
  let fault: ReplyFault | undefined
  let wake: () => void = () => undefined

  const fail = (reason: ReplyFault) => {
    fault ??= reason
    wake()
  }
  const onData = (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    for (let end = rest.indexOf(10); end >= 0 && !fault; end = rest.indexOf(10)) {
      const line = rest.subarray(0, end).toString('latin1').replace(/\r$/, '')
      rest = rest.subarray(end + 1)
      addLine(line)
    }
    if (rest.length > LINE_MAX_BYTES) fail('malformed')
  }
  const addLine = (line: string) => {
    const match = LINE.exec(line)
    const code = Number(match?.[1])
    const isOdd = !match || line.length > LINE_MAX_BYTES || lines.length >= LINES_MAX_COUNT
    // RFC 5321 §4.2.1: every line of a reply has the same code.
    if (isOdd || (lines[0] && lines[0].code !== code)) return fail('malformed')
    lines.push({ code, text: match[3] ?? '' })
    if (match[2] === '-') return
    ready.push(replyOf(lines))
    lines = []
    wake()
  }
  const onEnd = () => fail('closed')
  // A proxy's socket is paused, so that no byte is lost before this.
  socket.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onEnd).resume()

  return {
    async next() {
      const waitMs = Math.min(replyMs, endsAt - performance.now())
      if (ready.length === 0 && !fault)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(fail, Math.max(0, waitMs), 'timeout')
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      wake = () => undefined
      const reply = ready.shift()
      if (!reply) throw new ConversationFault(fault ?? 'closed')
      return reply
    },
    requireSilence() {
      if (ready.length > 0 || rest.length > 0 || lines.length > 0) throw new ConversationFault('malformed')
    },
    detach() {
      socket.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onEnd)
    },
  }
}

function replyOf(lines: readonly { code: number; text: string }[]): Reply {
  const { code } = lines[0]!
  const status = STATUS.exec(lines[0]!.text)?.[1] ?? null
  const isOfClass = status?.startsWith(String(code)[0]!) ?? false
  const texts = lines.map(({ text }) => text.replace(STATUS, ''))
  return { code, status: isOfClass ? status : null, text: texts.join('\n') }
}
