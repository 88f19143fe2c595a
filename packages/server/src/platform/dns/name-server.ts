// One name server: questions go out over UDP and, where an answer does not fit, over TCP. Every question stands for itself:
// bytes that answer none are dropped, and one that is answered with nonsense spoils no other.
import { randomInt } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { connect, isIPv6 } from 'node:net'
import { type DnsQuestion, encodeQuestion, RCODE, type Reply, readReply, replyIdOf } from './message.ts'

export type Heard = Reply | 'malformed' | 'unreachable'

export type Put = {
  /** Sends the same message once more, in case it got lost. */
  again(): void
  withdraw(): void
}

export type NameServer = {
  readonly address: string
  /** Sends the question. `onReply` is called at most once, and never after it was withdrawn. */
  put(question: DnsQuestion, onReply: (heard: Heard) => void): Put
  close(): void
}

/**
 * A socket's buffer holds some 270 answers on a common Linux; what comes on top of that while this process is busy is lost.
 */
const QUESTIONS_PER_SOCKET = 100
/** Then another socket, with another port, takes its place: an attacker who forges answers has to guess again. */
const SOCKET_LIFE_QUESTIONS = 2_000
const ID_COUNT = 0x10000
const REFUSALS_UNTIL_PLAIN = 3
const PLAIN_FOR_MS = 10 * 60_000
const DNS_PORT = 53

type Waiting = { question: DnsQuestion; hear: (heard: Heard) => void }
type Line = {
  socket: Socket
  waiting: Map<number, Waiting>
  asked: number
  isOpen: boolean
  /** Messages to send once the socket is connected; undefined from then on. */
  unsent: Buffer[] | undefined
}

export function openNameServer(address: string): NameServer {
  const { host, port } = readAddress(address)
  const lines = new Set<Line>()
  let current: Line | undefined
  /** How many questions in a row the server took only without EDNS. */
  let refusedOptions = 0
  let refusedAt = 0
  let closed = false

  function openLine(): Line {
    const socket = createSocket({ type: isIPv6(host) ? 'udp6' : 'udp4' })
    const line: Line = { socket, waiting: new Map(), asked: 0, isOpen: true, unsent: [] }
    socket.on('message', (message) => receive(line, message))
    // A port without a listener, or no route. Without a callback `connect` reports its failure here, too.
    socket.on('error', () => discard(line))
    socket.once('connect', () => {
      const unsent = line.unsent ?? []
      line.unsent = undefined
      for (const message of unsent) send(line, message)
    })
    // The kernel then drops datagrams of every other sender.
    socket.connect(port, host)
    socket.unref()
    lines.add(line)
    return line
  }

  function send(line: Line, message: Buffer): void {
    if (line.unsent) line.unsent.push(message)
    else if (line.isOpen) line.socket.send(message, (error) => error && discard(line))
  }

  function discard(line: Line): void {
    const lost = [...line.waiting.values()]
    line.waiting.clear()
    shut(line)
    for (const { hear } of lost) hear('unreachable')
  }

  function shut(line: Line): void {
    if (!line.isOpen) return
    line.isOpen = false
    lines.delete(line)
    if (current === line) current = undefined
    line.socket.close()
  }

  function lineWithRoom(): Line {
    const hasRoom = (line: Line) => line.waiting.size < QUESTIONS_PER_SOCKET && line.asked < SOCKET_LIFE_QUESTIONS
    if (current && hasRoom(current)) return current
    for (const line of lines) {
      if (!hasRoom(line)) continue
      current = line
      return line
    }
    current = openLine()
    return current
  }

  function forget(line: Line, id: number): void {
    line.waiting.delete(id)
    if (line.waiting.size === 0 && line !== current) shut(line)
  }

  function receive(line: Line, message: Buffer): void {
    const id = replyIdOf(message)
    const waiting = id === undefined ? undefined : line.waiting.get(id)
    if (id === undefined || !waiting) return
    const reply = readReply(message, waiting.question)
    if (reply === undefined) return
    forget(line, id)
    waiting.hear(reply)
  }

  /** One FORMERR may be about one question; several in a row are about EDNS, which is tried again after a while. */
  function goesPlain(): boolean {
    return refusedOptions >= REFUSALS_UNTIL_PLAIN && performance.now() - refusedAt < PLAIN_FOR_MS
  }

  function noteOptions(isPlain: boolean, reply: Reply): void {
    if (!isPlain) refusedOptions = 0
    else if (!knowsNoOptions(reply) && !goesPlain()) {
      refusedOptions++
      refusedAt = performance.now()
    }
  }

  function putOverUdp(question: DnsQuestion, isPlain: boolean, hear: (heard: Heard) => void): Put {
    const line = lineWithRoom()
    let id = randomInt(ID_COUNT)
    while (line.waiting.has(id)) id = randomInt(ID_COUNT)
    line.waiting.set(id, { question, hear })
    line.asked++
    const message = encodeQuestion(question, id, isPlain)
    send(line, message)
    return { again: () => send(line, message), withdraw: () => forget(line, id) }
  }

  function putOverTcp(question: DnsQuestion, isPlain: boolean, hear: (heard: Heard) => void): Put {
    const id = randomInt(ID_COUNT)
    const message = encodeQuestion(question, id, isPlain)
    const socket = connect({ host, port })
    let received: Buffer = Buffer.alloc(0)
    let isOver = false
    const end = (heard?: Heard) => {
      if (isOver) return
      isOver = true
      socket.destroy()
      if (heard !== undefined) hear(heard)
    }
    socket.on('error', () => end('unreachable'))
    socket.on('close', () => end('unreachable'))
    socket.on('data', (piece: Buffer) => {
      received = Buffer.concat([received, piece])
      if (received.length < 2 || received.length < 2 + received.readUInt16BE(0)) return
      const answer = received.subarray(2, 2 + received.readUInt16BE(0))
      end((replyIdOf(answer) === id && readReply(answer, question)) || 'malformed')
    })
    const length = Buffer.alloc(2)
    length.writeUInt16BE(message.length)
    socket.write(Buffer.concat([length, message]))
    return { again: () => undefined, withdraw: () => end() }
  }

  return {
    address,
    put(question, onReply) {
      if (closed) {
        queueMicrotask(() => onReply('unreachable'))
        return { again: () => undefined, withdraw: () => undefined }
      }
      let isPlain = goesPlain()
      let way: Put
      const hear = (heard: Heard): void => {
        if (typeof heard === 'object' && heard.truncated) way = putOverTcp(question, isPlain, onReply)
        else if (typeof heard === 'object' && knowsNoOptions(heard) && !isPlain) {
          isPlain = true
          way = putOverUdp(question, isPlain, hear)
        } else {
          if (typeof heard === 'object') noteOptions(isPlain, heard)
          onReply(heard)
        }
      }
      way = putOverUdp(question, isPlain, hear)
      return { again: () => way.again(), withdraw: () => way.withdraw() }
    },
    close() {
      closed = true
      for (const line of [...lines]) discard(line)
    },
  }
}

function knowsNoOptions({ rcode }: Reply): boolean {
  return rcode === RCODE.formatError || rcode === RCODE.notImplemented
}

/** `address`, `address:port` or `[address]:port`. */
function readAddress(address: string): { host: string; port: number } {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(address)
  if (bracketed) return { host: bracketed[1]!, port: Number(bracketed[2] ?? DNS_PORT) }
  if (isIPv6(address)) return { host: address, port: DNS_PORT }
  const [host = '', port = String(DNS_PORT)] = address.split(':')
  return { host, port: Number(port) }
}
