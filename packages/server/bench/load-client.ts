// An HTTP/1.1 client that does as little as possible, so that a benchmark measures the server and not its client.
import { connect } from 'node:net'

export type Answer = { status: number; body: Buffer; milliseconds: number }

export type LoadOptions = {
  port: number
  /** Whole GET requests, sent in turn. */
  requests: readonly (string | Buffer)[]
  connections: number
  /** Asked after every answer: whether the connection sends another request. */
  goesOn(): boolean
  onAnswer(answer: Answer): void
}

const END_OF_HEADERS = '\r\n\r\n'
const STATUS_AT = 'HTTP/1.1 '.length

export function getRequest(path: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Keeps every connection busy with one request at a time until `goesOn` says no or the server is gone. */
export async function runLoad({ port, requests, connections, goesOn, onAnswer }: LoadOptions): Promise<void> {
  let next = 0
  await Promise.all(Array.from({ length: connections }, () => runConnection()))

  function runConnection(): Promise<void> {
    return new Promise((resolve) => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      let received: Buffer | undefined
      let sentAt = 0
      const send = () => {
        sentAt = performance.now()
        socket.write(requests[next++ % requests.length]!)
      }
      socket.on('connect', send)
      socket.on('data', (chunk) => {
        received = received ? Buffer.concat([received, chunk]) : chunk
        const answer = readAnswer(received)
        if (!answer) return
        received = undefined
        onAnswer({ ...answer, milliseconds: performance.now() - sentAt })
        if (goesOn()) send()
        else socket.end()
      })
      // A server that was killed resets its connections: whatever had no answer has none.
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
    })
  }
}

function readAnswer(bytes: Buffer): Pick<Answer, 'status' | 'body'> | undefined {
  const headersEnd = bytes.indexOf(END_OF_HEADERS)
  if (headersEnd === -1) return undefined
  const headers = bytes.toString('latin1', 0, headersEnd)
  const bodyAt = headersEnd + END_OF_HEADERS.length
  const bodyEnd = bodyAt + Number(/content-length: (\d+)/i.exec(headers)![1])
  if (bytes.length < bodyEnd) return undefined
  return { status: Number(headers.slice(STATUS_AT, STATUS_AT + 3)), body: bytes.subarray(bodyAt, bodyEnd) }
}
