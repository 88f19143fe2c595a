import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/** Text is sent with a line end; null is silence; a function does what it likes with the socket. */
export type Said = string | null | ((socket: Socket) => void)

/** What the server sends for each command; what is not given is what a friendly server says. */
export type Script = {
  greeting?: Said
  ehlo?: Said
  helo?: Said
  starttls?: Said
  mail?: Said
  rcpt?: (recipient: string) => Said
}

export type SmtpServer = {
  port: number
  /** Every command of every connection, in order. */
  commands: string[]
  open(): Promise<Socket>
}

/** A scripted SMTP server on loopback, for what no real server does on demand. */
export async function useSmtp(script: Script): Promise<SmtpServer> {
  const sockets = new Set<Socket>()
  const commands: string[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    const send = (said: Said) => {
      if (typeof said === 'function') said(socket)
      else if (said !== null) socket.write(`${said}\r\n`)
    }
    let rest = ''
    socket.on('data', (piece) => {
      rest += piece.toString()
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        commands.push(line)
        send(answerTo(script, line))
        if (line === 'QUIT') socket.end()
      }
    })
    send(script.greeting === undefined ? '220 mx.test ESMTP' : script.greeting)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return { port, commands, open: () => openSocket(port) }
}

export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port }, () => resolve(socket)).once('error', reject)
  })
}

function answerTo(script: Script, line: string): Said {
  const { ehlo = '250 mx.test', helo = '250 mx.test', starttls = '454 4.7.0 not now', mail = '250 2.1.0 Ok' } = script
  const { rcpt = () => '250 2.1.5 Ok' } = script
  switch (line.split(' ')[0]) {
    case 'EHLO':
      return ehlo
    case 'HELO':
      return helo
    case 'STARTTLS':
      return starttls
    case 'MAIL':
      return mail
    case 'RCPT':
      return rcpt(/<([^>]*)>/.exec(line)?.[1] ?? '')
    case 'QUIT':
      return '221 2.0.0 Bye'
    default:
      return '502 5.5.2 Error: command not recognized'
  }
}
